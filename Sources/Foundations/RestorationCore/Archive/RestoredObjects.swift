/// The live objects of one restore by record number, to resolve references.
package final class RestoredObjects: ReferenceResolving {
    let state: Unguarded<State>

    struct State: ~Copyable {
        fileprivate var objects: FlatArray<(any Restorable)?>

        @inline(__always)
        func object(for number: UInt32) -> (any Restorable)? {
            Int(number) < objects.count ? objects[Int(number)] : nil
        }
    }

    package init(count: Int) {
        state = Unguarded(State(objects: FlatArray(repeating: nil, count: count)))
    }

    deinit { state.end() }

    package subscript(number: Int) -> (any Restorable)? {
        get { state.value.objects[number] }
        set {
            // Deallocating the old object may call back into the program, and so re-enter here.
            let before = state.value.objects[number]
            withExtendedLifetime(before) { state.value.objects[number] = newValue }
        }
    }

    /// Releases all objects. Coders that callers retained then resolve no references.
    package func removeAll() {
        // Moved out first: deallocating an object may call back into the program.
        var objects = FlatArray<(any Restorable)?>()
        swap(&objects, &state.value.objects)
    }

    package func object(for number: UInt32) -> (any Restorable)? {
        state.value.object(for: number)
    }
}
