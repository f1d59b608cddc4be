extension [UInt8] {
    // Little-endian numbers; the caller has checked that they are there.
    func uint16(at offset: Int) -> UInt16 { number(at: offset) }
    func uint32(at offset: Int) -> UInt32 { number(at: offset) }
    func uint64(at offset: Int) -> UInt64 { number(at: offset) }

    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        // Invariant: the whole number lies within the array, as was just checked.
        return unsafe withUnsafeBytes { buffer in
            unsafe Number(
                littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Number.self)
            )
        }
    }
}
