internal import Logging
internal import RestorationPlugins

/// Living in somebody's event loop: a program waits for its own input, for ``fileDescriptor`` and
/// until ``nextDeadline``, then calls ``runPending()``.
///
/// ```swift
/// var descriptors = [
///     pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
///     pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0),
/// ]
/// while isRunning {
///     descriptors[1].fd = session.fileDescriptor
///     poll(&descriptors, 2, session.millisecondsToNextDeadline)
///     session.runPending()
///     handleInput()
/// }
/// ```
extension RestorationSession {
    /// Readable when there is something to do for ``runPending()``. Do not read or close it: it is
    /// closed when the session object ends. Ask for it before each wait: where other code of the
    /// process has closed it, the session makes another one.
    ///
    /// -1, which poll(2) skips, in a forked child.
    public var fileDescriptor: Int32 {
        guard gate.isInOwnProcess else { return -1 }
        mendDescriptor()
        return events.descriptor.number
    }

    private func mendDescriptor() {
        guard gate.thread.isCurrent else { return }
        if events.descriptor.mend() { reportClosed("a descriptor of the session") }
        if ledger?.page.isFileClosed == true { reportClosed("the session's crash ledger") }
    }

    private func reportClosed(_ what: String) {
        events.reportClosed(what, after: ledger?.lastPluginCall, in: options.logger(.plugin))
    }

    /// When ``runPending()`` has to be called at the latest; `nil` if nothing is planned, as once
    /// the session is closed.
    public var nextDeadline: ContinuousClock.Instant? {
        enter()
        guard gate.phase == .running else { return nil }
        let deadlines = [
            saving.nextDeadline, window.deadline, records.nextDeadline,
        ]
        return deadlines.compactMap(\.self).min()
    }

    /// The time until ``nextDeadline`` as poll(2) takes it: rounded up, -1 for "no deadline".
    public var millisecondsToNextDeadline: Int32 {
        guard let deadline = nextDeadline else { return -1 }
        return options.clock.now.milliseconds(until: deadline)
    }

    /// Does all pending work: saves that are due, the outcomes of saves, changes told from other
    /// threads, objects whose data has arrived, signals. Returns at once if there is nothing to do.
    /// Once the session is closed it only lets go of plugins' objects that have ended.
    public func runPending() {
        guard enter() else { return }
        mendDescriptor()
        events.descriptor.clear()
        // First, for plugins may add to the session's own mail.
        let changedObjects = classes.runPending()
        let mail = mailbox.take()
        if mail.hasChange { changed() }
        saving.warnOfMissingRestore()
        saving.finish(mail.saves)
        for object in changedObjects { invalidate(object) }
        guard gate.phase != .closed else { return }
        window.settle()
        arrivals.bringBack(mail.arrived)
        arrivals.endWaits()
        reports.writeNews()
        for request in mail.reloads {
            request.answer(Result { try reloadPlugin(request.plugin) })
        }
        events.signals?.deliver()
        // The program's action on a signal may be to end the session.
        guard gate.phase == .running else { return }
        recorder?.launchDidSucceed()
        saving.saveIfDue()
    }
}
