import Dispatch
import Foundation
import Logging
import RestorationKit
import RestorationUIKit
import TerminalScreen

/// Shows a program on the terminal, and hands it keys, until the person leaves.
///
/// The main loop never waits for the terminal: whatever becomes of that, the loop saves and obeys
/// signals.
@MainActor final class TerminalHost: ApplicationScreen {
    private(set) var interface: TerminalInterface?
    private var terminal: Terminal?
    private var events: TerminalEvents?
    private var runPending: () -> Void = {}
    /// What was to be shown before there was a screen.
    private var early: [String] = []
    private var log: TerminalLog?
    private let progress = TerminalProgress()
    private var shownProblem: Diagnosis?
    private var isDrawn = false
    /// The keys handled when the canvas was drawn that the terminal has not taken yet.
    private var drawnKeyCount: Int?
    /// The keys handled when a generation was captured, until its fate is known.
    private var keyCounts: [UInt64: Int] = [:]

    func claim() throws {
        terminal = try Terminal()
        InterfaceMetrics.current = .terminal
        UIScreen.main.bounds = TerminalInterface.windowBounds(Terminal.windowSize)
        TerminalApplication.host = self
    }

    func prepare(_ configuration: inout UIApplicationConfiguration) throws {
        // The standard logger writes to standard error, where the screen is.
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
            onEvent: { [unowned self] in noteEvents() }
        )
        Display.onChange = { [unowned self] in
            isDrawn = false
            DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        }
        for line in early { show(line) }
        early = []
        sessionDidRun()
    }

    private func noteEvents() {
        guard let terminal else { return }
        let happened = terminal.takeEvents()
        if happened.isContinued {
            resume()
        } else if happened.isResized, terminal.isTaken {
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

    /// In the background, the terminal is taken when the process comes to the foreground.
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
        guard terminal?.isTaken == false else { return }
        resume()
        draw()
    }

    /// There is nobody any more to show anything to.
    private func leaveTerminal() -> Never {
        // A signal that came with the end of the terminal counts first.
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
                noteUnsaved(error)
                status = 1
            }
        }
        end()
        exit(status)
    }

    func noteUnsaved(_ error: any Error) { interface?.saveProblem = Diagnosis(error) }

    /// Tells the person something; before there is a screen, it waits for that.
    func show(_ line: String) {
        guard let interface else { return early.append(line) }
        interface.show(line)
        isDrawn = false
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
    }

    // MARK: Keys

    /// Handles keys; every one has its screen, if the terminal takes it. Without a terminal there
    /// are none.
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
        // Before drawing, so that whoever sees a screen knows whether it is safe.
        if !hasUnsavedState { progress.noteIdle() }
        draw()
    }

    /// Draws, unless the terminal is still busy with what was drawn before.
    private func draw() {
        guard !isDrawn, let interface, let terminal, terminal.isTaken, !terminal.isBusy
        else { return }
        let canvas = interface.canvas()
        isDrawn = true
        // What drawing has changed is drawn.
        Display.begin()
        terminal.show(canvas, mark: progress.mark(keyCount: progress.keyCount))
        drawnKeyCount = progress.keyCount
        flush()
    }

    /// Sends what the terminal takes, and draws what has changed since that was drawn.
    private func flush() {
        guard let terminal else { return }
        guard terminal.flush() else { leaveTerminal() }
        events?.awaitRoom()
        guard !terminal.isBusy else { return }
        if let drawnKeyCount { progress.noteDrawn(keyCount: drawnKeyCount) }
        drawnKeyCount = nil
        draw()
    }

    // MARK: Saves

    /// Whether a change waits for its save, or a save for its end.
    private var hasUnsavedState: Bool {
        interface?.application.restorationSession.nextDeadline != nil || !keyCounts.isEmpty
    }

    private func observeSaves(of session: RestorationSession) {
        let (willSave, didSave) = (session.onWillSave, session.onSave)
        session.onWillSave = { [unowned self] generation in
            willSave?(generation)
            keyCounts[generation] = progress.keyCount
            progress.noteSaving(generation: generation, keyCount: progress.keyCount)
        }
        session.onSave = { [unowned self] outcome in
            didSave?(outcome)
            noteSaved(outcome)
        }
    }

    private func noteSaved(_ outcome: SaveOutcome) {
        let keyCount = keyCounts.removeValue(forKey: outcome.generation)
        // What was captured before this one is older, or was passed over.
        keyCounts = keyCounts.filter { $0.key > outcome.generation }
        isDrawn = isDrawn && interface?.saveProblem == shownProblem
        shownProblem = interface?.saveProblem
        guard outcome.error == nil, let keyCount else { return }
        progress.noteDurable(generation: outcome.generation, keyCount: keyCount)
    }
}
