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
                onFailure: { error in failures.withLock { $0.append("\(error)") } }
            ) { arguments in
                seen.withLock { $0 = arguments }
                return outcome
            }

            let printed = library.through(index, closure)

            #expect(seen.withLock { $0 } == one.arguments, "f\(index) \(one.signature)")
            #expect(printed == library.direct(index), "f\(index) \(one.signature)")
            #expect(failures.withLock { $0 } == [])
            count += 1
        }
        #expect(count > 100)
    }
}
