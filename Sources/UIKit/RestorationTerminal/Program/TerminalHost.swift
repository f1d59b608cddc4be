import Dispatch
import Foundation
import Logging
import RestorationKit
import RestorationUIKit
import TerminalScreen

/// Runs a program on the terminal until the user leaves.
///
/// The main loop never blocks on the terminal, so saves and signals always proceed.
@MainActor final class TerminalHost: ApplicationScreen {
    private(set) var interface: TerminalInterface?
    private var terminal: Terminal?
    private var events: TerminalEvents?
    private var runPending: () -> Void = {}
    private var early: [String] = []
    private var log: TerminalLog?
    private let progress = TerminalProgress()
    private var shownProblem: Diagnosis?
    private var isDrawn = false
    /// The key count of the canvas being sent.
    private var drawnKeyCount: Int?
    /// The key count of each capture whose save has not ended.
    private var keyCounts: [UInt64: Int] = [:]

    func claim() throws {
        terminal = try Terminal()
        InterfaceMetrics.current = .terminal
        UIScreen.main.bounds = TerminalInterface.windowBounds(Terminal.windowSize)
        TerminalApplication.host = self
    }

    func prepare(_ configuration: inout UIApplicationConfiguration) throws {
        // The standard logger would write over the screen.
        if configuration.options.logger.label == UIApplicationConfiguration.standardLoggerLabel {
            let log = TerminalLog { line in
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated { self?.show(line) }
                }
            }
            configuration.options.logger = log.logger(like: configuration.options.logger)
            self.log = log
        }
        configuration.drawSnapshot =
            configuration.drawSnapshot ?? { [weak self] _ in
                let text = self?.interface?.canvas().description
                return text.map { UILaunchSnapshot(data: Data($0.utf8), mediaType: "text/plain") }
            }
    }

    func begin(_ application: UIApplication, runPending: @escaping () -> Void) throws {
        guard let terminal else { return }
        self.runPending = runPending
        do {
            try terminal.start()
        } catch {
            try? UISystem(application).terminate()
            throw error
        }
        interface = TerminalInterface(application, size: terminal.size)
        observeSaves(of: application.restorationSession)
        events = TerminalEvents(
            of: terminal,
            onInput: { [unowned self] in readKeys(terminal.readKeys()) },
            onSilence: { [unowned self] in readKeys(terminal.readKeysAfterSilence()) },
            onRoom: { [unowned self] in flush() },
            onEvent: { [unowned self] in recordEvents() }
        )
        Display.onChange = { [unowned self] in
            isDrawn = false
            DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        }
        for line in early { show(line) }
        early = []
        sessionDidRun()
    }

    private func recordEvents() {
        guard let terminal else { return }
        let happened = terminal.takeEvents()
        if happened.isContinued {
            resume()
        } else if happened.isResized, terminal.isAcquired {
            terminal.updateSize()
            interface?.resize(to: terminal.size)
            isDrawn = false
        }
        sessionDidRun()
    }

    func end() {
        terminal?.stop()
        for line in log?.take() ?? [] { Terminal.send(line + "\n", to: STDERR_FILENO) }
        if let problem = interface?.saveProblem {
            Terminal.send("\(problem)\n", to: STDERR_FILENO)
        }
    }

    /// In the background, waits until the process is in the foreground.
    func resume() {
        guard let terminal, terminal.resume() else {
            events?.stopReading()
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
                MainActor.assumeIsolated { self?.resumeInForeground() }
            }
            return
        }
        events?.startReading()
        interface?.resize(to: terminal.size)
        (isDrawn, drawnKeyCount) = (false, nil)
    }

    private func resumeInForeground() {
        guard terminal?.isAcquired == false else { return }
        resume()
        draw()
    }

    /// The terminal has hung up.
    private func leaveTerminal() -> Never {
        // A signal that arrived with the hang-up takes precedence.
        runPending()
        quit(forgettingState: false)
    }

    func quit(forgettingState: Bool) -> Never {
        var status: Int32 = 0
        if let application = UIApplication.launched {
            do {
                let system = UISystem(application)
                try forgettingState ? system.forceQuit() : system.terminate()
            } catch {
                recordUnsaved(error)
                status = 1
            }
        }
        end()
        exit(status)
    }

    func recordUnsaved(_ error: any Error) { interface?.saveProblem = Diagnosis(error) }

    func show(_ line: String) {
        guard let interface else { return early.append(line) }
        interface.show(line)
        isDrawn = false
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
    }

    // MARK: Keys

    /// Handles keys, and requests a redraw after each. `nil` means that the terminal has hung up.
    private func readKeys(_ reads: [KeyRead]?) {
        guard let terminal, let interface else { return }
        guard let reads else { leaveTerminal() }
        for read in reads {
            if case .key(let key) = read { interface.handle(key) }
            if interface.needsRepaint {
                interface.needsRepaint = false
                terminal.updateSize()
            }
            progress.countKey()
            isDrawn = false
            runPending()
        }
        events?.awaitSilence()
    }

    // MARK: Drawing

    func sessionDidRun() {
        // Before drawing, so that a test that sees the screen knows whether it is saved.
        if !hasUnsavedState { progress.reportIdle() }
        draw()
    }

    /// Draws, unless the terminal is busy with the last canvas.
    private func draw() {
        guard !isDrawn, let interface, let terminal, terminal.isAcquired, !terminal.isBusy
        else { return }
        let canvas = interface.canvas()
        isDrawn = true
        // Changes made while drawing are part of the canvas.
        Display.begin()
        terminal.show(canvas, mark: progress.mark(keyCount: progress.keyCount))
        drawnKeyCount = progress.keyCount
        flush()
    }

    /// Sends queued output, then draws later changes.
    private func flush() {
        guard let terminal else { return }
        guard terminal.flush() else { leaveTerminal() }
        events?.awaitRoom()
        guard !terminal.isBusy else { return }
        if let drawnKeyCount { progress.reportDrawn(keyCount: drawnKeyCount) }
        drawnKeyCount = nil
        draw()
    }

    // MARK: Saves

    private var hasUnsavedState: Bool {
        interface?.application.restorationSession.nextDeadline != nil || !keyCounts.isEmpty
    }

    private func observeSaves(of session: RestorationSession) {
        let (willSave, didSave) = (session.onWillSave, session.onSave)
        session.onWillSave = { [unowned self] generation in
            willSave?(generation)
            keyCounts[generation] = progress.keyCount
            progress.reportSaving(generation: generation, keyCount: progress.keyCount)
        }
        session.onSave = { [unowned self] outcome in
            didSave?(outcome)
            recordSaved(outcome)
        }
    }

    private func recordSaved(_ outcome: SaveOutcome) {
        let keyCount = keyCounts.removeValue(forKey: outcome.generation)
        // Earlier captures are obsolete.
        keyCounts = keyCounts.filter { $0.key > outcome.generation }
        isDrawn = isDrawn && interface?.saveProblem == shownProblem
        shownProblem = interface?.saveProblem
        guard outcome.error == nil, let keyCount else { return }
        progress.reportDurable(generation: outcome.generation, keyCount: keyCount)
    }
}
