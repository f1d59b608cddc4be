internal import Logging

/// The program that a session serves: its options, objects, classes and delegate, with the gate for
/// its calls, the ledger of its crashes and the events that wake it.
final class HostProgram {
    let gate = SessionGate()
    let options: RestorationOptions
    let records = RecordSet()
    let classes: ClassDirectory
    let events: SessionEvents
    let window: RestorationWindow
    weak var delegate: (any RestorationDelegate)?
    /// `nil` if there is no ledger file.
    var ledger: CrashLedger?
    var onSettled: (() -> Void)?

    init(
        _ application: ApplicationIdentifier,
        _ options: RestorationOptions,
        _ delegate: (any RestorationDelegate)?
    ) throws(SessionError) {
        self.options = options
        self.delegate = delegate
        events = try SessionEvents()
        classes = ClassDirectory(
            application: application,
            options: options,
            wakeUp: events.wakeUp
        )
        window = RestorationWindow(options, wakeUp: events.wakeUp)
        records.classes = classes
        records.keepsUnavailable = !options.isStrict
    }

    // MARK: The restoration window

    /// Runs code of a restore with the window open.
    func whileWindowIsOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard window.open() else { return try body() }
        records.recorder?.restorationWindowDidOpen()
        defer {
            window.endRestoring()
            settleWindow()
        }
        return try body()
    }

    /// Notifies, once, that the window has closed.
    func settleWindow() {
        guard let closing = window.takeClosing(now: options.clock.now) else { return }
        if closing == .expired {
            options.logger(.restore).warning(
                "The restoration window was extended and not completed; it is closed now"
            )
        }
        records.recorder?.restorationWindowDidClose()
        onSettled?()
    }
}
