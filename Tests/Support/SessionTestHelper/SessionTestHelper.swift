import Glibc
import RestorationKit

/// A program that restores, changes and saves one text.
///
/// ```
/// SessionTestHelper DIRECTORY TEXT [OPTION VALUE]...
/// ```
///
/// The keys are in `DIRECTORY/keys`, the state in `DIRECTORY/state`. Prints one line for each
/// event: `restored TEXT`, `note …`, `fix …`, `saved` or `error …`.
///
/// | option | |
/// |---|---|
/// | `leave PLACE` | changes the working directory after the restore |
/// | `umask DIGITS` | sets the umask first |
/// | `private PLACE` | stores everything in this private directory instead |
/// | `remote stalled` | the remote store never answers |
/// | `then daemon` | after the save, becomes a daemon, tries to save, and opens another session |
/// | `then wait` | after the save, prints `waiting`, and waits for a signal |
/// | `then hang` | like `wait`, but never runs pending work, so signals have no effect |
@main
enum SessionTestHelper {
    static func main() {
        let settings = settings(CommandLine.arguments.dropFirst(3))
        if let mask = settings["umask"].flatMap({ mode_t($0, radix: 8) }) { umask(mask) }
        do {
            let (session, page) = try open(settings)
            if let place = settings["leave"], unsafe chdir(place) != 0 { tell("error \(place)") }
            page.text = CommandLine.arguments[2]
            session.invalidate(page)
            try session.preserveNow()?.notes.forEach(tell)
            tell("saved")
            switch settings["then"] {
            case "daemon"?: try becomeDaemon(session, settings)
            case let mode?: try wait(session, hanging: mode == "hang")
            case nil: session.close()
            }
        } catch {
            tell("error \(error)")
        }
    }

    private static func open(_ settings: [String: String]) throws -> (RestorationSession, Page) {
        let page = Page()
        let session = try RestorationSession(
            application: "org.example.helper",
            options: options(in: CommandLine.arguments[1], settings)
        )
        session.addRoot(page)
        let report = try session.restore()
        report.notes.forEach(tell)
        for entry in report.notRestored { tell("note \(entry)") }
        tell("restored \(page.text)")
        return (session, page)
    }

    private static func wait(_ session: RestorationSession, hanging: Bool) throws {
        session.onSave = { if $0.error == nil { tell("saved") } }
        try session.handleSignals([.terminate])
        tell("waiting")
        while true {
            var descriptor = pollfd(
                fd: hanging ? -1 : session.fileDescriptor,
                events: Int16(POLLIN),
                revents: 0
            )
            unsafe poll(&descriptor, 1, -1)
            if !hanging { session.runPending() }
        }
    }

    private static func becomeDaemon(
        _ former: RestorationSession,
        _ settings: [String: String]
    ) throws {
        let starter = getpid()
        guard daemon(1, 1) == 0 else { return tell("error There is no daemon") }
        // No process waits for the daemon, so it needs its own time limit.
        alarm(60)
        // The process that called daemon() is exiting and holds the lock until then.
        while getppid() == starter { poll(nil, 0, 1) }
        do { try former.preserveNow() } catch { tell("error \(error)".line) }
        let (session, _) = try open(settings)
        try session.preserveNow()
        tell("saved")
        session.close()
    }

    private static func options(
        in directory: String,
        _ settings: [String: String]
    ) -> RestorationOptions {
        var options = RestorationOptions()
        if let place = settings["private"] {
            options.privateDirectory = place
        } else {
            options.stateDirectory = directory + "/state"
            options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        }
        if settings["remote"] != nil { options.remote = StalledStore() }
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
        // A test may kill the program next.
        fflush(nil)
    }
}

extension String {
    /// The text with its newlines replaced by spaces.
    fileprivate var line: String { split(separator: "\n").joined(separator: " ") }
}

/// A remote store whose first swap never ends.
private struct StalledStore: RemoteStore {
    let place = "nowhere"
    let limits = RemoteLimits(largestValueInBytes: 1 << 20)

    func person(named: RemotePerson?) throws(RemoteError) -> RemotePerson { RemotePerson("ada")! }
    func load(_ key: RemoteKey) throws(RemoteError) -> RemoteRow? { nil }
    func list(_ prefix: RemotePrefix) throws(RemoteError) -> [RemoteEntry] { [] }
    func remove(_ key: RemoteKey) throws(RemoteError) -> Bool { false }

    func compareAndSwap(
        _ key: RemoteKey,
        expecting expected: UInt64,
        _ row: RemoteRow
    ) throws(RemoteError) -> SwapOutcome {
        print("sending")
        fflush(nil)
        while true { pause() }
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
