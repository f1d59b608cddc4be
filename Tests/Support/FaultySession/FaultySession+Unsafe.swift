import Glibc
import Logging
import RestorationCore
import RestorationKit

/// One session of a program whose objects come from plugins, which may be faulty: it restores,
/// changes texts, saves and exits.
///
/// ```
/// FaultySession DIRECTORY [make NAME]… [write NAME TEXT]…
/// ```
///
/// Prints the outcome of each object, each written object, and the issues of the save: `entry PATH
/// OUTCOME`, `wrote NAME`, `issue TEXT`, `saved`. Plugin code that hangs for 150 ms makes the
/// program kill itself, as a user would kill it.
@main
enum FaultySession {
    static func main() throws {
        var words = CommandLine.arguments.dropFirst()
        guard let directory = words.popFirst() else { return tell("no directory") }
        letFatalSignalsEndTheProcess()
        var options = RestorationOptions()
        options.stateDirectory = directory + "/state"
        options.keyProvider = FileKeyProvider(directory: directory + "/keys")
        options.pluginDirectories = [directory + "/plugins"]
        options.hangDeadline = .milliseconds(150)
        options.logger = Logger(label: "session") { _ in HangKiller() }
        let session = try RestorationSession(application: "org.example.test", options: options)
        let frame = Frame()
        session.addRoot(frame)
        let report = try session.restore()
        for entry in report.entries { tell("entry \(entry.path) \(entry.outcome)") }
        while let verb = words.popFirst(), let name = words.popFirst() {
            if verb == "make" {
                frame.children.append(try session.make(name, under: frame))
            } else if let text = words.popFirst(), write(text, to: name, session, frame) {
                tell("wrote \(name)")
            }
        }
        session.onSave = { outcome in
            for issue in outcome.report.issues { tell("issue \(issue.diagnosis.problem)") }
        }
        try session.preserveNow()
        tell("saved")
        session.close()
    }

    /// - Returns: Whether the object exists and has accepted the text.
    private static func write(
        _ text: String,
        to name: String,
        _ session: RestorationSession,
        _ frame: Frame
    ) -> Bool {
        let object = frame.children.first { session.path(of: $0)?.description == "Frame/\(name)" }
        guard let object = object as? any MethodProviding else { return false }
        return (try? object.call("write", text, as: Int32.self)) == 1
    }

    private static func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// The parent process may have set signal handlers and blocked signals.
    private static func letFatalSignalsEndTheProcess() {
        var none = sigset_t()
        // Invariant: the set is a local variable.
        unsafe sigemptyset(&none)
        unsafe sigprocmask(SIG_SETMASK, &none, nil)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
            signal(number, SIG_DFL)
        }
        // A fallback, in case the watchdog fails.
        alarm(20)
    }

    private final class Frame: Restorable {
        let restorationIdentifier: String? = "Frame"
        var children: [any Restorable] = []
        var restorationChildren: [any Restorable] { children }

        func encodeRestorableState(with coder: RestorationCoder) {
            coder.encode(children, forKey: "children")
        }

        func decodeRestorableState(with coder: RestorationCoder) throws {
            children = try coder.decodeReferences(forKey: "children")
        }
    }
}

/// Kills the program when the log reports a hang.
private struct HangKiller: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if "\(event.message)".contains("has been running") { kill(getpid(), SIGKILL) }
    }
}
