internal import Logging

/// Opens and closes the restoration window on the session's thread, and notifies the crash ledger
/// and the program.
final class WindowControl {
    private let window: RestorationWindow
    private let program: HostProgram
    var onSettled: (() -> Void)?

    init(of window: RestorationWindow, _ program: HostProgram) {
        self.window = window
        self.program = program
    }

    private var recorder: (any RestorationRecorder)? { program.records.recorder }

    var deadline: ContinuousClock.Instant? { window.deadline }

    func open() {
        window.open()
        recorder?.restorationWindowDidOpen()
    }

    /// Runs code of a late restore, with the window open.
    func whileOpen<Result>(_ body: () -> Result) -> Result {
        let isReopened = window.reopen()
        if isReopened { recorder?.restorationWindowDidOpen() }
        defer { if isReopened { endRestoring() } }
        return body()
    }

    func endRestoring() {
        window.endRestoring()
        settle()
    }

    func close() {
        window.close()
        settle()
    }

    /// Notifies, once, that the window has closed.
    func settle() {
        let options = program.options
        guard let closing = window.takeClosing(now: options.clock.now) else { return }
        if closing == .expired {
            options.logger(.restore).warning(
                "The restoration window was extended and not completed; it is closed now"
            )
        }
        recorder?.restorationWindowDidClose()
        onSettled?()
    }
}
