internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationInvocation

/// One completed call into a plugin.
package struct PluginCallTrace: Sendable {
    package let plugin: String
    /// The class; `nil` for the plugin as a whole.
    package let className: String?
    /// The object's path, printed; empty for a call without an object.
    package let path: String
    /// The called function, such as `load` or `encode`.
    package let function: String
    package let start: ContinuousClock.Instant
    package let duration: Duration
    /// The bytes of stored or available state, if any.
    package let size: Int?
    /// The plugin's message or status; `nil` for success.
    package let answer: String?
}

extension PluginCallTrace: CustomStringConvertible {
    /// For example "encode of Counter, 12 µs, 34 bytes".
    package var description: String {
        "\(function)" + (className.map { " of \($0)" } ?? "") + ", \(duration.briefly)"
            + (size.map { ", \($0) bytes" } ?? "") + (answer.map { ": \($0)" } ?? "")
    }
}

extension Duration {
    /// For example "12 µs" or "1.2 ms".
    package var briefly: String {
        let (seconds, attoseconds) = components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        guard microseconds >= 1_000 else { return "\(microseconds) µs" }
        return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
    }
}

extension PluginImage {
    /// Runs a call of the plugin, and reports it to `onCall`, unless its arguments were refused.
    @inline(__always)
    func traced<Result>(
        _ function: @autoclosure () -> String,
        of className: @autoclosure () -> String?,
        at path: [String] = [],
        by mailbox: PluginMailbox,
        size: () -> Int? = { nil },
        _ body: () -> (result: Result, message: String?)
    ) -> (result: Result, message: String?) {
        guard let onCall = mailbox.services.onCall else { return body() }
        return report(function(), of: className(), at: path, to: onCall, size: size, body)
    }

    @inline(never)
    private func report<Result>(
        _ function: String,
        of className: String?,
        at path: [String],
        to onCall: @Sendable (PluginCallTrace) -> Void,
        size: () -> Int?,
        _ body: () -> (result: Result, message: String?)
    ) -> (result: Result, message: String?) {
        let start = ContinuousClock.now
        let outcome = body()
        if (outcome.result as? any NativeResult)?.wasRefused == true { return outcome }
        let duration = ContinuousClock.now - start
        onCall(
            PluginCallTrace(
                plugin: plugin,
                className: className,
                path: RestorationPath.printed(path),
                function: function,
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

private protocol NativeResult {
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
    /// A description of a plugin's status, or `nil` for success.
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
