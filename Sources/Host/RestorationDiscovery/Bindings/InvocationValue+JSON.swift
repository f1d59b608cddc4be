package import RestorationInvocation

extension InvocationValue {
    /// Converts JSON text to a property's type, or returns `nil` if it does not fit.
    package init?(json text: String, as type: InvocationType) {
        guard let tree = try? JSONTree(parsing: Array(text.utf8)) else { return nil }
        self.init(tree.root, as: type)
    }

    init?(_ json: JSONValue, as type: InvocationType) {
        switch type.bare {
        case _ where json.isNull:
            guard type.allowsNull else { return nil }
            self = type.bare == .string ? .string(nil) : .null
        case .bool:
            guard let value = json.boolean else { return nil }
            self = .bool(value)
        case .float32:
            guard let value = json.numberText.flatMap({ Float($0) }), value.isFinite else {
                return nil
            }
            self = .float(value)
        case .float64:
            guard let value = json.number, value.isFinite else { return nil }
            self = .double(value)
        case .string:
            guard let value = json.string, !value.utf8.contains(0) else { return nil }
            self = .string(value)
        case .enumeration(let enumeration):
            guard let name = json.string,
                enumeration.enumerators.contains(where: { $0.name == name })
            else { return nil }
            self = .enumerator(name)
        case .structure(let fields):
            guard json.isObject, json.keys.count == fields.count else { return nil }
            var values: [String: InvocationValue] = [:]
            for field in fields {
                guard let value = json.member(field.name).flatMap({ Self($0, as: field.type) })
                else { return nil }
                values[field.name] = value
            }
            self = .structure(values)
        default:
            guard type.bare.isInteger, let value = InvocationValue(whole: json),
                type.bare.fits(value)
            else { return nil }
            self = value
        }
    }

    private init?(whole json: JSONValue) {
        switch json.wholeNumber {
        case .fitting(let number)?: self = .integer(number)
        case .tooLarge?:
            guard let number = json.numberText.flatMap({ UInt64($0) }) else { return nil }
            self = .unsigned(number)
        case nil: return nil
        }
    }
}
