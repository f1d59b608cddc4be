import Glibc
import RestorationKit

/// A program whose only object comes from a plugin: it restores, saves and ends.
///
/// ```
/// PluginTestHelper DIRECTORY [make | reported]
/// ```
///
/// The plugins lie in `DIRECTORY/plugins`, the state in `DIRECTORY/state`, the keys in
/// `DIRECTORY/keys`. With `make`, it makes the object `Frame/A` before it saves. With `reported`,
/// whoever reports crashes in every program that is started does so in this one. It writes
/// `restored` and `saved` to standard output when it has done so. A program that hangs is ended by
/// SIGALRM, as a person would end it.
@main
enum PluginTestHelper {
    static func main() throws {
        let arguments = CommandLine.arguments
        // Whoever starts this on a thread of Dispatch's passes on that it blocks signals.
        var mask = sigset_t()
        // Invariant: a set of this function's own.
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

    /// A sanitizer of the tests has handlers of its own.
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
