extension [UInt8] {
    // Little-endian numbers. The caller checks the bounds.
    func uint16(at offset: Int) -> UInt16 { number(at: offset) }
    func uint32(at offset: Int) -> UInt32 { number(at: offset) }
    func uint64(at offset: Int) -> UInt64 { number(at: offset) }

    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // Invariant: the precondition ensures that the number is within the array.
        return unsafe withUnsafeBytes { buffer in
            unsafe Number(
                littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Number.self)
            )
        }
    }
}
