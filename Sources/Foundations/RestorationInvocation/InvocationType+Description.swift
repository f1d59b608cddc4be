extension InvocationType: CustomStringConvertible {
    /// The type in signature syntax.
    public var description: String {
        switch self {
        case .void: "void"
        case .bool: "bool"
        case .int8: "int8"
        case .int16: "int16"
        case .int32: "int32"
        case .int64: "int64"
        case .uint8: "uint8"
        case .uint16: "uint16"
        case .uint32: "uint32"
        case .uint64: "uint64"
        case .size: "size"
        case .float32: "float32"
        case .float64: "float64"
        case .string: "string"
        case .bytes(.following(.size)): "bytes"
        case .bytes(.following(let type)): "bytes(\(type))"
        case .bytes(.parameter(let name)): "bytes(\(name))"
        case .object: "object"
        case .pointer: "pointer"
        case .pointee(let type): "\(type) *"
        case .structure(let fields):
            "{\(fields.map { "\($0.type) \($0.name)" }.joined(separator: ", "))}"
        case .enumeration(let enumeration): enumeration.description
        case .callback(let callback): "callback \(callback)"
        case .optional(.callback(let callback)): "callback? \(callback)"
        case .optional(let type): "\(type)?"
        case .owned(let type, by: "free"): "owned \(type)"
        case .owned(let type, let name): "owned(\(name)) \(type)"
        }
    }
}

extension InvocationType.Enumeration: CustomStringConvertible {
    /// The type in signature syntax, with all its numbers.
    public var description: String {
        let list = enumerators.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
        return "enum(\(underlying)) {\(list)}"
    }
}

extension InvocationType.Callback: CustomStringConvertible {
    /// The scope and the signature.
    public var description: String { "\(scope.rawValue) \(signature)" }
}
