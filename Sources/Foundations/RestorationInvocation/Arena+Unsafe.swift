internal import Glibc

/// Memory for one call: what arguments point to. Taken from a given piece as long as that lasts.
@safe struct Arena {
    private var next: UnsafeMutableRawPointer
    private let end: UnsafeMutableRawPointer
    /// `nil` as long as there are none: an array would be counted in every call.
    private var more: [UnsafeMutableRawPointer]?

    /// Takes memory that outlives the arena.
    init(_ memory: UnsafeMutableRawPointer, size: Int) {
        unsafe next = unsafe memory
        unsafe end = unsafe memory + size
    }

    /// Takes none: each piece is of `malloc`, and may be given away.
    init() {
        // Invariant: no piece of any size fits between an end and a start behind it.
        unsafe next = unsafe UnsafeMutableRawPointer(bitPattern: 32)!
        unsafe end = unsafe UnsafeMutableRawPointer(bitPattern: 16)!
    }

    /// Memory until ``free()``, not initialised.
    mutating func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let start = unsafe next.alignedUp(toMultipleOf: alignment)
        // Invariant: the address may be past the end, which is compared only.
        if unsafe start <= end, unsafe size <= end - start {
            unsafe next = unsafe start + size
            return unsafe start
        }
        // What `malloc` returns is aligned for any type of C.
        let memory = unsafe malloc(max(size, 1))!
        unsafe more = unsafe (more ?? []) + [memory]
        return unsafe memory
    }

    /// Frees what did not fit into the given piece.
    func free() {
        unsafe more?.forEach { unsafe Glibc.free($0) }
    }
}
