import RestorationCore

extension JSONValue {
    /// An object whose members stay in the order given.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// Text, or null where there is none.
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A number, or null where there is none.
    static func number(_ number: (some BinaryInteger)?) -> JSONValue {
        guard let number else { return .null }
        // Beyond 63 bits there is only text: readers would round the number.
        return Int64(exactly: number).map { .integer($0) } ?? .string("\(number)")
    }

    /// A list of texts.
    static func list(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map { .string($0) })
    }

    /// The value as a document: two spaces for each level, members in their order, in ASCII where
    /// a character could act on a terminal.
    var document: String {
        var text = ""
        write(to: &text, indent: "")
        return text + "\n"
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .number(let value): text += value.isFinite ? "\(value)" : "\"\(value)\""
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            Self.write(values, "[", "]", to: &text, indent) { value, text, indent in
                value.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &text, indent) { member, text, indent in
                Self.write(member.key, to: &text)
                text += ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element],
        _ opening: String,
        _ closing: String,
        to text: inout String,
        _ indent: String,
        _ write: (Element, inout String, String) -> Void
    ) {
        text += opening
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += indent + "  "
            write(element, &text, indent + "  ")
        }
        text += elements.isEmpty ? closing : "\n\(indent)\(closing)"
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case _ where scalar.isUnfitForTerminals:
                // Characters beyond the first plane are two units in JSON (RFC 8259, section 7).
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
