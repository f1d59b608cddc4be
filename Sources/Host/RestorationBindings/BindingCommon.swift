internal import RestorationCore
internal import RestorationEngine
internal import RestorationInvocation
internal import RestorationPlugins

/// What the classes and objects of a binding share.
final class BindingCommon {
    let identifier: String
    let context: PluginContext
    /// The objects of libraries that the session knows.
    let bound: BoundTable
    private let failureMessage: CallRunner?
    /// Those of classes that have their own, by the names of the classes.
    var failureMessages: [String: CallRunner] = [:]
    /// What has been told that is found again at every save.
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

    /// A failed call in words, with those of the library, which is asked now.
    ///
    /// - Parameter address: the object that the call was about; `nil` for none that is alive.
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

    /// Tells of a call that failed where things go on without it.
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

    /// Tells of a call that fails at every save, the first time.
    func reportOnce(
        _ failure: CallRunner.Failure,
        _ action: BindingAction,
        className: String = "",
        path: String = "",
        key: String? = nil,
        about address: UInt?
    ) {
        // What the library says about it may be different each time.
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

    /// Tells of what fails at every save, the first time.
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

    /// Makes closures that tell the session about an object, and do nothing else.
    ///
    /// - Parameters:
    ///   - handle: the object's.
    ///   - body: what is done on whatever thread the library calls on. The closure returns what its
    ///     signature has behind `else`, or 0 or null.
    func closures(
        _ body: @escaping @Sendable () -> Void
    ) -> CallRunner.ClosureSource {
        let policy = context.mailbox.services.closurePolicy
        return { signature throws(InvocationError) in
            try NativeClosure(
                signature,
                policy: policy,
                onFailure: { error in
                    // Arguments that are not what the signature says do not matter: that the call
                    // came is all that counts.
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

/// Thrown by a closure that has nothing to say, so that the library gets the failure value.
private struct FailureValueWanted: Error {}
