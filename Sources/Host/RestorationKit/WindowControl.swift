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

    /// Runs code of a restore with the window open.
    func whileOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
        let isOpened = window.open()
        if isOpened { recorder?.restorationWindowDidOpen() }
        defer {
            if isOpened {
                window.endRestoring()
                settle()
            }
        }
        return try body()
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
