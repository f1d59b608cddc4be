import Foundation
import PetFinderDriver
import PseudoTerminal

// Shows the main job in one go: a person edits, the program is killed, and comes back.

let deletesArchive = CommandLine.arguments.contains("--delete-archive")
let home = try PetFinderHome()

print("Starting Pet Finder on a terminal of 80 by 24, in directories of its own ...")
let before = try rehearse()
print("A person has matched some cats, scrolled the list, opened one and begun to edit it:\n")
print(before.framed)

print("\nKilled with SIGKILL: no handler ran, nothing was written at the end.")
if deletesArchive {
    try home.removeArchive()
    print("The archive was deleted, as --delete-archive asks.")
}
print("Started again:\n")
let after = try PetFinderLife(in: home)
print(after.screen.framed)
try after.kill()

guard after.screen == before else {
    print("\nThe screens differ:\n")
    print(after.screen.difference(from: before))
    exit(1)
}
print("\nThe two screens are equal, to the cursor and the colours.")
offerToStart()

/// Brings the program to a screen worth coming back to, waits until it is safe, and kills it.
func rehearse() throws -> TerminalSnapshot {
    let life = try PetFinderLife(in: home)
    for step in Rehearsal.steps { try life.perform(step) }
    try life.awaitDurable()
    try life.kill()
    return life.screen
}

/// Lets a person at a terminal go on from here.
func offerToStart() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
    print("\nStart it yourself, in the same directories? [y/N] ", terminator: "")
    fflush(nil)
    guard readLine()?.lowercased().hasPrefix("y") == true else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(home.products)/petfinder")
    process.arguments = ["--plugins", home.pluginDirectory]
    process.environment = home.environment.merging(ProcessInfo.processInfo.environment) { mine, _ in
        mine
    }
    process.environment?["TERM"] = ProcessInfo.processInfo.environment["TERM"]
    do {
        try process.run()
        process.waitUntilExit()
    } catch {
        print("Pet Finder could not be started: \(error)")
        exit(1)
    }
}
