package import RestorationCore
package import RestorationInvocation

extension RestorationValue {
    /// Converts a value for an archive. Addresses become null, because the next process cannot use
    /// them.
    package init(_ value: InvocationValue) {
        self =
            switch value {
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .unsigned(let value): .unsigned(value)
            case .float(let value): .float(value)
            case .double(let value): .double(value)
            case .string(let value): value.map { .string($0) } ?? .null
            case .bytes(let value): value.map { .bytes($0) } ?? .null
            case .enumerator(let name): .string(name)
            case .structure(let fields): .dictionary(fields.mapValues { RestorationValue($0) })
            case .object, .pointer, .callback, .null: .null
            }
    }
}

extension InvocationValue {
    /// Converts a stored value to a C argument, or returns `nil` if C has no such kind.
    package init?(_ stored: RestorationValue) {
        switch stored {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = .unsigned(value)
        case .float(let value): self = .float(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .bytes, .date, .uuid, .array, .dictionary, .reference: return nil
        }
    }

    /// Converts a value to an argument of a type, or returns `nil` if the kind does not fit.
    package init?(_ value: RestorationValue, as type: InvocationType) {
        switch (value, type.bare) {
        case (.null, _): self = .null
        case (_, .pointee(let type)): self.init(value, as: type)
        case (.string(let name), .enumeration): self = .enumerator(name)
        case (.bytes(let bytes), .bytes): self = .bytes(bytes)
        case (.dictionary(let values), .structure(let fields)):
            var converted: [String: InvocationValue] = [:]
            for (name, value) in values {
                // The call reports fields that the type does not have.
                guard let field = fields.first(where: { $0.name == name }) else {
                    converted[name] = .null
                    continue
                }
                guard let value = InvocationValue(value, as: field.type) else { return nil }
                converted[name] = value
            }
            self = .structure(converted)
        default: self.init(value)
        }
    }
}
