enum JSONEscape {
    case byte(UInt8)
    /// A UTF-16 code unit from four hexadecimal digits.
    case unit(UInt16)

    /// Parses the escape at the start of the bytes; `nil` if there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\\") else { return nil }
        switch bytes[bytes.startIndex + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            self = .byte(bytes[bytes.startIndex + 1])
        case UInt8(ascii: "b"): self = .byte(0x08)
        case UInt8(ascii: "f"): self = .byte(0x0C)
        case UInt8(ascii: "n"): self = .byte(0x0A)
        case UInt8(ascii: "r"): self = .byte(0x0D)
        case UInt8(ascii: "t"): self = .byte(0x09)
        case UInt8(ascii: "u"):
            let digits = bytes.dropFirst(2).prefix(4)
            // A sign would be valid for the number parser, but not here.
            guard digits.count == 4, let first = digits.first, first != UInt8(ascii: "+"),
                first != UInt8(ascii: "-"),
                let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            self = .unit(unit)
        default: return nil
        }
    }

    static func resolve(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var units: [UInt16] = []
        var rest = raw
        while let byte = rest.first {
            let escape = JSONEscape(rest)
            if case .unit(let unit) = escape {
                units.append(unit)
                rest = rest.dropFirst(6)
                continue
            }
            bytes += String(decoding: units, as: UTF16.self).utf8
            units = []
            if case .byte(let meant) = escape {
                bytes.append(meant)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return bytes + String(decoding: units, as: UTF16.self).utf8
    }
}
