import Synchronization

@testable import RestorationInvocation

/// Closures of the tests.
enum SampleClosure {
    struct Refused: Error {}

    /// Collects the errors that closures report.
    final class Failures: Sendable {
        private let list = Mutex<[any Error]>([])
        var all: [any Error] { list.withLock { $0 } }
        func add(_ error: any Error) { list.withLock { $0.append(error) } }
    }

    static let mapping = "(int32) -> int32 else -1"

    /// Makes a precompiled closure, or one of libffi's.
    static func make(
        _ signature: String,
        isPrecompiled: Bool = true,
        policy: ClosurePolicy = .libffi,
        failures: Failures = Failures(),
        body: @escaping NativeClosure.Body
    ) throws -> NativeClosure {
        try NativeClosure(
            Signature(parsing: signature),
            source: policy,
            takesPrecompiled: isPrecompiled,
            onFailure: { failures.add($0) },
            body: .list(body)
        )
    }

    static func added(_ number: Int64) -> NativeClosure.Body {
        { arguments in
            guard case .integer(let value) = arguments[0] else { throw Refused() }
            return InvocationOutcome(.integer(value + number))
        }
    }

    static func callback(_ scope: String) -> String { "callback \(scope) \(mapping)" }
}
