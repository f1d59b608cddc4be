internal import RestorationInvocation

extension InvocationValue {
    /// The value that JSON text has in a property's type; `nil` if it has none.
    init?(json text: String, as type: InvocationType) {
        guard let tree = try? JSONTree(parsing: Array(text.utf8)) else { return nil }
        let root = tree.root
        let word = text.trimmingBlanks
        switch type {
        case .bool:
            guard let value = root.boolean else { return nil }
            self = .bool(value)
        case .float32:
            guard root.isNumber, let value = Float(word), value.isFinite else { return nil }
            self = .float(value)
        case .float64:
            guard root.isNumber, let value = Double(word), value.isFinite else { return nil }
            self = .double(value)
        case .string, .optional(.string):
            guard let value = root.string else {
                guard type.allowsNull, word == "null" else { return nil }
                self = .string(nil)
                return
            }
            guard !value.utf8.contains(0) else { return nil }
            self = .string(value)
        default:
            guard type.hasRoom(for: word) else { return nil }
            guard
                let value = Int64(word).map({ InvocationValue.integer($0) })
                    ?? UInt64(word).map({ .unsigned($0) })
            else { return nil }
            self = value
        }
    }
}

extension InvocationType {
    /// Whether a whole number fits the type.
    fileprivate func hasRoom(for number: String) -> Bool {
        switch self {
        case .int8: Int8(number) != nil
        case .int16: Int16(number) != nil
        case .int32: Int32(number) != nil
        case .int64: Int64(number) != nil
        case .uint8: UInt8(number) != nil
        case .uint16: UInt16(number) != nil
        case .uint32: UInt32(number) != nil
        case .uint64, .size: UInt64(number) != nil
        default: false
        }
    }
}

extension String {
    /// The text without JSON's blanks around it.
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { " \t\n\r".contains($0) }
        let start = drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }
}
