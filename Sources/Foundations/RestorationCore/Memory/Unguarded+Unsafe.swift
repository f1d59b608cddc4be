/// A value in memory of its own, changed in place without the checks that Swift makes for every
/// access to a class's property: in code that runs once per value they would cost more than the
/// value.
///
/// Only for state whose accesses cannot overlap: whoever uses it calls nobody's code while one is
/// open. Debug builds, in which the tests run, stop where two do overlap. One class makes it and
/// ends it in its `deinit`; whoever else has it keeps that object.
@safe package struct Unguarded<Value: ~Copyable> {
    // Invariant: initialised in `init`, deinitialised in `end`; used by one thread at a time.
    @usableFromInline let storage: UnsafeMutablePointer<Value>
    #if DEBUG
    /// How many reads are open, -1 for a change.
    private let open: UnsafeMutablePointer<Int>
    #endif

    package init(_ value: consuming Value) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: value)
        #if DEBUG
        unsafe open = .allocate(capacity: 1)
        unsafe open.initialize(to: 0)
        #endif
    }

    /// Ends the value. Nobody may use it any more.
    package func end() {
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
        #if DEBUG
        unsafe open.deallocate()
        #endif
    }

    #if DEBUG
    package var value: Value {
        _read {
            count(1)
            precondition(unsafe open.pointee > 0, "Reading what is being changed")
            // Deferred: an error thrown inside the access skips what follows the yield.
            defer { count(-1) }
            yield unsafe storage.pointee
        }
        nonmutating _modify {
            count(-1)
            precondition(unsafe open.pointee == -1, "Changing what is being read or changed")
            defer { count(1) }
            yield unsafe &storage.pointee
        }
    }

    private func count(_ access: Int) { unsafe open.pointee += access }
    #else
    // Addresses: an access costs nothing, and nothing is copied for it.
    @inlinable package var value: Value {
        @inline(__always)
        unsafeAddress {
            // Invariant: initialised until `end`, by the class that makes it.
            unsafe UnsafePointer(storage)
        }
        @inline(__always)
        nonmutating unsafeMutableAddress {
            // Invariant: as above; accesses do not overlap.
            unsafe storage
        }
    }
    #endif
}
