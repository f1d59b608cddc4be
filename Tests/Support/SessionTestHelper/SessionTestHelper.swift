import Glibc
import RestorationKit

/// A program with one text, which it restores, changes and saves.
///
/// ```
/// SessionTestHelper DIRECTORY TEXT [OPTION VALUE]...
/// ```
///
/// The keys lie in `DIRECTORY/keys`, the state in `DIRECTORY/state`. Prints a line for each thing
/// that it comes to: `restored TEXT`, `note …`, `fix …`, `saved` or `error …`.
///
/// | option | |
/// |---|---|
/// | `leave PLACE` | changes the working directory after the restore |
/// | `umask DIGITS` | sets the umask first |
/// | `private PLACE` | everything lies in this private directory instead |
@main
enum SessionTestHelper {
    static func main() {
        let settings = settings(CommandLine.arguments.dropFirst(3))
        if let mask = settings["umask"].flatMap({ mode_t($0, radix: 8) }) { umask(mask) }
        let page = Page()
        do {
            let session = try RestorationSession(
                application: "org.example.helper",
                options: options(in: CommandLine.arguments[1], settings)
            )
            session.addRoot(page)
            let report = try session.restore()
            report.notes.forEach(tell)
            for entry in report.notRestored { tell("note \(entry)") }
            tell("restored \(page.text)")
            if let place = settings["leave"], unsafe chdir(place) != 0 { tell("error \(place)") }
            page.text = CommandLine.arguments[2]
            session.invalidate(page)
            try session.preserveNow()?.notes.forEach(tell)
            tell("saved")
            session.close()
        } catch {
            tell("error \(error)")
        }
    }

    private static func options(
        in directory: String,
        _ settings: [String: String]
    ) -> RestorationOptions {
        var options = RestorationOptions()
        options.pluginIndexing = .off
        if let place = settings["private"] {
            options.privateDirectory = place
        } else {
            options.stateDirectory = directory + "/state"
            options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        }
        return options
    }

    private static func settings(_ arguments: ArraySlice<String>) -> [String: String] {
        var words = arguments
        var settings: [String: String] = [:]
        while let option = words.popFirst() { settings[option] = words.popFirst() }
        return settings
    }

    private static func tell(_ note: Diagnosis) {
        tell("note \(note.problem)")
        tell("fix \(note.remedy)")
    }

    private static func tell(_ line: String) {
        print(line)
        // Somebody may end the program next.
        fflush(nil)
    }
}

private final class Page: Restorable {
    let restorationIdentifier: String? = "Page"
    var text = ""

    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(text, forKey: "text") }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}
