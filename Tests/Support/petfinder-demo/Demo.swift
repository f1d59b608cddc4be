import Foundation
import PetFinderDriver
import PseudoTerminal
import RestorationCore

/// Shows the main feature in one run: a user edits, and the program is killed and restores its
/// state.
@main
struct Demo {
    let home: PetFinderHome

    static func main() {
        // The parent process may ignore SIGCHLD. The demo could then not learn how its programs
        // end.
        signal(SIGCHLD, SIG_DFL)
        exit(show())
    }

    /// Returns the exit status. The directories are removed by then in every case.
    private static func show() -> Int32 {
        Interruption.watch()
        do {
            let home = try Interruption.makeDirectories({ try PetFinderHome() }, at: \.root)
            return try withExtendedLifetime(home) {
                // This thread and the signal thread must not remove the directories at the same
                // time.
                defer { Interruption.waitIfEnding() }
                let demo = Demo(home: home)
                let deletesArchive = CommandLine.arguments.contains("--delete-archive")
                guard try demo.run(deletingArchive: deletesArchive) else { return 1 }
                return try demo.offerToStart()
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 1
        }
    }

    /// Returns whether the screens before and after are equal.
    func run(deletingArchive: Bool) throws -> Bool {
        print("Starting Pet Finder on a terminal of 80 by 24, in directories of its own ...")
        let before = try rehearse()
        print("Somebody has matched cats, scrolled the list, opened one and begun to edit it:\n")
        print(before.framed)
        print("Typed at the end of the name, and not saved: \"\(Rehearsal.halfTypedText)\"")
        guard before.text.contains(Rehearsal.halfTypedText) else {
            print("\nThe half-typed text is not on the screen, so there is nothing to bring back.")
            return false
        }

        print("\nKilled with SIGKILL: no handler ran, nothing was written at the end.")
        if deletingArchive {
            try home.removeArchive()
            print("The archive was deleted, as --delete-archive asks.")
        }
        print("Started again:\n")
        let after = try Interruption.start { try TerminalLaunch(in: home) }
        print(after.screen.framed)
        try after.kill()

        guard after.screen == before else {
            print("\nThe screens differ:\n\n\(after.screen.difference(from: before))")
            return false
        }
        print("\nThe two screens are equal, down to the cursor and the colours.")
        return true
    }

    /// Performs the rehearsal, waits until its state is durable, and kills the program.
    private func rehearse() throws -> TerminalSnapshot {
        let launch = try Interruption.start { try TerminalLaunch(in: home) }
        for step in Rehearsal.steps { try launch.perform(step) }
        try launch.awaitDurable()
        try launch.kill()
        return launch.screen
    }

    /// Offers a user at a terminal to continue from here. Returns the exit status.
    private func offerToStart() throws -> Int32 {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return 0 }
        print("\nStart it yourself, in the same directories? [y/N]")
        guard readLine()?.lowercased().hasPrefix("y") == true else { return 0 }
        let own = ProcessInfo.processInfo.environment.filter { ["TERM", "LANG"].contains($0.key) }
        let program = TerminalProgram(
            "\(home.products)/petfinder",
            arguments: ["--plugins", home.pluginDirectory],
            environment: home.environment.merging(own) { $1 }
        )
        return try program.runInForeground() == .exited(0) ? 0 : 1
    }
}
