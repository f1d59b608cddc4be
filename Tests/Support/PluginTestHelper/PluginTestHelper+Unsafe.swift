import Glibc
import RestorationKit

/// A program whose only object comes from a plugin: it restores, saves and exits.
///
/// ```
/// PluginTestHelper DIRECTORY [make | reported]
/// ```
///
/// The plugins are in `DIRECTORY/plugins`, the state in `DIRECTORY/state`, the keys in
/// `DIRECTORY/keys`. With `make`, the program makes the object `Frame/A` before it saves. With
/// `reported`, it leaves the signal handlers of a preloaded crash reporter in place. It prints
/// `restored` and `saved` after those steps. SIGALRM ends a hanging program, as a user would.
@main
enum PluginTestHelper {
    static func main() throws {
        let arguments = CommandLine.arguments
        // A parent that starts this from a Dispatch thread passes on blocked signals.
        var mask = sigset_t()
        // Invariant: the set is a local variable.
        unsafe sigemptyset(&mask)
        unsafe sigaddset(&mask, SIGALRM)
        unsafe sigprocmask(SIG_UNBLOCK, &mask, nil)
        alarm(10)
        if arguments.dropFirst(2).first != "reported" { letFatalSignalsEndTheProcess() }
        var options = RestorationOptions()
        options.stateDirectory = arguments[1] + "/state"
        options.keyProvider = FileKeyProvider(directory: arguments[1] + "/keys")
        options.pluginDirectories = [arguments[1] + "/plugins"]
        let session = try RestorationSession(application: "org.example.test", options: options)
        let frame = Frame()
        session.addRoot(frame)
        try session.restore()
        tell("restored")
        if arguments.dropFirst(2).first == "make" {
            frame.children.append(try session.make("A", under: frame))
        }
        try session.preserveNow()
        tell("saved")
        session.close()
    }

    /// Removes the signal handlers of a sanitizer.
    private static func letFatalSignalsEndTheProcess() {
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
            signal(number, SIG_DFL)
        }
    }

    private static func tell(_ step: String) {
        print(step)
        fflush(nil)
    }

    private final class Frame: Restorable {
        let restorationIdentifier: String? = "Frame"
        var children: [any Restorable] = []

        func encodeRestorableState(with coder: RestorationCoder) {
            coder.encode(children, forKey: "children")
        }

        func decodeRestorableState(with coder: RestorationCoder) throws {
            children = try coder.decodeReferences(forKey: "children")
        }
    }
}
