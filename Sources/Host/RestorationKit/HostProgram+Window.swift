internal import Logging

/// Opens and closes the restoration window on the session's thread, and notifies the crash ledger
/// and the program.
extension HostProgram {
    /// Runs code of a restore with the window open.
    func whileWindowIsOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
        let isOpened = window.open()
        if isOpened { records.recorder?.restorationWindowDidOpen() }
        defer {
            if isOpened {
                window.endRestoring()
                settleWindow()
            }
        }
        return try body()
    }

    func closeWindow() {
        window.close()
        settleWindow()
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
