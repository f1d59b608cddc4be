import Foundation
import Synchronization
import Testing

@testable import RestorationInvocation

/// What a C compiler makes of calls, and what libffi makes of the same.
@Suite(.serialized) struct `Functions of random types` {
    private let functions: GeneratedFunctions
    private let library: GeneratedLibrary

    init() throws {
        functions = GeneratedFunctions(count: 200, seed: 5)
        library = try GeneratedLibrary(functions.source)
    }

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
            let failures = Mutex<[String]>([])
            let seen = Mutex<[InvocationValue]>([])
            let closure = try NativeClosure(
                one.signature,
                source: .libffi,
                takesPrecompiled: isPrecompiled,
                onFailure: { error in failures.withLock { $0.append("\(error)") } },
                body: .list { arguments in
                    seen.withLock { $0 = arguments }
                    return outcome
                }
            )

            let printed = library.through(index, closure)

            #expect(seen.withLock { $0 } == one.arguments, "f\(index) \(one.signature)")
            #expect(printed == library.direct(index), "f\(index) \(one.signature)")
            #expect(failures.withLock { $0 } == [])
            count += 1
        }
        #expect(count > 100)
    }
}

/// The same where all goes through registers, without libffi.
@Suite(.serialized) struct `Plain functions of random types` {
    private let functions: GeneratedFunctions
    private let library: GeneratedLibrary

    init() throws {
        functions = GeneratedFunctions(count: 150, seed: 6, .plain)
        library = try GeneratedLibrary(functions.source)
    }

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
            let failures = Mutex<[String]>([])
            let seen = Mutex<[InvocationValue]>([])
            let closure = try NativeClosure(
                one.signature,
                source: .libffi,
                takesPrecompiled: isPrecompiled,
                onFailure: { error in failures.withLock { $0.append("\(error)") } },
                body: .plain { arguments in
                    let list = arguments.indices.map { arguments[$0] }
                    seen.withLock { $0 = list }
                    return result
                }
            )

            let printed = library.through(index, closure)

            #expect(seen.withLock { $0 } == one.arguments, "f\(index) \(one.signature)")
            #expect(printed == library.direct(index), "f\(index) \(one.signature)")
            #expect(failures.withLock { $0 } == [])
            count += 1
        }
        #expect(count > 60)
    }
}

/// What the two suites above call, and the longest list of floats of the fixed ones, counted.
@Suite struct `All functions of random types` {
    private let types: Set<Signature>

    init() throws {
        let functions = [
            GeneratedFunctions(count: 200, seed: 5),
            GeneratedFunctions(count: 150, seed: 6, .plain),
        ]
        let fixed = try Signature(parsing: `Calling a C function with more than words`.manyFloats)
        types = Set(functions.flatMap { $0.cases.map(\.signature) } + [fixed])
    }

    private func has(_ isMeant: (Signature) -> Bool) -> Bool { types.contains(where: isMeant) }

    @Test func `are of 100 types for calls and 30 for closures, and of every kind`() {
        #expect(types.count >= 100)
        #expect(types.count { $0.fixedCount == nil } >= 30)
        for scalar in InvocationType.plain {
            #expect(has { $0.parameters.contains { $0.type.bare == scalar } }, "\(scalar)")
            #expect(has { $0.result.bare == scalar }, "\(scalar)")
        }
        #expect(has { if case .structure = $0.result { true } else { false } })
        #expect(
            has { $0.parameters.contains { if case .structure = $0.type { true } else { false } } }
        )
        // There are eight registers for floating-point numbers.
        #expect(has { $0.parameters.count { [.float32, .float64].contains($0.type) } > 8 })
        #expect(has { ($0.fixedCount ?? .max) < $0.parameters.count })
        #expect(has { $0.parameters.contains { $0.direction == .output } })
        #expect(has { $0.parameters.contains { $0.direction == .both } })
    }
}
