/// Decodes UTF-8 one byte at a time, so a character may arrive in pieces.
///
/// Invalid bytes become U+FFFD, one for each maximal subpart (Unicode Standard, section 3.9).
struct UTF8Decoder: Hashable, Sendable {
    static let replacement: Unicode.Scalar = "\u{FFFD}"

    private var value: UInt32 = 0
    private var missing = 0
    /// The valid range of the next byte.
    ///
    /// Only the second byte of a character has a range narrower than 80 to BF, which excludes
    /// overlong forms, surrogates and values above U+10FFFF.
    private var bounds = Self.continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Decodes a byte and appends the scalars that it completes or interrupts: none, one or two.
    mutating func decode(_ byte: UInt8, into scalars: inout [Unicode.Scalar]) {
        if missing > 0 {
            guard bounds.contains(byte) else {
                breakOff(into: &scalars)
                return begin(byte, into: &scalars)
            }
            value = value << 6 | UInt32(byte & 0x3F)
            bounds = Self.continuation
            missing -= 1
            guard missing == 0 else { return }
            scalars.append(Unicode.Scalar(value) ?? Self.replacement)
        } else {
            begin(byte, into: &scalars)
        }
    }

    /// Appends U+FFFD for an incomplete character, at the end of the input or before a byte that
    /// interrupts it.
    mutating func breakOff(into scalars: inout [Unicode.Scalar]) {
        guard missing > 0 else { return }
        self = UTF8Decoder()
        scalars.append(Self.replacement)
    }

    private mutating func begin(_ byte: UInt8, into scalars: inout [Unicode.Scalar]) {
        switch byte {
        case 0x00...0x7F: scalars.append(Unicode.Scalar(byte))
        case 0xC2...0xDF: expect(1, after: byte & 0x1F)
        case 0xE0: expect(2, after: byte & 0x0F, within: 0xA0...0xBF)
        case 0xED: expect(2, after: byte & 0x0F, within: 0x80...0x9F)
        case 0xE1...0xEF: expect(2, after: byte & 0x0F)
        case 0xF0: expect(3, after: byte & 0x07, within: 0x90...0xBF)
        case 0xF4: expect(3, after: byte & 0x07, within: 0x80...0x8F)
        case 0xF1...0xF3: expect(3, after: byte & 0x07)
        default: scalars.append(Self.replacement)
        }
    }

    private mutating func expect(
        _ count: Int,
        after bits: UInt8,
        within bounds: ClosedRange<UInt8> = continuation
    ) {
        value = UInt32(bits)
        missing = count
        self.bounds = bounds
    }
}
