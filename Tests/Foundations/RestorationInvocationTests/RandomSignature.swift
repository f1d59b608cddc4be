import TestSupport

@testable import RestorationInvocation

/// Random signatures with every feature of the language.
extension SeededGenerator {
    mutating func signature() -> Signature {
        var parameters = (0..<Int.random(in: 0...6, using: &self)).map { parameter($0) }
        let result = result(&parameters)
        let isVariadic = !parameters.isEmpty && chance(8)
        return Signature(
            name: chance(4) ? "function_1" : nil,
            parameters: parameters,
            fixedCount: isVariadic ? Int.random(in: 1...parameters.count, using: &self) : nil,
            result: result,
            failure: failure(result, parameters),
            failureValue: failureValue(result)
        )
    }

    private mutating func parameter(_ index: Int) -> Signature.Parameter {
        let name = chance(2) ? "p\(index)" : nil
        switch Int.random(in: 0..<8, using: &self) {
        case 0:
            return Signature.Parameter(
                chance(3)
                    ? .owned(nullable(chance(2) ? .string : bytes()), by: freeing()) : type(2),
                .output,
                name: name
            )
        case 1: return Signature.Parameter(chance(4) ? bytes() : number(), .both, name: name)
        case 2: return Signature.Parameter(nullable(callback()), name: name)
        case 3: return Signature.Parameter(nullable(bytes()), name: name)
        default: return Signature.Parameter(type(3), name: name)
        }
    }

    private mutating func result(_ parameters: inout [Signature.Parameter]) -> InvocationType {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: return .void
        case 1: return .owned(nullable(.string), by: freeing())
        case 2: return .owned(nullable(.pointee(type(2))), by: freeing())
        case 3:
            parameters.append(Signature.Parameter(.int32, .output, name: "length"))
            return nullable(.bytes(.parameter("length")))
        default: return type(3)
        }
    }

    /// A type valid in any position, nested at most `depth` levels.
    mutating func type(_ depth: Int) -> InvocationType {
        guard depth > 0, chance(3) else {
            let plain = InvocationType.plain.randomElement(using: &self)!
            return plain.isPointer ? nullable(plain) : plain
        }
        switch Int.random(in: 0..<3, using: &self) {
        case 0: return nullable(.pointee(type(depth - 1)))
        case 1:
            let count = Int.random(in: 1...4, using: &self)
            return .structure((0..<count).map { .init(name: "f\($0)", type: type(depth - 1)) })
        default:
            let numbers = (0..<Int.random(in: 1...4, using: &self)).map { index in
                InvocationType.Enumeration.Enumerator(
                    name: "e\(index)",
                    value: Int64.random(in: -100...100, using: &self)
                )
            }
            return .enumeration(.init(underlying: .int16, enumerators: numbers))
        }
    }

    private mutating func callback() -> InvocationType {
        let parameters = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            Signature.Parameter(type(1))
        }
        var result = chance(2) ? InvocationType.void : type(1)
        while result.isLent { result = type(1) }
        let signature = Signature(
            parameters: parameters,
            result: result,
            failureValue: failureValue(result)
        )
        let scope = InvocationType.Callback.Scope.allCases.randomElement(using: &self)!
        return .callback(.init(scope: scope, signature: signature))
    }

    private mutating func failure(
        _ result: InvocationType,
        _ parameters: [Signature.Parameter]
    ) -> Signature.FailureConvention? {
        guard chance(2) else { return nil }
        if result.isPointer { return .result(.null, setsErrno: chance(2)) }
        if result == .int32 { return .result(.negative, setsErrno: chance(2)) }
        if result == .bool { return .result(.false, setsErrno: chance(2)) }
        if result.isInteger { return chance(2) ? .code : .result(.nonzero, setsErrno: chance(2)) }
        let output = parameters.first { $0.direction == .output && $0.name != nil }
        return output?.name.map { .parameter($0) } ?? .errno
    }

    private mutating func failureValue(_ result: InvocationType) -> InvocationValue? {
        guard chance(2) else { return nil }
        switch result {
        case .bool: return .bool(chance(2))
        case .float32: return .float(Float.random(in: -1e30...1e30, using: &self))
        case .float64: return .double(Double.random(in: -1e300...1e300, using: &self))
        case .uint64: return .unsigned(UInt64.random(in: 0 ... .max, using: &self))
        case .int8: return .integer(Int64.random(in: -128...127, using: &self))
        case .enumeration: return .enumerator("e0")
        default: return result.isPointer ? .null : nil
        }
    }

    private mutating func number() -> InvocationType {
        [.bool, .int8, .int32, .uint64, .float32, .float64, .object].randomElement(using: &self)!
    }

    private mutating func bytes() -> InvocationType {
        .bytes(.following([.size, .int32, .uint16].randomElement(using: &self)!))
    }

    private mutating func nullable(_ type: InvocationType) -> InvocationType {
        chance(2) ? type : .optional(type)
    }

    private mutating func freeing() -> String { chance(2) ? "free" : "g_free" }

    /// True with probability 1 in `count`.
    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
