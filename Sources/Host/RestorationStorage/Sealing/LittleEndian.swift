/// Numbers in files are little-endian and unaligned.
extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        var rest = number
        for _ in 0..<(type(of: number).bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The number at `offset`; the caller has checked that it lies within the bytes.
    func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
        var number: Number = 0
        for position in (0..<(Number.bitWidth / 8)).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: self[offset + position])
        }
        return number
    }
}
