/// A value in memory of its own, changed in place without the checks that Swift makes for every
/// access to a class's property: in code that runs once per value they would cost more than the
/// value.
///
/// Only for state whose accesses cannot overlap: whoever uses it calls nobody's code while one is
/// open. Debug builds, in which the tests run, stop where two do overlap. One class makes it and
/// ends it in its `deinit`; whoever else has it keeps that object.
@safe package struct Unguarded<Value: ~Copyable> {
    private struct Storage: ~Copyable {
        var value: Value
        /// In debug builds: how many reads are open, -1 for a change.
        var open = 0
    }
    // Invariant: initialised in `init`, deinitialised in `end`; used by one thread at a time.
    private let storage: UnsafeMutablePointer<Storage>

    package init(_ value: consuming Value) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: Storage(value: value))
    }

    /// Ends the value. Nobody may use it any more.
    package func end() {
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
    }

    package var value: Value {
        @inline(__always)
        _read {
            assert(begin(1), "Reading what is being changed")
            // Deferred: an error thrown inside the access skips what follows the yield.
            defer { assert(finish(1)) }
            yield unsafe storage.pointee.value
        }
        @inline(__always)
        nonmutating _modify {
            assert(begin(-1), "Changing what is being read or changed")
            defer { assert(finish(-1)) }
            yield unsafe &storage.pointee.value
        }
    }

    private func begin(_ access: Int) -> Bool {
        unsafe storage.pointee.open += access
        return unsafe access < 0 ? storage.pointee.open == -1 : storage.pointee.open > 0
    }

    private func finish(_ access: Int) -> Bool {
        unsafe storage.pointee.open -= access
        return true
    }
}
