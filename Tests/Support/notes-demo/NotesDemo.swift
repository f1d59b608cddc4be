import Desktop
import Foundation
import NotesDriver

/// Shows that a GTK program restores its state: edits in several windows, kills it, and compares
/// pictures.
///
///     notes-demo PROGRAM PLUGINS PICTURES
///
/// The exit status is 0 if the pictures before and after are equal, within a tolerance, and differ
/// from that of a launch without saved state.
@main
struct NotesDemo {
    let program: String
    let plugins: String
    let pictures: String
    let desktop: Desktop

    /// The largest number of differing pixels: one in 1,000.
    private static let tolerance = Desktop.width * Desktop.height / 1_000

    static func main() {
        // The parent process may ignore SIGCHLD. The demo could then not learn how its programs
        // end.
        signal(SIGCHLD, SIG_DFL)
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            complain("notes-demo PROGRAM PLUGINS PICTURES")
            exit(64)
        }
        exit(show(arguments))
    }

    /// Returns the exit status. The desktop and its directories are removed by then.
    private static func show(_ arguments: [String]) -> Int32 {
        do {
            try FileManager.default.createDirectory(
                atPath: arguments[3],
                withIntermediateDirectories: true
            )
            let demo = NotesDemo(
                program: arguments[1],
                plugins: arguments[2],
                pictures: arguments[3],
                desktop: try Desktop()
            )
            return try demo.run() ? 0 : 1
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// Returns whether the comparisons succeeded.
    private func run() throws -> Bool {
        say("Starting Notes on a screen of its own, \(Desktop.width) by \(Desktop.height) ...")
        let places = try liveOnce()
        say("Killed with SIGKILL: no handler ran, nothing was written at the end.")

        let second = try start()
        try Rehearsal.arrange(places, desktop, second)
        try second.awaitSaved()
        try desktop.photograph(to: picture("after"))
        try second.kill()
        let difference = try Desktop.differingPixels(picture("before"), picture("after"))
        say("Started again: \(difference) pixels differ. At most \(Self.tolerance) may.")

        try FileManager.default.removeItem(
            atPath: "\(desktop.root)/state/org.restorationkit.notes"
        )
        let third = try start()
        _ = try third.windows(titled: "Apple pie")
        try desktop.photograph(to: picture("without"))
        try third.kill()
        let distance = try Desktop.differingPixels(picture("before"), picture("without"))
        say("Started once more, the saved state removed: \(distance) pixels differ.")
        say("The pictures: \(picture("before")), after.png, without.png")
        return difference <= Self.tolerance && distance > Self.tolerance
    }

    private func start() throws -> NotesLife {
        try NotesLife(program, plugins: plugins, on: desktop)
    }

    private func liveOnce() throws -> [Rehearsal.Place] {
        let life = try start()
        let places = try Rehearsal(desktop: desktop, life: life).perform()
        say(
            "Four windows, scrolled, divided, selected; \"\(Rehearsal.halfTypedText)\" is not saved."
        )
        try life.awaitSaved()
        try desktop.photograph(to: picture("before"))
        try life.kill()
        return places
    }

    private func picture(_ name: String) -> String { "\(pictures)/\(name).png" }
}
