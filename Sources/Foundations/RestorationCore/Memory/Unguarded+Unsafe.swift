/// A heap value without Swift's exclusivity checks, which would dominate code that runs once per
/// value.
///
/// Only for state whose accesses cannot overlap: never call foreign code during an access. Debug
/// builds trap on overlaps. One class creates the value and calls ``end()`` in its `deinit`; other
/// users must retain that object.
@_spi(Memory)
@safe public struct Unguarded<Value: ~Copyable> {
    // Invariant: initialised in `init`, deinitialised in `end`; used by one thread at a time.
    @usableFromInline let storage: UnsafeMutablePointer<Value>
    #if DEBUG
    /// The number of open reads, or -1 during a change.
    private let open: UnsafeMutablePointer<Int>
    #endif

    public init(_ value: consuming Value) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: value)
        #if DEBUG
        unsafe open = .allocate(capacity: 1)
        unsafe open.initialize(to: 0)
        #endif
    }

    /// Frees the value. Do not use it afterwards.
    public func end() {
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
        #if DEBUG
        unsafe open.deallocate()
        #endif
    }

    #if DEBUG
    public var value: Value {
        _read {
            count(1)
            precondition(unsafe open.pointee > 0, "Reading during a change")
            // Deferred: an error thrown inside the access skips the code after the yield.
            defer { count(-1) }
            yield unsafe storage.pointee
        }
        nonmutating _modify {
            count(-1)
            precondition(unsafe open.pointee == -1, "Changing during a read or change")
            defer { count(1) }
            yield unsafe &storage.pointee
        }
    }

    private func count(_ access: Int) { unsafe open.pointee += access }
    #else
    // Address accessors: an access costs nothing and copies nothing.
    @inlinable public var value: Value {
        @inline(__always)
        unsafeAddress {
            // Invariant: initialised until its creator calls `end`.
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
