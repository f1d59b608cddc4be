internal import RestorationInvocation
internal import RestorationPlugins

/// The session's use of a library object, from creation or adoption to destruction or release.
///
/// Invariant of `@unchecked Sendable`: only the session's thread uses it; other threads only pass
/// it on to that thread.
final class BoundLife: Orphan, @unchecked Sendable {
    enum Beginning {
        /// Created by `create`, to be ended by `destroy`.
        case created
        /// Retained by `adopt`, to be released by `release`.
        case adopted
    }

    let address: UInt
    let boundClass: BindingClass
    let calls: BoundCalls
    let beginning: Beginning
    let handle: UInt64
    /// Shown in error messages.
    var path = ""
    /// Whether the library has destroyed the object. Afterwards only `release` may take it.
    private(set) var isGone = false
    private(set) var hasEnded = false
    private var connections: [Int: Connection] = [:]
    private var lastConnection = 0

    private struct Connection {
        var closures: [NativeClosure] = []
        let end: CallRunner?
        var values: CallRunner.Values?

        init(_ end: CallRunner?) { self.end = end }
    }

    /// The meaning of a notification.
    enum Event {
        /// The object has changed.
        case change
        /// The object may now accept a value that it refused earlier.
        case readiness
        /// The library is destroying the object.
        case destruction
        /// The object may have new elements.
        case appearance
    }

    init(
        _ address: UInt,
        of boundClass: BindingClass,
        _ calls: BoundCalls,
        _ beginning: Beginning
    ) {
        self.address = address
        self.boundClass = boundClass
        self.calls = calls
        self.beginning = beginning
        handle = boundClass.common.context.mailbox.issueHandle()
    }

    var common: BindingCommon { boundClass.common }
    var isAlive: Bool { !isGone && !hasEnded }

    // MARK: Notifications

    /// Connects to a notification, until ``endConnection(_:)`` or the end of the object.
    ///
    /// - Returns: The connection's number; `nil` after a reported failure.
    @discardableResult
    func connect(
        _ notification: BoundNotification?,
        _ event: Event,
        key: String? = nil
    ) -> Int? {
        guard let notification, isAlive else { return nil }
        var connection = Connection(notification.end)
        var values = notification.begin.values(of: self)
        do throws(CallRunner.Failure) {
            connection.closures = try notification.begin.closures(
                common.closures(of: handle, event)
            )
            try notification.begin.run(&values, closures: connection.closures)
        } catch {
            common.reportUnconnected(error, self, key: key)
            // To undo the connecting calls that succeeded, makes the disconnecting calls whose
            // arguments are known by name.
            if values.isBegun { connection.values = notification.ending(values, isWhole: false) }
            end(connection)
            return nil
        }
        connection.values = notification.ending(values)
        lastConnection += 1
        connections[lastConnection] = connection
        return lastConnection
    }

    func endConnection(_ number: Int) {
        if let connection = connections.removeValue(forKey: number) { end(connection) }
    }

    private func end(_ connection: Connection) {
        if let end = connection.end, var values = connection.values {
            do throws(CallRunner.Failure) {
                // Resources of other objects are released in any case.
                if !isAlive { values.object = 0 }
                try end.runWhatCanBe(&values)
            } catch {
                report(error, .disconnect)
            }
        }
        // Last, because the library may call the closures until now.
        for closure in connection.closures { closure.retire() }
    }

    // MARK: The end

    /// Handles the library's destruction of the object. Afterwards only `release`, and
    /// disconnecting calls that do not take the object, may be made.
    func recordDestruction() {
        guard isAlive else { return }
        isGone = true
        endConnections()
    }

    /// Destroys or releases the object. Does nothing the second time. Call on the session's thread.
    func end() {
        guard !hasEnded else { return }
        endConnections()
        hasEnded = true
        common.bound.forget(self)
        common.context.forget(handle)
        switch beginning {
        case .created: if !isGone { run(calls.destroy, .destroy) }
        case .adopted: run(calls.release, .release)
        }
    }

    private func endConnections() {
        for number in connections.keys.sorted(by: >) { endConnection(number) }
    }

    func run(_ runner: CallRunner?, _ action: BindingAction) {
        guard let runner else { return }
        var values = runner.values(object: address)
        do throws(CallRunner.Failure) {
            try runner.run(&values)
        } catch {
            // The object may be destroyed, so it is not asked for a message.
            common.report(
                error,
                action,
                className: boundClass.name,
                path: path,
                about: nil
            )
        }
    }

    func report(_ failure: CallRunner.Failure, _ action: BindingAction, key: String? = nil) {
        common.report(
            failure,
            action,
            className: boundClass.name,
            path: path,
            key: key,
            about: isAlive ? address : nil
        )
    }
}

extension BindingCommon {
    /// Closures that report an object's events to the session, on any thread.
    fileprivate func closures(of handle: UInt64, _ event: BoundLife.Event)
        -> CallRunner.ClosureSource
    {
        let mailbox = context.mailbox
        return closures { [weak mailbox] in
            guard let mailbox else { return }
            switch event {
            case .change: mailbox.invalidate(handle)
            case .readiness:
                // At once on the session's thread: a widget is drawn right after the notification.
                guard let context = mailbox.context else { return mailbox.recordArrival(handle) }
                (context.object(for: handle) as? BoundInstance)?.retry()
            case .appearance:
                guard let context = mailbox.context else { return mailbox.recordArrival(handle) }
                (context.object(for: handle) as? BoundObject)?.restoreNewElements()
            case .destruction:
                guard let context = mailbox.context else {
                    return mailbox.recordDestruction(handle)
                }
                (context.object(for: handle) as? BoundInstance)?.recordDestruction()
            }
        }
    }

    fileprivate func reportUnconnected(
        _ failure: CallRunner.Failure,
        _ life: BoundLife,
        key: String?
    ) {
        // Not a failure: the host has forbidden closures.
        if case .noClosure(_, .forbidden)? = failure.reason { return }
        // If closures have run out, every later object fails too, so this is reported once.
        guard case .noClosure? = failure.reason else {
            return life.report(failure, .connect, key: key)
        }
        reportOnce(failure, .connect, className: life.boundClass.name, key: key, about: nil)
    }
}
