import Foundation
import Synchronization
import Testing

@testable import RestorationInvocation

/// What a C compiler makes of calls, and what libffi makes of the same.
@Suite(.serialized) struct `Functions of random types` {
    private static let made = GeneratedFunctions.Made { GeneratedFunctions(count: 200, seed: 5) }
    private let functions = made.functions
    private let library: GeneratedLibrary

    init() throws { library = try Self.made.library.get() }

    @Test func `return what they return to a C compiler`() throws {
        for (index, one) in functions.cases.enumerated() {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)

            #expect(
                outcome.printed(one.signature) == library.direct(index),
                "f\(index) \(one.signature)"
            )
        }
    }

    @Test(arguments: [true, false])
    func `are closures that C gets the same from`(isPrecompiled: Bool) throws {
        var count = 0
        for (index, one) in functions.cases.enumerated() where one.signature.fixedCount == nil {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)
            try library.checkClosure(index, one, returning: outcome, isPrecompiled: isPrecompiled)
            count += 1
        }
        #expect(count > 100)
    }
}

/// The same where all goes through registers, without libffi.
@Suite(.serialized) struct `Plain functions of random types` {
    private static let made = GeneratedFunctions.Made {
        GeneratedFunctions(count: 150, seed: 6, .plain)
    }
    private let functions = made.functions
    private let library: GeneratedLibrary

    init() throws { library = try Self.made.library.get() }

    @Test func `return through registers what they return to libffi and to a compiler`() throws {
        var count = 0
        for (index, one) in functions.cases.enumerated() {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)
            let result = try library.callPlainly("f\(index)", one.signature, one.arguments)

            #expect(
                InvocationOutcome(result).printed(one.signature) == library.direct(index),
                "f\(index) \(one.signature)"
            )
            #expect(outcome.result == result, "f\(index) \(one.signature)")
            if try CallInterface.prepared(for: one.signature).direct != nil { count += 1 }
        }
        #expect(count > 100)
    }

    @Test(arguments: [true, false])
    func `are closures that C gets the same from`(isPrecompiled: Bool) throws {
        var count = 0
        for (index, one) in functions.cases.enumerated() {
            // Nobody could keep text that a closure lends; and the rest has too many arguments.
            guard !one.signature.result.isPointer || one.signature.result == .pointer,
                try CallInterface.prepared(for: one.signature).direct != nil
            else { continue }
            let result = try library.callPlainly("f\(index)", one.signature, one.arguments)
            try library.checkClosure(index, one, isPrecompiled: isPrecompiled) { seen in
                .plain { arguments in
                    seen(arguments.indices.map { arguments[$0] })
                    return result
                }
            }
            count += 1
        }
        #expect(count > 60)
    }
}

/// The same with types that were chosen: what is counted has been called, and compared.
@Suite(.serialized) struct `Functions of chosen types` {
    private static let made = GeneratedFunctions.Made {
        GeneratedFunctions(of: ChosenSignatures.all, seed: 7)
    }
    private let functions = made.functions
    private let library: GeneratedLibrary

    init() throws { library = try Self.made.library.get() }

    @Test func `return what they return to a compiler: 100 of them, and every kind`() throws {
        var called: Set<Signature> = []
        for (index, one) in functions.cases.enumerated() {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)

            let isRight = outcome.printed(one.signature) == library.direct(index)
            #expect(isRight, "f\(index) \(one.signature)")
            if isRight { called.insert(one.signature) }
        }

