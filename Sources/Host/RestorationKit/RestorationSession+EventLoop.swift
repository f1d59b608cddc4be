internal import Logging
internal import RestorationPlugins

/// Drives the session from a program's event loop, which waits for its own input, for
/// ``fileDescriptor`` and until ``nextDeadline``, then calls ``runPending()``.
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
    /// Readable when ``runPending()`` has work. Do not read or close it: it is closed when the
    /// session is deallocated. Get it before each wait, since the session replaces a descriptor
    /// that other code has closed.
    ///
    /// -1, which poll(2) skips, in a forked child.
    public var fileDescriptor: Int32 {
        guard gate.isInOwnProcess else { return -1 }
        repairDescriptor()
        return events.descriptor.number
    }

    private func repairDescriptor() {
        guard gate.thread.isCurrent else { return }
        if events.descriptor.repair() { reportClosed("a descriptor of the session") }
        if ledger?.page.isFileClosed == true { reportClosed("the session's crash ledger") }
    }

    /// Logs once that other code has closed a descriptor, and the plugin call before that.
    private func reportClosed(_ what: String) {
        guard events.reportedClosed.insert(what).inserted else { return }
        let call = ledger?.lastPluginCall.map { "; the last call before was \($0)" } ?? ""
        options.logger(.plugin).warning(
            "Other code of this process has closed \(what)\(call)",
            remedy: "Let the program and its plugins close only descriptors that they have"
                + " opened."
        )
    }

    /// The latest time for the next ``runPending()``; `nil` if nothing is planned, as once the
    /// session is closed.
    public var nextDeadline: ContinuousClock.Instant? {
        enter()
        guard gate.phase == .running else { return nil }
        return [saving.nextDeadline, program.window.deadline, records.nextDeadline]
            .compactMap(\.self).min()
    }

    /// The time until ``nextDeadline`` for poll(2): rounded up, -1 without a deadline.
    public var millisecondsToNextDeadline: Int32 {
        guard let deadline = nextDeadline else { return -1 }
        return options.clock.now.milliseconds(until: deadline)
    }

    /// Does all pending work: due saves, outcomes of saves, changes from other threads, arrived
    /// objects, other devices' saves, signals. Returns at once if there is none. Once the session
    /// is closed, it only releases plugins' deallocated objects.
    public func runPending() {
        guard enter() else { return }
        repairDescriptor()
        events.descriptor.clear()
        // First, since plugins may add to the session's own mail.
        let changedObjects = classes.loader.runPending()
        let mail = mailbox.take()
        if mail.hasChange { changed() }
        saving.warnOfMissingRestore()
        for save in mail.saves { saving.finish(save.capture, save.error) }
        for object in changedObjects { invalidate(object) }
        guard gate.phase != .closed else { return }
        program.settleWindow()
        restoring.restoreLate(mail.arrived)
        restoring.endWaits()
        if mail.hasRemoteChange { saved.tellRemoteChange() }
        reports.writeIfNeeded()
        for request in mail.reloads {
            request.answer(Result { try reloadPlugin(request.plugin) })
        }
        events.reportReplacedHandlers(in: options.logger(.save))
        events.signals?.deliver()
        // The program's action on a signal may end the session.
        guard gate.phase == .running else { return }
        records.recorder?.launchDidSucceed()
        saving.saveIfDue()
    }
}
