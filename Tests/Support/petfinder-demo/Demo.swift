import Foundation
import PetFinderDriver
import PseudoTerminal
import RestorationCore

/// Shows the main job in one go: a person edits, the program is killed, and comes back.
@main
struct Demo {
    let home: PetFinderHome

    static func main() {
        do {
            let demo = Demo(home: try PetFinderHome())
            let deletesArchive = CommandLine.arguments.contains("--delete-archive")
            guard try demo.run(deletingArchive: deletesArchive) else { exit(1) }
            try demo.offerToStart()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Returns whether the two screens are equal.
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
        let after = try PetFinderLife(in: home)
        print(after.screen.framed)
        try after.kill()

        guard after.screen == before else {
            print("\nThe screens differ:\n\n\(after.screen.difference(from: before))")
            return false
        }
        print("\nThe two screens are equal, down to the cursor and the colours.")
        return true
    }

    /// Brings the program to a screen worth coming back to, waits until it is safe, and kills it.
    private func rehearse() throws -> TerminalSnapshot {
        let life = try PetFinderLife(in: home)
        for step in Rehearsal.steps { try life.perform(step) }
        try life.awaitDurable()
        try life.kill()
        return life.screen
    }

    /// Lets a person at a terminal go on from here.
    func offerToStart() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
        print("\nStart it yourself, in the same directories? [y/N] ", terminator: "")
        FileHandle.standardOutput.synchronizeFile()
        guard readLine()?.lowercased().hasPrefix("y") == true else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(home.products)/petfinder")
        process.arguments = ["--plugins", home.pluginDirectory]
        process.environment = ProcessInfo.processInfo.environment
            .merging(home.environment) { _, mine in mine }
            .merging(["TERM": ProcessInfo.processInfo.environment["TERM"] ?? "xterm"]) { $1 }
        try process.run()
        process.waitUntilExit()
    }
}
