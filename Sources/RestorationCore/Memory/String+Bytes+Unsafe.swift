/// Between text and the bytes of UTF-8 that archives hold.
extension String {
    /// Makes text from bytes; what is no UTF-8 in them is replaced.
    @inline(__always)
    init(copying bytes: UnsafeRawBufferPointer) {
        // Text of up to 15 bytes lies in the string itself, where it is made in place.
        guard bytes.count <= 15 else {
            unsafe self.init(decoding: bytes, as: UTF8.self)
            return
        }
        unsafe self.init(unsafeUninitializedCapacity: bytes.count) { memory in
            // Invariant: `memory` has room for at least as many bytes as were asked for.
            unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Lends the bytes of the text.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // All text has contiguous storage but what comes from Objective-C, which Linux does not have.
        // Asked for in this way the bytes cost half of what its span costs.
        let result = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(UnsafeRawBufferPointer($0))
        }
        if let result { return result }
        let text = utf8.span
        return unsafe text.withUnsafeBytes { unsafe body($0) }
    }
}
