import Foundation
import RestorationKit
import RestorationPostgreSQL

/// The only object of the program: one line of text.
final class Note: Restorable {
    let restorationIdentifier: String? = "Note"
    weak var restorationParent: (any Restorable)?
    var text = ""

    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

var options = RestorationOptions()
if let database = ProcessInfo.processInfo.environment["JOTTER_DATABASE"] {
    options.remote = try PostgreSQLStore(database)
}
let session = try RestorationSession(application: "org.example.jotter", options: options)
let note = Note()
session.addRoot(note)

// The user may have typed on another machine since this one last looked.
for theirs in session.newerElsewhere {
    say("\(theirs.label) has a newer note. Take it? [y/N]")
    guard readLine() == "y" else { continue }
    do {
        try session.takeOver(theirs)
    } catch {
        // The other machine may have another key. The next start asks again.
        say("\(error)")
        exit(1)
    }
    break
}
if options.remote != nil { try session.keepMine() }
try session.restore()
say("Note: \(note.text)")

// Each line that the user types replaces the note.
while let line = readLine() {
    note.text = line
    session.invalidate(note)
    try session.preserveNow()
    session.runPending()
    say("Saved." + (session.remoteProblem.map { " \($0.problem)." } ?? ""))
}
session.close()
