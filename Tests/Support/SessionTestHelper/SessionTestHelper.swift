import Glibc
import RestorationKit

/// A program with one text, which it restores, changes and saves.
///
/// ```
/// SessionTestHelper DIRECTORY TEXT
/// ```
///
/// The keys lie in `DIRECTORY/keys`, the state in `DIRECTORY/state`. Prints a line for each thing
/// that it comes to: `restored TEXT`, `note …`, `saved` or `error …`.
@main
enum SessionTestHelper {
    static func main() {
        let directory = CommandLine.arguments[1]
        let page = Page()
        var options = RestorationOptions()
        options.stateDirectory = directory + "/state"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginIndexing = .off
        do {
            let session = try RestorationSession(
                application: "org.example.helper",
                options: options
            )
            session.addRoot(page)
            let report = try session.restore()
            for note in report.notes { tell("note \(note.problem)") }
            for entry in report.notRestored { tell("note \(entry)") }
            tell("restored \(page.text)")
            page.text = CommandLine.arguments[2]
            session.invalidate(page)
            try session.preserveNow()
            tell("saved")
            session.close()
        } catch {
            tell("error \(error)")
        }
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
