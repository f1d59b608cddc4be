import Dispatch
import Foundation
import Logging
import RestorationKit
import RestorationUIKit
import TerminalScreen

/// Shows a program on the terminal, and hands it keys, until the person leaves.
@MainActor final class TerminalHost: ApplicationScreen {
    private(set) var interface: TerminalInterface?
    private var terminal: Terminal?
    private var runPending: () -> Void = {}
    /// What was to be shown before there was a screen.
    private var early: [String] = []
    private var sources: [any DispatchSourceRead] = []
    private var log: TerminalLog?
    private let progress = TerminalProgress()
    private var shown: Canvas?
    private var shownProblem: Diagnosis?
    private var isDrawn = false
    /// The keys handled when a generation was captured, until its fate is known.
    private var keyCounts: [UInt64: Int] = [:]
    /// How often there should have been a key and was none.
    private var silences = 0

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
        terminal.enableMouseAndPaste()
        interface = TerminalInterface(application, size: terminal.size)
        observeSaves(of: application.restorationSession)
        sources = [
            source(STDIN_FILENO) { [unowned self] in readKeys() },
            source(terminal.sizeDescriptor) { [unowned self] in
                terminal.updateSize()
                interface?.resize(to: terminal.size)
                isDrawn = false
                shown = nil
                draw()
            },
        ]
        Display.onChange = { [unowned self] in
            isDrawn = false
            DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        }
        for line in early { show(line) }
        early = []
        sessionDidRun()
    }

    private func source(
        _ descriptor: Int32,
        _ handle: @escaping () -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { handle() } }
        source.resume()
        return source
    }

    func end() {
        terminal?.stop()
        for line in log?.take() ?? [] { Terminal.send(line + "\n", to: STDERR_FILENO) }
        if let problem = interface?.saveProblem {
            Terminal.send("\(problem)\n", to: STDERR_FILENO)
        }
    }

    func resume() {
        terminal?.resume()
        if let terminal { interface?.resize(to: terminal.size) }
        shown = nil
        isDrawn = false
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

    /// Handles all keys that are there; every one has its screen.
    private func readKeys() {
        guard let terminal, let interface else { return }
        // Long enough for the rest of a character whose first byte is here.
        var patience: Int32 = 20
        while true {
            switch terminal.readKey(waiting: patience) {
            case .none:
                // A terminal that is ready again and again and yields nothing is gone.
                silences = patience > 0 ? silences + 1 : 0
                if silences > 20 { quit(forgettingState: false) }
                return
            case .unnamed: break
            case .key(let key): interface.handle(key)
            }
            if interface.needsRepaint {
                interface.needsRepaint = false
                terminal.updateSize()
                shown = nil
            }
            patience = 0
            progress.countKey()
            isDrawn = false
            runPending()
        }
    }

    // MARK: Drawing

    func sessionDidRun() {
        // Before drawing, so that whoever sees a screen knows whether it is safe.
        if !hasUnsavedState { progress.noteIdle() }
        draw()
    }

    private func draw() {
        guard !isDrawn, let interface, let terminal else { return }
        let canvas = interface.canvas()
        isDrawn = true
        // What drawing has changed is drawn.
        Display.begin()
        if canvas != shown { terminal.show(canvas) }
        shown = canvas
        progress.noteDrawn()
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
