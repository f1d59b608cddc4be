import Foundation
import Synchronization
import Testing

@testable import RestorationInvocation

/// Compares the compiler's calls with those through libffi.
@Suite(.serialized) struct `Functions of random types` {
    private static let made = GeneratedFunctions.Made { GeneratedFunctions(count: 200, seed: 5) }
    private let functions = made.functions
    private let library: GeneratedLibrary

    init() throws { library = try Self.made.library.get() }

    @Test func `return the same as compiled C`() throws {
        for (index, one) in functions.cases.enumerated() {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)

            #expect(
                outcome.printed(one.signature) == library.direct(index),
                "f\(index) \(one.signature)"
            )
        }
    }

    @Test(arguments: [true, false])
    func `are closures that return the same to C`(isPrecompiled: Bool) throws {
        var count = 0
        for (index, one) in functions.cases.enumerated() where one.signature.fixedCount == nil {
            let outcome = try library.call("f\(index)", one.signature, one.arguments)
            try library.checkClosure(index, one, returning: outcome, isPrecompiled: isPrecompiled)
            count += 1
        }
        #expect(count > 100)
    }
}

/// Compares calls whose arguments all go in registers, without libffi.
@Suite(.serialized) struct `Plain functions of random types` {
    private static let made = GeneratedFunctions.Made {
        GeneratedFunctions(count: 150, seed: 6, .plain)
    }
    private let functions = made.functions
    private let library: GeneratedLibrary

    init() throws { library = try Self.made.library.get() }

    @Test func `return the same through registers as through libffi and compiled C`() throws {
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
    func `are closures that return the same to C`(isPrecompiled: Bool) throws {
        var count = 0
        for (index, one) in functions.cases.enumerated() {
            // Text lent by a closure cannot outlive the call, so such results are skipped. The
            // other skipped signatures have too many arguments.
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

extension GeneratedLibrary {
    /// Checks that a closure receives the arguments that C passes, and C the closure's results.
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

    /// - Parameter body: makes the closure's body, which must pass its arguments to the given
    ///   function.
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
