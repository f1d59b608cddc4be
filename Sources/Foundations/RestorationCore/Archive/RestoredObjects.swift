/// The live objects of one restore by record number: where references lead while it runs.
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
            // Its end may run its program's code, which may come back to this.
            let before = state.value.objects[number]
            withExtendedLifetime(before) { state.value.objects[number] = newValue }
        }
    }

    /// Lets go of everything: a coder that somebody kept finds no objects any more.
    package func removeAll() {
        // Taken out first: the end of an object may run its program's code.
        var objects = FlatArray<(any Restorable)?>()
        swap(&objects, &state.value.objects)
    }

    package func object(for number: UInt32) -> (any Restorable)? {
        state.value.object(for: number)
    }
}
