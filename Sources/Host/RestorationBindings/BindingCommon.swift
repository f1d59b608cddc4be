internal import RestorationCore
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// State shared by the classes and objects of a binding.
final class BindingCommon {
    let identifier: String
    let context: PluginContext
    let bound: BoundTable
    private let failureMessage: CallRunner?
    /// The message calls of single classes, by class name.
    var failureMessages: [String: CallRunner] = [:]
    /// Salts the digests of this launch.
    let salt = String(UInt64.random(in: .min ... .max), radix: 36) + ":"
    /// Reported errors that recur at every save.
    private var told: Set<BindingError> = []

    init(
        _ identifier: String,
        _ context: PluginContext,
        _ bound: BoundTable,
        _ failureMessage: CallRunner?
    ) {
        self.identifier = identifier
        self.context = context
        self.bound = bound
        self.failureMessage = failureMessage
    }

    // MARK: Failures

    /// The error of a failed call, with the library's own message.
    ///
    /// - Parameter address: The live object of the call, if any.
    func failure(
        _ failure: CallRunner.Failure,
        _ action: BindingAction,
        className: String = "",
        path: String = "",
        key: String? = nil,
        about address: UInt?
    ) -> BindingError {
        .bindingCallFailed(
            BindingCallFailure(
                binding: identifier,
                className: className,
                path: path,
                key: key,
                action: action,
                function: failure.function,
                reason: failure.problem,
                message: address.flatMap { message(about: $0, of: className, failure) }
            )
        )
    }

    private func message(
        about address: UInt,
        of className: String,
        _ failure: CallRunner.Failure
    ) -> String? {
        let runner = failureMessages[className] ?? failureMessage
        // Only the library can know why its own function failed.
        guard case .failed? = failure.reason, address != 0,
            case .string(let text?)? = try? runner?.value(of: address), !text.isEmpty
        else { return nil }
        return text
    }

    /// Reports a failed call that stops nothing else.
    func report(
        _ failure: CallRunner.Failure,
        _ action: BindingAction,
        className: String = "",
        path: String = "",
        key: String? = nil,
        about address: UInt?
    ) {
        report(
            self.failure(
                failure,
                action,
                className: className,
                path: path,
                key: key,
                about: address
            )
        )
    }

    /// Reports only the first of a call's failures.
    func reportOnce(
        _ failure: CallRunner.Failure,
        _ action: BindingAction,
        className: String = "",
        path: String = "",
        key: String? = nil,
        about address: UInt?
    ) {
        // The library's message may differ each time.
        let bare = self.failure(
            failure,
            action,
            className: className,
            path: path,
            key: key,
            about: nil
        )
        guard told.insert(bare).inserted else { return }
        report(failure, action, className: className, path: path, key: key, about: address)
    }

    /// Reports only the first of equal errors.
    func reportOnce(_ error: BindingError) {
        if told.insert(error).inserted { report(error) }
    }

    func report(_ error: BindingError) {
        let diagnosis = error.diagnosis
        log(.error, diagnosis.problem, at: diagnosis.place)
    }

    func log(_ level: PluginLogLevel, _ message: String, at place: String? = nil) {
        context.mailbox.services.log(
            PluginLogEntry(
                plugin: identifier,
                place: place ?? identifier,
                level: level,
                message: message
            )
        )
    }

    // MARK: Closures

    /// Makes closures that run `body`, on the library's thread, and return the failure value: the
    /// signature's `else` value, 0 or null.
    func closures(
        _ body: @escaping @Sendable () -> Void
    ) -> CallRunner.ClosureSource {
        let policy = context.mailbox.services.closurePolicy
        return { signature throws(InvocationError) in
            try NativeClosure(
                signature,
                policy: policy,
                onFailure: { error in
                    // Only the fact of the call matters, not its arguments.
                    if !(error is FailureValueWanted) { body() }
                },
                body: { _ in
                    body()
                    throw FailureValueWanted()
                }
            )
        }
    }
}

/// Makes a closure return its failure value.
private struct FailureValueWanted: Error {}
