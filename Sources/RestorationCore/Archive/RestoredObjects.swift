/// The live objects of one restore by record number: where references lead while it runs.
package final class RestoredObjects: ReferenceResolving {
    let state: Unguarded<State>

    struct State: ~Copyable {
        fileprivate var objects: FlatArray<(any Restorable)?>
        /// By address of an object: the record whose state it gets.
        fileprivate var numbers = AddressTable()

        @inline(__always)
        func object(for number: UInt32) -> (any Restorable)? {
            Int(number) < objects.count ? objects[Int(number)] : nil
        }
    }

    package init(count: Int) {
        state = Unguarded(State(objects: FlatArray(repeating: nil, count: count)))
        state.value.numbers.reserve(count)
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

    /// Which object record `number` has, without counting a reference to it.
    package func identity(ofObject number: Int) -> ObjectIdentifier? {
        state.value.objects[number].map { ObjectIdentifier($0) }
    }

    /// Makes `object` the one of record `number`.
    ///
    /// - Returns: The other record whose object it is already; `nil` if it is none's.
    package func bind(_ object: any Restorable, to number: Int) -> Int? {
        state.value.objects[number] = object
        let address = UInt(bitPattern: ObjectIdentifier(object))
        return state.value.numbers.insert(UInt32(number), at: address).map { Int($0) }
    }

    /// The record whose object this is; `nil` if it is none's.
    package func record(of object: any Restorable) -> Int? {
        state.value.numbers[UInt(bitPattern: ObjectIdentifier(object))].map { Int($0) }
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
