extension String {
    /// Decodes UTF-8 and repairs invalid bytes.
    @inline(__always)
    init(copying bytes: UnsafeRawBufferPointer) {
        // Strings of up to 15 bytes are stored inline and initialised in place.
        guard bytes.count <= 15 else {
            unsafe self.init(decoding: bytes, as: UTF8.self)
            return
        }
        unsafe self.init(unsafeUninitializedCapacity: 15) { memory in
            // Invariant: `memory` has at least the capacity requested.
            let memory = UnsafeMutableRawBufferPointer(memory)
            if let word = unsafe Self.word(bytes) {
                unsafe memory.storeBytes(of: word, as: UInt64.self)
            } else {
                unsafe memory.copyMemory(from: bytes)
            }
            return bytes.count
        }
    }

    /// 4 to 8 bytes as one word, padded with zeros. Calling memcpy, and waiting to read its bytes
    /// back, would cost more than the rest of a string.
    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard (4...8).contains(bytes.count) else { return nil }
        let rest = bytes.count &- 4
        // Invariant: both halves are within the buffer; where they overlap, they are equal.
        let first = unsafe bytes.loadUnaligned(as: UInt32.self)
        let last = unsafe bytes.loadUnaligned(fromByteOffset: rest, as: UInt32.self)
        let word = UInt64(first.littleEndian) | UInt64(last.littleEndian) &<< UInt64(rest &* 8)
        return word.littleEndian
    }

    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // On Linux, all strings have contiguous storage. This access costs half as much as a span.
        let result = unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(UnsafeRawBufferPointer($0))
        }
        if let result { return result }
        let text = utf8.span
        return unsafe text.withUnsafeBytes { unsafe body($0) }
    }
}
