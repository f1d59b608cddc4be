package import Desktop
import Foundation
import PseudoTerminal
package import RestorationCore

/// One process of Notes on a desktop.
package final class NotesLife {
    private let desktop: Desktop
    private let process: PseudoTerminal
    /// What it has saved.
    package let state: NotesState

    /// Starts the program, and waits until it has restored.
    ///
    /// - Parameters:
    ///   - program: The path of `notes`.
    ///   - plugins: The directory of GTK's binding.
    package init(_ program: String, plugins: String, on desktop: Desktop) throws {
        self.desktop = desktop
        state = try NotesState(below: desktop.root)
        process = try PseudoTerminal(
            running: TerminalProgram(
                program,
                arguments: ["--plugins", plugins, "--verbose"],
                environment: desktop.environment
            ),
            rows: 200
        )
        try process.waitForText("restored")
    }

    /// What it has printed so far.
    private var output: String { process.screen.snapshot.text }

    /// Waits until everything is saved that has been done: what is changed is saved after a second,
    /// so when there was no save for longer, nothing is left.
    package func awaitSaved() throws {
        while true {
            let before = output
            do {
                try process.waitUntil("a save", within: .milliseconds(2_500)) { screen in
                    screen.snapshot.text != before
                }
            } catch {
                guard process.status == nil, before.contains("saved") else { throw error }
                return
            }
        }
    }

    /// Waits until something is saved as a step was to make it.
    ///
    /// - Throws: An error that names the step, and what is saved instead.
    package func awaitEffect(
        of step: String,
        on place: SavedPlace,
        _ isDone: (RestorationValue) -> Bool
    ) throws {
        var last: RestorationValue?
        var failure: (any Error)?
        do {
            // Asked again whenever it prints that it has saved.
            try process.waitUntil(step, within: .seconds(60)) { _ in
                do { last = try state.value(place) } catch { failure = error }
                return failure != nil || last.map(isDone) ?? false
            }
        } catch {
            let found = last.map { "\($0)" } ?? "nothing"
            throw DesktopError("\(step): had no effect. Saved as \(place): \(found)\n\(output)")
        }
        if let failure { throw failure }
    }

    package func kill() throws {
        process.signal(SIGKILL)
        try process.waitForExit()
    }

    /// The windows whose titles match, as soon as there are so many.
    package func windows(titled pattern: String, count: Int = 1) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let found = try desktop.windows(titled: pattern)
            if found.count >= count { return found }
        }
        throw DesktopError("There is no window titled \(pattern).\n\(output)")
    }
}
