/// File formats use unaligned little-endian numbers.
extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        var rest = number
        for _ in 0..<(type(of: number).bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The number at `offset`, which the caller has checked.
    func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
        var number: Number = 0
        for position in (0..<(Number.bitWidth / 8)).reversed() {
            number = number << 8 | Number(truncatingIfNeeded: self[offset + position])
        }
        return number
    }
}