        #expect(called.count >= 100)
        for scalar in InvocationType.plain {
            #expect(called.contains { $0.takes { $0.type.bare == scalar } }, "\(scalar)")
            #expect(called.contains { $0.result.bare == scalar }, "\(scalar)")
        }
        for (kind, isMeant) in Self.kinds {
            #expect(called.contains(where: isMeant), "\(kind)")
        }
    }

    private static let kinds: [(String, @Sendable (Signature) -> Bool)] = [
        ("a structure by value", { $0.takes { $0.type.isStructure } }),
        ("a structure as a result", { $0.result.isStructure }),
        (
            "more floating-point numbers than the eight registers",
            { $0.parameters.count { [.float32, .float64].contains($0.type) } > 8 }
        ),
        ("variable arguments", { ($0.fixedCount ?? .max) < $0.parameters.count }),
        ("an out-parameter", { $0.takes { $0.direction == .output } }),
        ("an inout parameter", { $0.takes { $0.direction == .both } }),
        ("text both ways", { $0.takes { $0.type.bare == .string } && $0.result.bare == .string }),
        ("text that is handed over", { $0.result.release != nil }),
        ("text through a pointer", { $0.takes { $0.isOutput(.string) } }),
        ("bytes", { $0.takes { if case .bytes = $0.type.bare { true } else { false } } }),
        ("an enumeration", { if case .enumeration = $0.result { true } else { false } }),
        (
            "a pointer to a value",
            { $0.takes { if case .pointee = $0.type.bare { true } else { false } } }
        ),
        ("nothing", { $0.parameters.isEmpty && $0.result == .void }),
    ]

    @Test(arguments: [true, false])
    func `are closures that C gets the same from: 30 of them`(isPrecompiled: Bool) throws {
        var called: Set<Signature> = []
        for (index, one) in functions.cases.enumerated() where one.signature.isOfClosures {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)
            try library.checkClosure(index, one, returning: outcome, isPrecompiled: isPrecompiled)
            called.insert(one.signature)
        }

        #expect(called.count >= 30)
        #expect(called.contains { $0.result.isStructure })
        #expect(called.contains { $0.takes { $0.type.isStructure } })
        #expect(called.contains { $0.result.release != nil })
        #expect(called.contains { $0.takes { $0.direction == .output } })
        #expect(called.contains { $0.takes { $0.direction == .both } })
    }
}

extension GeneratedLibrary {
    /// Checks that a closure gets the arguments that C passes, and C what it returns.
    fileprivate func checkClosure(
        _ index: Int,
        _ one: GeneratedFunctions.Case,
        returning outcome: InvocationOutcome,
        isPrecompiled: Bool
    ) throws {
        try checkClosure(index, one, isPrecompiled: isPrecompiled) { seen in
            .list { arguments in
                seen(arguments)
                return outcome
            }
        }
    }

    /// - Parameter body: the closure's body, which hands over the arguments that it gets.
    fileprivate func checkClosure(
        _ index: Int,
        _ one: GeneratedFunctions.Case,
        isPrecompiled: Bool,
        body: (@escaping @Sendable ([InvocationValue]) -> Void) -> ClosureBody
    ) throws {
        let failures = Mutex<[String]>([])
        let seen = Mutex<[InvocationValue]>([])
        let closure = try NativeClosure(
            one.signature,
            source: .libffi,
            takesPrecompiled: isPrecompiled,
            onFailure: { error in failures.withLock { $0.append("\(error)") } },
            body: body { arguments in seen.withLock { $0 = arguments } }
        )

        let printed = through(index, closure)

        #expect(seen.withLock { $0 } == one.arguments, "f\(index) \(one.signature)")
        #expect(printed == direct(index), "f\(index) \(one.signature)")
        #expect(failures.withLock { $0 } == [])
    }
}

extension Signature {
    fileprivate func takes(_ isMeant: (Parameter) -> Bool) -> Bool {
        parameters.contains(where: isMeant)
    }

    /// Whether there can be a closure of the type: none is variadic, and nobody could keep text
    /// that it lends.
    fileprivate var isOfClosures: Bool {
        let outputs = parameters.filter { $0.direction == .output }.map(\.type)
        return fixedCount == nil
            && ([result] + outputs).allSatisfy { $0.bare != .string || $0.release != nil }
    }
}

extension Signature.Parameter {
    fileprivate func isOutput(_ type: InvocationType) -> Bool {
        direction == .output && self.type.bare == type
    }
}

extension InvocationType {
    fileprivate var isStructure: Bool { if case .structure = self { true } else { false } }
}
