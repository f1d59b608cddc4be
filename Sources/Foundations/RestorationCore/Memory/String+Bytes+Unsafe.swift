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
        unsafe self.init(unsafeUninitializedCapacity: 15) { memory in
            // Invariant: `memory` has room for at least as many bytes as were asked for.
            let memory = UnsafeMutableRawBufferPointer(memory)
            if let word = unsafe Self.word(bytes) {
                unsafe memory.storeBytes(of: word, as: UInt64.self)
            } else {
                unsafe memory.copyMemory(from: bytes)
            }
            return bytes.count
        }
    }

    /// 4 to 8 bytes as one word, followed by zeros. Calling memcpy for them, and waiting until they
    /// can be read back, would cost more than the rest of a string.
    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard (4...8).contains(bytes.count) else { return nil }
        let rest = bytes.count &- 4
        // Invariant: both halves lie within the buffer; where they overlap they are equal.
        let first = unsafe bytes.loadUnaligned(as: UInt32.self)
        let last = unsafe bytes.loadUnaligned(fromByteOffset: rest, as: UInt32.self)
        let word = UInt64(first.littleEndian) | UInt64(last.littleEndian) &<< UInt64(rest &* 8)
        return word.littleEndian
    }

    /// Lends the bytes of the text.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // All text has contiguous storage but what comes from Objective-C, which Linux does not
        // have. Asked for in this way the bytes cost half of what its span costs.
        let result = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(UnsafeRawBufferPointer($0))
        }
        if let result { return result }
        let text = utf8.span
        return unsafe text.withUnsafeBytes { unsafe body($0) }
    }
}
