package import Desktop
import Foundation
import PseudoTerminal
package import RestorationCore

/// One process of Notes on a desktop.
package final class NotesLife {
    private let desktop: Desktop
    private let process: PseudoTerminal
    /// The state that the process has saved.
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

    private var output: String { process.screen.snapshot.text }

    /// Waits until all changes are saved. Notes saves one second after a change, so 2.5 seconds
    /// without a save mean that nothing is left to save.
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

    /// Waits until the saved value shows the effect of a step.
    ///
    /// - Throws: An error that names the step and the value saved instead.
    package func awaitEffect(
        of step: String,
        on place: SavedPlace,
        _ isDone: (RestorationValue) -> Bool
    ) throws {
        var last: RestorationValue?
        var failure: (any Error)?
        do {
            // Checked again after each output, such as that of a save.
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

    /// Waits for `count` windows whose titles match.
    package func windows(titled pattern: String, count: Int = 1) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let found = try desktop.windows(titled: pattern)
            if found.count >= count { return found }
        }
        throw DesktopError("There is no window titled \(pattern).\n\(output)")
    }
}
