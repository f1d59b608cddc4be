internal import RestorationInvocation
internal import RestorationPlugins

/// The time for which the session has to do with an object of a library: from its creation or
/// adoption, through the notifications that were asked for, to its destruction or release, once.
///
/// Invariant of `@unchecked Sendable`: it crosses threads only to reach the session's, where alone
/// it is used.
final class BoundLife: Orphan, @unchecked Sendable {
    /// How the session came to the object.
    enum Beginning {
        /// The class's `create` made it, and `destroy` ends it.
        case created
        /// It was there. `adopt` kept it, and `release` lets go of it.
        case adopted
    }

    /// Where the library has it.
    let address: UInt
    let boundClass: BindingClass
    let calls: BoundCalls
    let beginning: Beginning
    /// What closures call the object.
    let handle: UInt64
    /// Of the object, for messages.
    var path = ""
    /// Whether the library has destroyed it by itself, so that nothing may be called on it.
    private(set) var isGone = false
    private(set) var hasEnded = false
    /// By their numbers, which count up.
    private var connections: [Int: Connection] = [:]
    private var lastConnection = 0

    /// A notification that was asked for.
    private struct Connection {
        var closures: [NativeClosure] = []
        let end: CallRunner?
        var values: CallRunner.Values?

        init(_ end: CallRunner?) { self.end = end }
    }

    /// What a notification is about.
    enum News {
        /// The object has changed.
        case change
        /// It may take now what it refused.
        case readiness
        /// The library is destroying it.
        case destruction
        /// There may be more in it.
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

    /// Asks the library to tell about something, until somebody ends it or the object ends.
    ///
    /// - Returns: what to end it by; `nil` if it failed, which has been told.
    @discardableResult
    func connect(
        _ notification: BoundNotification?,
        _ news: News,
        key: String? = nil
    ) -> Int? {
        guard let notification, isAlive else { return nil }
        var connection = Connection(notification.end)
        var values = notification.begin.values(of: self)
        do throws(CallRunner.Failure) {
            connection.closures = try notification.begin.closures(
                common.closures(of: handle, news)
            )
            try notification.begin.run(&values, closures: connection.closures)
        } catch {
            common.reportUnconnected(error, self, key: key)
            // What has been done of it is undone, so far as it has names.
            if values.isBegun { connection.values = notification.ending(values, isWhole: false) }
            end(connection)
            return nil
        }
        connection.values = notification.ending(values)
        lastConnection += 1
        connections[lastConnection] = connection
        return lastConnection
    }

    /// Ends a notification.
    func endConnection(_ number: Int) {
        if let connection = connections.removeValue(forKey: number) { end(connection) }
    }

    private func end(_ connection: Connection) {
        if let end = connection.end, var values = connection.values {
            do throws(CallRunner.Failure) {
                // What the calls took of other objects is given back in any case.
                if !isAlive { values.object = 0 }
                try end.runWhatCanBe(&values)
            } catch {
                report(error, .disconnect)
            }
        }
        // Only now: until then the library may call it.
        for closure in connection.closures { closure.retire() }
    }

    // MARK: The end

    /// The library destroys the object by itself. From now on nothing is called on it, except that
    /// what `adopt` has taken is given back. Notifications end as far as that does not take the
    /// object: they may be about others, which live on.
    func noteDestruction() {
        guard isAlive else { return }
        isGone = true
        endConnections()
    }

    /// Ends it: once, and on the session's thread.
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
            // It may be gone by now, and cannot be asked why.
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
    /// Closures that tell the session about an object, on whatever thread the library calls them.
    fileprivate func closures(of handle: UInt64, _ news: BoundLife.News) -> CallRunner.ClosureSource
    {
        let mailbox = context.mailbox
        return closures { [weak mailbox] in
            guard let mailbox else { return }
            switch news {
            case .change: mailbox.invalidate(handle)
            case .readiness:
                // On the session's thread at once: a widget is drawn right after it has said so.
                guard let context = mailbox.context else { return mailbox.noteArrival(handle) }
                (context.object(for: handle) as? BoundInstance)?.retry()
            case .appearance:
                guard let context = mailbox.context else { return mailbox.noteArrival(handle) }
                (context.object(for: handle) as? BoundObject)?.noteAppearance()
            case .destruction:
                guard let context = mailbox.context else { return mailbox.noteDestruction(handle) }
                (context.object(for: handle) as? BoundInstance)?.noteDestruction()
            }
        }
    }

    fileprivate func reportUnconnected(
        _ failure: CallRunner.Failure,
        _ life: BoundLife,
        key: String?
    ) {
        // A host that wants no closures has said so.
        if case .noClosure(_, .forbidden)? = failure.reason { return }
        // Where there are none left, this is so for all objects that follow.
        guard case .noClosure? = failure.reason else {
            return life.report(failure, .connect, key: key)
        }
        reportOnce(failure, .connect, className: life.boundClass.name, key: key, about: nil)
    }
}
