internal import Glibc

/// Memory for the data that a call's arguments point to. Uses a given block first, then `malloc`.
@safe struct Arena {
    private var next: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer
    /// `nil` while empty: even an empty array would cost each call retains and releases.
    private var more: [UnsafeMutableRawPointer]?

    /// Uses a block that must outlive the arena.
    init(_ memory: UnsafeMutableRawPointer, size: Int) {
        unsafe next = unsafe memory
        unsafe end = unsafe memory + size
    }

    /// Uses no block: each allocation comes from `malloc`, so another owner may take it.
    init() {
        // Invariant: no allocation fits, because the end precedes the start.
        unsafe next = unsafe UnsafeMutableRawPointer(bitPattern: 32)!
        unsafe end = unsafe UnsafeMutableRawPointer(bitPattern: 16)!
    }

    /// Allocates uninitialised memory, valid until ``free()``.
    mutating func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let start = unsafe next.alignedUp(toMultipleOf: alignment)
        // Invariant: the address may exceed the end; it is only compared.
        if unsafe start <= end, unsafe size <= end - start {
            unsafe next = unsafe start + size
            return unsafe start
        }
        // `malloc` aligns memory for any C type.
        let memory = unsafe malloc(max(size, 1))!
        unsafe more = unsafe (more ?? []) + [memory]
        return unsafe memory
    }

    /// Frees the allocations outside the given block.
    func free() {
        unsafe more?.forEach { unsafe Glibc.free($0) }
    }
}
