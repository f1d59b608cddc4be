/// A JSON number without a fraction, in any notation: `100`, `100.0` and `1e2` are equal.
enum JSONWholeNumber: Hashable {
    case fitting(Int64)
    /// More than 64 bits can represent.
    case tooLarge

    /// Parses a well-formed number exactly; `nil` if it has a fraction.
    init?(_ text: ArraySlice<UInt8>) {
        if let number = Int64(String(decoding: text, as: UTF8.self)) {
            self = .fitting(number)
            return
        }
        let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
        let mantissa = text.prefix { !isExponent($0) }
        let fraction = mantissa.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        var digits = mantissa.filter { $0 >= UInt8(ascii: "0") }
            .drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty else {
            self = .fitting(0)
            return
        }

        let exponent = String(decoding: text[mantissa.endIndex...].dropFirst(), as: UTF8.self)
        // No manifest is long enough to compensate for such an exponent.
        let beyond = exponent.hasPrefix("-") ? Int32.min : .max
        let power = exponent.isEmpty ? 0 : Int32(exponent) ?? beyond
        var zeros = Int(power) - fraction.count
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            zeros += 1
        }
        guard zeros >= 0 else { return nil }
        let isNegative = text.first == UInt8(ascii: "-")
        let longest = String(Int64.max).utf8.count
        guard digits.count <= longest, zeros <= longest - digits.count,
            let number = Int64(
                (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
                    + String(repeating: "0", count: zeros)
            )
        else {
            self = .tooLarge
            return
        }
        self = .fitting(number)
    }
}
