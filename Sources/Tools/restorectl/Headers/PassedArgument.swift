import RestorationInvocation

/// An argument or result of a call, as C passes it.
struct PassedArgument {
    let type: InvocationType
    let isIndirect: Bool

    init(_ type: InvocationType, isIndirect: Bool = false) {
        self.type = type
        self.isIndirect = isIndirect
    }

    struct Member {
        let path: String
        let type: InvocationType
        /// In bytes from the start of the outermost structure.
        let offset: Int
    }

    /// The members of the structure, each before its own members. Empty if there is no structure.
    var members: [Member] { Self.members(of: structure.fields, "", 0) }

    var pointerCount: Int { structure.pointerCount }

    private var structure: (fields: [InvocationType.Field], pointerCount: Int) {
        var type = type.bare
        var count = isIndirect ? 1 : 0
        if case .pointee(let pointee) = type {
            type = pointee.bare
            count += 1
        }
        if case .structure(let fields) = type { return (fields, count) }
        return ([], count)
    }

    private static func members(
        of fields: [InvocationType.Field],
        _ prefix: String,
        _ start: Int
    ) -> [Member] {
        var offset = start
        return fields.flatMap { field in
            let (size, alignment) = field.type.layout
            offset = (offset + alignment - 1) / alignment * alignment
            let member = Member(path: prefix + field.name, type: field.type, offset: offset)
            offset += size
            guard case .structure(let fields) = field.type.bare else { return [member] }
            return [member] + members(of: fields, "\(member.path).", member.offset)
        }
    }
}

extension CallExpression {
    var fixedArguments: [PassedArgument] {
        let count = signature.fixedCount ?? signature.parameters.count
        return signature.parameters.prefix(count).flatMap(\.passed)
    }

    var hasVariableArguments: Bool {
        signature.fixedCount.map { $0 < signature.parameters.count } ?? false
    }
}

extension Signature.Parameter {
    /// Expands bytes to a pointer and a length.
    var passed: [PassedArgument] {
        let isIndirect = direction != .input
        guard case .bytes(.following(let length)) = type.bare else {
            return [PassedArgument(type, isIndirect: isIndirect)]
        }
        // `inout` bytes and their length are passed by value.
        let isPlace = direction == .output
        return [
            PassedArgument(.pointer, isIndirect: isPlace),
            PassedArgument(length, isIndirect: isPlace),
        ]
    }
}

extension PassedArgument {
    func fits(_ declared: CType) -> Bool {
        guard isIndirect else { return type.fits(declared) }
        guard declared.shape == .pointer, let pointee = declared.pointee else { return false }
        guard pointee == .pointer else { return pointee == .void || type.fits(pointee) }
        return type.fits(pointer: declared.innerPointee)
    }

    /// Whether it matches only because the header does not specify a pointer's target.
    func isUnspecified(by declared: CType) -> Bool {
        switch (type.bare, isIndirect) {
        case (.string, false): declared.pointee == .void
        case (.pointee(let type), false): !type.isStructure && declared.pointee.isVague
        case (_, true) where declared.pointee != .pointer: declared.pointee == .void
        case (.string, true): declared.innerPointee.isVague
        case (.pointee(let type), true): !type.isStructure && declared.innerPointee.isVague
        default: false
        }
    }
}

extension CType.Shape? {
    /// Whether a pointer's target is unknown.
    fileprivate var isVague: Bool { self == nil || self == .void || self == .unknown }
}

extension InvocationType {
    var isStructure: Bool { if case .structure = bare { true } else { false } }

    fileprivate func fits(pointer pointee: CType.Shape?) -> Bool {
        guard isPointer else { return false }
        guard let pointee, pointee != .void, pointee != .unknown else { return true }
        return switch bare {
        case .string: if case .integer(size: 1, _) = pointee { true } else { false }
        case .pointee(let type): type.fits(pointee)
        case .object:
            switch pointee {
            case .bool, .integer, .float, .complex: false
            default: true
            }
        default: true
        }
    }

    /// A short description of the type, without the fields of structures.
    var short: String {
        switch bare {
        case .structure: "a structure of \(layout.size) bytes"
        case .pointee(.structure): "a pointer to a structure"
        case .enumeration: "an enum"
        case .callback: "a callback"
        default: "\(bare)"
        }
    }

    func fits(_ declared: CType) -> Bool {
        guard declared.shape == .pointer else { return fits(declared.shape) }
        switch bare {
        case .callback: return declared.leadsToFunction || declared.pointee == .void
        case .string:
            switch declared.pointee {
            case .integer(size: 1, _)?, .void?: return true
            default: return false
            }
        case .pointee(let type):
            guard let pointee = declared.pointee, pointee != .unknown else { return true }
            return pointee == .void || type.fits(pointee)
        case .bytes, .pointer: return true
        case .object:
            // Text and numbers are never handles.
            switch declared.pointee {
            case .bool?, .integer?, .float?, .complex?: return false
            default: return !declared.leadsToFunction
            }
        default: return false
        }
    }

    /// Whether a field matches a declared type. Bindings often declare an unused pointer as a
    /// number.
    func fits(field declared: CType) -> Bool {
        declared.shape == .pointer && bare.isInteger ? layout.size == 8 : fits(declared)
    }

    /// Whether a value matches a C shape.
    func fits(_ shape: CType.Shape) -> Bool {
        switch (bare, shape) {
        case (.bool, .bool): true
        case (.float32, .float(size: 4)), (.float64, .float(size: 8)): true
        case (.enumeration, .integer(let size, _)): layout.size == size
        case (.structure, .structure(let size)): layout.size == size
        case (.structure, .unknown): true
        // C passes a complex number like a structure of two numbers.
        case (.structure, .complex(let size)): layout.size == size
        case (_, .integer(let size, let isSigned)) where bare.isInteger:
            layout.size == size && [.int8, .int16, .int32, .int64].contains(bare) == isSigned
        case (_, .pointer): isPointer
        default: false
        }
    }
}
