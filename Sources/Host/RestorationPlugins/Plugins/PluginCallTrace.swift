internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationInvocation

/// One call into a plugin, told when it has returned.
package struct PluginCallTrace: Sendable {
    /// The plugin's identifier.
    package let plugin: String
    /// The class; `nil` for the plugin as a whole.
    package let className: String?
    /// The object's path, printed; empty where the call is about none.
    package let path: String
    /// What was called: `load`, `create`, `encode`.
    package let function: String
    package let start: ContinuousClock.Instant
    package let duration: Duration
    /// The bytes of state that were stored or were there to be read; `nil` where there is none.
    package let size: Int?
    /// What the plugin answered, if that was not that all is well.
    package let answer: String?
}

extension PluginCallTrace: CustomStringConvertible {
    /// "encode of Counter, 12 µs, 34 bytes".
    package var description: String {
        "\(function)" + (className.map { " of \($0)" } ?? "") + ", \(duration.briefly)"
            + (size.map { ", \($0) bytes" } ?? "") + (answer.map { ": \($0)" } ?? "")
    }
}

extension Duration {
    /// "12 µs", "1.2 ms".
    package var briefly: String {
        let (seconds, attoseconds) = components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        guard microseconds >= 1_000 else { return "\(microseconds) µs" }
        return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
    }
}

extension PluginImage {
    /// Runs what calls the plugin, and tells of that where somebody wants to hear of it. Arguments
    /// that do not fit keep the call from being made.
    func traced<Result>(
        _ function: @autoclosure () -> String,
        of className: String?,
        at path: [String] = [],
        by mailbox: PluginMailbox,
        size: () -> Int? = { nil },
        _ body: () -> (result: Result, message: String?)
    ) -> (result: Result, message: String?) {
        guard let onCall = mailbox.services.onCall else { return body() }
        let start = ContinuousClock.now
        let outcome = body()
        if (outcome.result as? any NativeResult)?.wasRefused == true { return outcome }
        let duration = ContinuousClock.now - start
        onCall(
            PluginCallTrace(
                plugin: plugin,
                className: className,
                path: RestorationPath.printed(path),
                function: function(),
                start: start,
                duration: duration,
                size: size(),
                answer: outcome.message
                    ?? (outcome.result as? restoration_status).flatMap(Status.words)
            )
        )
        return outcome
    }
}

/// What came of a call with libffi.
private protocol NativeResult {
    /// Whether the call was not made.
    var wasRefused: Bool { get }
}

extension Result: NativeResult where Failure == InvocationError {
    var wasRefused: Bool {
        guard case .failure(let error) = self else { return false }
        return switch error {
        case .argumentCount, .mismatch, .outOfRange, .null, .textWithNUL, .missingField,
            .unknownField, .unknownEnumerator, .otherCallback:
            true
        default: false
        }
    }
}

extension PluginCallStage {
    /// The function that is called at the stage, as the header calls it.
    var function: String {
        switch self {
        case .load: "load"
        case .make: "create"
        case .property: "property"
        case .method: "method"
        case .interface: "interface"
        case .cancel: "cancelled"
        case .destroy: "destroy"
        case .convert: "convert"
        case .binding: "call"
        }
    }
}

extension Status {
    /// What a plugin's answer means; `nil` for success.
    static func words(_ status: restoration_status) -> String? {
        switch status {
        case ok: nil
        case declined: "declined"
        case absent: "absent"
        case mismatch: "mismatch"
        case unsupported: "unsupported"
        case limit: "limit"
        case invalid: "invalid"
        case wrongThread: "wrong thread"
        case notYet: "not yet"
        default: "failed"
        }
    }
}
