package import RestorationCore
package import RestorationInvocation

/// The type of a parameter or property, from its signature: `float64` in C, `Double` in Swift.
package indirect enum WrittenType {
    case native(InvocationType)
    case list(of: WrittenType)
    case entries(of: WrittenType)
    case unknown

    package init(_ name: String) {
        if let scalar = Self.scalars[name] {
            self = .native(scalar)
        } else if let type = Self.parameter("Optional", of: name) {
            self = WrittenType(type).optional
        } else if name == "Array<UInt8>" {
            self = WrittenType("bytes")
        } else if let type = Self.parameter("Array", of: name) {
            self = .list(of: WrittenType(type))
        } else if let type = Self.parameter("Dictionary", of: name), type.hasPrefix("String, ") {
            self = .entries(of: WrittenType(String(type.dropFirst("String, ".count))))
        } else if let type = MethodArguments.types(of: "(object, \(name))")?.first {
            self = .native(type)
        } else {
            self = .unknown
        }
    }

    /// The types of the arguments that a caller passes.
    package static func parameters(of signature: String) -> [WrittenType] {
        if let types = MethodArguments.types(of: signature) { return types.map { .native($0) } }
        // Swift signatures omit the object.
        var names = [""]
        var depth = 0
        for character in signature {
            if "(<".contains(character) { depth += 1 }
            if ")>".contains(character) { depth -= 1 }
            guard depth > 0 else { break }
            if character == ",", depth == 1 {
                names.append("")
            } else if !(character == "(" && depth == 1) {
                names[names.count - 1].append(character)
            }
        }
        return names.map { WrittenType(String($0.drop { $0 == " " })) }
    }

    /// Whether a word is text for this type, even if it looks like a number.
    package func takesText(_ word: String) -> Bool {
        guard case .native(let type) = self, type.bare == .string else { return false }
        return word != "null" || !type.allowsNull
    }

    private var optional: WrittenType {
        if case .native(let type) = self { .native(.optional(type)) } else { self }
    }

    private static func parameter(_ generic: String, of name: String) -> String? {
        guard name.hasPrefix(generic + "<"), name.hasSuffix(">") else { return nil }
        return String(name.dropFirst(generic.count + 1).dropLast())
    }

    private static let scalars: [String: InvocationType] = [
        "Bool": .bool, "String": .string, "Float": .float32, "Double": .float64,
        "Int": .int64, "Int8": .int8, "Int16": .int16, "Int32": .int32, "Int64": .int64,
        "UInt": .uint64, "UInt8": .uint8, "UInt16": .uint16, "UInt32": .uint32, "UInt64": .uint64,
    ]
}

extension MethodProviding {
    /// Empty if there is no such method.
    package func parameterTypes(ofMethod name: String) -> [WrittenType] {
        restorationMethod(named: name).map { WrittenType.parameters(of: $0.signature) } ?? []
    }
}

extension RestorationValue {
    /// The value in the type's form, if that loses nothing. Literals do not distinguish the kinds
    /// of numbers, and JSON has no bytes.
    package func fitted(to type: WrittenType) -> RestorationValue {
        switch (self, type) {
        case (.array(let elements), .list(let type)): .array(elements.map { $0.fitted(to: type) })
        case (.dictionary(let entries), .entries(let type)):
            .dictionary(entries.mapValues { $0.fitted(to: type) })
        case (_, .native(let type)): fitted(to: type.bare)
        default: self
        }
    }

    private func fitted(to type: InvocationType) -> RestorationValue {
        switch (self, type) {
        case (_, .pointee(let type)): fitted(to: type.bare)
        case (.dictionary(let entries), .structure(let fields)):
            .dictionary(
                Dictionary(
                    uniqueKeysWithValues: entries.map { name, value in
                        let field = fields.first { $0.name == name }
                        return (name, field.map { value.fitted(to: $0.type.bare) } ?? value)
                    }
                )
            )
        case (.array(let elements), .bytes): bytes(of: elements) ?? self
        case (_, .float32): number.flatMap { Float(fitting: $0) }.map { .float($0) } ?? self
        case (_, .float64): number.map { .double($0) } ?? self
        case (.double(let value), _) where type.isInteger:
            Int64(exactly: value).map { .integer($0) }
                ?? UInt64(exactly: value).map { .unsigned($0) } ?? self
        default: self
        }
    }

    private func bytes(of elements: [RestorationValue]) -> RestorationValue? {
        var bytes: [UInt8] = []
        for element in elements {
            guard case .integer(let number) = element, let byte = UInt8(exactly: number) else {
                return nil
            }
            bytes.append(byte)
        }
        return .bytes(bytes)
    }

    /// `nil` for other kinds, and for integers without an exact double.
    private var number: Double? {
        switch self {
        case .integer(let value): Double(exactly: value)
        case .unsigned(let value): Double(exactly: value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension Float {
    /// The nearest number; `nil` if a finite value overflows.
    fileprivate init?(fitting value: Double) {
        self.init(value)
        guard isFinite || !value.isFinite else { return nil }
    }
}
