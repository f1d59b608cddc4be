import TestSupport

@testable import RestorationInvocation

/// Types that C can express, and random values of them.
extension SeededGenerator {
    mutating func callableSignature() -> Signature {
        let count =
            chance(4) ? Int.random(in: 8...20, using: &self) : Int.random(in: 0...7, using: &self)
        var parameters = (0..<count).map { _ in callableParameter() }
        var fixedCount: Int?
        if !parameters.isEmpty, chance(6) {
            fixedCount = parameters.count
            let more = Int.random(in: 0...10, using: &self)
            parameters += (0..<more).map { _ in variableParameter() }
        }
        return Signature(
            parameters: parameters,
            fixedCount: fixedCount,
            result: callableResult()
        )
    }

    mutating func plainSignature() -> Signature {
        let count = Int.random(in: 0...10, using: &self)
        return Signature(
            parameters: (0..<count).map { _ in Signature.Parameter(word()) },
            result: chance(8) ? .void : word()
        )
    }

    private mutating func callableParameter() -> Signature.Parameter {
        switch Int.random(in: 0..<12, using: &self) {
        case 0: Signature.Parameter(bytes())
        case 1: Signature.Parameter(bytes(), .both)
        case 2: Signature.Parameter(chance(2) ? structure(1) : number(), .output)
        case 3: Signature.Parameter(chance(2) ? structure(1) : number(), .both)
        case 4: Signature.Parameter(.optional(.pointee(chance(2) ? structure(1) : number())))
        case 5, 6: Signature.Parameter(structure(2))
        case 7: Signature.Parameter(enumeration())
        default: Signature.Parameter(word())
        }
    }

    private mutating func variableParameter() -> Signature.Parameter {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: Signature.Parameter(bytes())
        case 1: Signature.Parameter(enumeration())
        default: Signature.Parameter(word())
        }
    }

    private mutating func bytes() -> InvocationType {
        let lengths: [InvocationType] = [.size, .size, .int8, .uint8, .uint16, .int32, .int64]
        return .bytes(.following(lengths.randomElement(using: &self)!))
    }

    private mutating func callableResult() -> InvocationType {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: .void
        case 1, 2: structure(2)
        case 3: .owned(.optional(.string), by: "free")
        case 4: enumeration()
        default: number()
        }
    }

    private mutating func structure(_ depth: Int) -> InvocationType {
        let count = Int.random(in: 1...(chance(4) ? 12 : 4), using: &self)
        let fields = (0..<count).map { index in
            InvocationType.Field(
                name: "f\(index)",
                type: depth > 1 && chance(4) ? structure(depth - 1) : number()
            )
        }
        return .structure(fields)
    }

    private mutating func enumeration() -> InvocationType {
        let types: [InvocationType] = [.int8, .uint8, .int16, .int32, .uint32, .int64]
        let type = types.randomElement(using: &self)!
        let first: Int64 = [.uint8, .uint32].contains(type) ? 0 : -3
        let enumerators = [first, 3, 100].enumerated().map { index, value in
            InvocationType.Enumeration.Enumerator(name: "e\(index)", value: value)
        }
        return .enumeration(.init(underlying: type, enumerators: enumerators))
    }

    private mutating func number() -> InvocationType {
        let types: [InvocationType] = [
            .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size,
            .float32,
            .float64, .float32, .float64, .object, .pointer,
        ]
        return types.randomElement(using: &self)!
    }

    private mutating func word() -> InvocationType { chance(6) ? .optional(.string) : number() }

    mutating func value(_ type: InvocationType) -> InvocationValue {
        switch type {
        case .bool: return .bool(chance(2))
        case .float32: return .float(Float.random(in: -1e6...1e6, using: &self))
        case .float64: return .double(Double.random(in: -1e9...1e9, using: &self))
        case .string: return .string(["", "some text"].randomElement(using: &self)!)
        case .optional(.string):
            return .string([nil, "", "some text"].randomElement(using: &self)!)
        case .object: return .object(UInt.random(in: 1 ... .max, using: &self))
        case .pointer: return .pointer(UInt.random(in: 1 ... .max, using: &self))
        case .optional(.pointee(let type)): return chance(3) ? .null : value(type)
        case .optional(let type): return value(type)
        case .bytes:
            let count = Int.random(in: 0...20, using: &self)
            return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &self) })
        case .structure(let fields):
            return .structure(
                Dictionary(uniqueKeysWithValues: fields.map { ($0.name, value($0.type)) })
            )
        case .enumeration(let enumeration):
            return .enumerator(enumeration.enumerators.randomElement(using: &self)!.name)
        default:
            let word = WordType(type)!
            return word.value(in: next())!
        }
    }
}

extension InvocationValue {
    /// The value as the generated functions print it.
    func printed(_ type: InvocationType) -> String {
        switch (self, type.bare) {
        case (.bool(let value), _): return value ? "1," : "0,"
        case (.integer(let value), _): return "\(value),"
        case (.unsigned(let value), _): return "\(value),"
        case (.float(let value), _): return "\(value.bitPattern),"
        case (.double(let value), _): return "\(value.bitPattern),"
        case (.string(let text), _): return "\(text ?? "null"),"
        case (.bytes(let bytes), _): return (bytes ?? []).map { "\($0)," }.joined()
        case (.object(let address), _), (.pointer(let address), _): return "\(address),"
        case (.structure(let values), .structure(let fields)):
            return fields.map { values[$0.name]?.printed($0.type) ?? "missing" }.joined()
        case (.enumerator(let name), .enumeration(let enumeration)):
            let known = enumeration.enumerators.first { $0.name == name }
            return "\(known?.value ?? -1),"
        default: return "unexpected \(kind)"
        }
    }
}

extension InvocationOutcome {
    /// The outcome as the generated functions print it.
    func printed(_ signature: Signature) -> String {
        let types = signature.parameters.filter { $0.direction != .input }.map(\.type)
        let result = result.map { "\($0.printed(signature.result));" } ?? ""
        return zip(outputs, types).reduce(result) { "\($0)\($1.0.printed($1.1));" }
    }
}
