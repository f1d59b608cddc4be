internal import CRestorationSystem

/// Signals at which a program wants its state saved.
public enum SessionSignal: Hashable, Sendable, CaseIterable {
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGTERM: asked to end.
    case terminate
    /// SIGHUP: the terminal is gone.
    case hangUp
    /// SIGTSTP: Ctrl-Z.
    case suspend

    /// The number of the signal.
    public var number: Int32 {
        switch self {
        case .interrupt: 2
        case .terminate: 15
        case .hangUp: 1
        case .suspend: 20
        }
    }
}

extension RestorationSession {
    /// Saves when one of `signals` arrives, then calls `action`. Handlers that were there before
    /// are called as well, at once, as signal handlers are.
    ///
    /// The saving happens on the session's thread: ``fileDescriptor`` becomes readable, and
    /// ``runPending()`` does it. Watching ends with ``close()``. Calling this again replaces the
    /// signals and the action; if it throws, the former ones stay.
    ///
    /// A program that hangs can be ended: ``SessionSignal/terminate`` and
    /// ``SessionSignal/interrupt`` take their default action at once, with nothing saved, if they
    /// come again half a second or more after one that ``runPending()`` has not handled yet. Of two
    /// that come at once, as timeout(1) sends them, the second one says nothing new. Where the
    /// program had a handler, only that is called.
    ///
    /// - Parameters:
    ///   - signals: Those that the session watches for; all that it can by default.
    ///   - action: The program's response to the signal when its state is safe, such as giving the
    ///     terminal back before ``performDefaultAction(of:)``. Without it that is all.
    /// - Throws: ``SessionError/closed``, ``SessionError/tooManySignalWatchers``,
    ///   ``SessionError/system(what:errorNumber:)``.
    public func handleSignals(
        _ signals: Set<SessionSignal> = Set(SessionSignal.allCases),
        then action: ((SessionSignal) -> Void)? = nil
    ) throws(SessionError) {
        try checkIsOpen()
        try events.watch(signals) { [weak self] signal in
            guard let self else { return }
            do {
                try self.preserveNow()
            } catch {
                // The signal counts all the same; `onSave` has told the outcome of a commit.
                if error is SessionError { self.saving.tellNothingCaptured(Diagnosis(error)) }
            }
            if let action { action(signal) } else { self.performDefaultAction(of: signal) }
        }
    }

    /// Performs the default action of a signal, as if nobody had watched for it: ends the process
    /// or, for ``SessionSignal/suspend``, stops it. Returns when a stopped process continues, or
    /// where the program had a handler of its own, which has been called already. So it is once the
    /// session is closed, too. Process 1, whose default actions the kernel ignores, exits with 128
    /// and the number of the signal.
    public func performDefaultAction(of signal: SessionSignal) {
        enter()
        restoration_signal_perform_default(signal.number)
    }
}

/// Brings signals from their handler to the session's thread.
final class SignalRelay {
    private let signals: [SessionSignal]
    private var slot: Int32
    private let descriptor: WakeUpDescriptor
    private let action: (SessionSignal) -> Void

    init(
        _ signals: Set<SessionSignal>,
        waking descriptor: WakeUpDescriptor,
        _ action: @escaping (SessionSignal) -> Void
    ) throws(SessionError) {
        self.signals = signals.sorted { $0.number < $1.number }
        self.action = action
        self.descriptor = descriptor
        slot = descriptor.openSignalSlot()
        guard slot >= 0 else { throw .tooManySignalWatchers }
        for signal in self.signals {
            let error = restoration_signal_watch(slot, signal.number)
            guard error == 0 else {
                restoration_signal_close(slot)
                throw .system(what: "Signal \(signal.number) cannot be watched", errorNumber: error)
            }
        }
    }

    /// Handles the signals that have arrived.
    func deliver() {
        let slot = slot
        let pending = restoration_signal_take(slot)
        defer { restoration_signal_done(slot, pending) }
        for signal in signals where pending & (1 << UInt64(signal.number)) != 0 { action(signal) }
    }

    /// Ends watching. Stopping twice is harmless: the slot may be another relay's by then.
    func stop() {
        restoration_signal_close(slot)
        slot = -1
    }
}
