import PetFinderModel
import RestorationKit
import TerminalScreen

/// The program: shows the screens on the terminal and hands them keys until the person leaves.
///
/// Belongs to the main thread, and runs its own loop: nothing waits for a main queue.
final class PetFinder {
    private let session: PetFinderSession
    private let scene: PetFinderScene
    private let terminal: Terminal
    private let progress: TerminalProgress
    private var departure: TabController.Departure?
    private var isDrawn = false

    private var tabs: TabController { scene.tabs }

    /// Brings the screens back to where they were.
    ///
    /// - Throws: a `DiagnosedError`.
    init(session: PetFinderSession, file: PetFile, progress: TerminalProgress) throws {
        self.session = session
        self.progress = progress
        scene = try PetFinderScene(session: session, file: file)
        terminal = try Terminal()
        tabs.onLeave = { [weak self] in self?.departure = $0 }
    }

    /// Takes over the terminal, and runs until the person leaves. The terminal is given back
    /// whatever happens.
    func run() throws {
        try session.handleSignals { [self] signal in
            terminal.stop()
            // Whoever stops the program comes back to a screen that says so.
            if signal != .suspend, let problem = tabs.saveProblem {
                PetFinderCommand.report(problem)
            }
            session.performDefaultAction(of: signal)
            // Only a process that was stopped comes here, when it goes on.
            terminal.resume()
            isDrawn = false
        }
        try terminal.start()
        defer { terminal.stop() }
        try loop()
        switch departure {
        case .discardingState: try session.closeDiscardingState()
        case .keepingState, nil: try session.closeKeepingState()
        }
    }

    private func loop() throws {
        var events = EventSource(
            session: session.fileDescriptor,
            windowSize: terminal.sizeDescriptor
        )
        while departure == nil {
            // What a plugin's object invalidates arrives here, as from any thread.
            session.runPending()
            // Before drawing, so that whoever sees a screen knows whether it is safe.
            if !session.hasUnsavedState { progress.noteIdle() }
            if !isDrawn { draw() }
            let ready = events.wait(milliseconds: session.millisecondsToNextDeadline)
            if ready.windowSize {
                terminal.updateSize()
                isDrawn = false
            }
            let problem = tabs.saveProblem
            session.runPending()
            // No key may come for long; the person should know before.
            if tabs.saveProblem != problem { isDrawn = false }
            guard departure == nil, readKey(isReady: ready.input, &events) else { return }
        }
    }

    /// Handles one key, so that every step has its screen. False if no key will ever come again.
    private func readKey(isReady: Bool, _ events: inout EventSource) -> Bool {
        switch terminal.readKey(waiting: isReady ? 20 : 0) {
        case .none:
            events.mayHaveKeys = false
            return !events.noteSilence(isReady: isReady)
        case .unnamed:
            break
        case .key(let key):
            tabs.handle(key)
        }
        events.mayHaveKeys = true
        progress.countKey()
        isDrawn = false
        return true
    }

    private func draw() {
        terminal.show(tabs.canvas(of: terminal.size))
        isDrawn = true
        progress.noteDrawn()
    }
}
