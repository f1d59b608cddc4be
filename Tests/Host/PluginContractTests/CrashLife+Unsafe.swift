import Foundation
import Logging
import RestorationCore
import RestorationKit

/// A life of a program in a process of its own, in which a plugin is to end it.
struct CrashLife: Codable, Sendable {
    /// A way in which the fixture ends its process.
    enum Way: String, Codable, CaseIterable {
        case segv, address, abort, trap, fpe, overflow, hang, loop
        /// Never comes back; takes its time, and says so.
        case spin, work
        /// Calls `exit(3)` or `_exit(3)`.
        case exit, exitAtOnce
        /// Dereferences on another thread, which has a stack for its handlers or has none.
        case thread, threadWithStack

        /// Whether it ends the process by a signal, in the code that was called.
        var isCrash: Bool {
            [.segv, .address, .abort, .trap, .fpe, .overflow].contains(self)
        }

        /// What the process ends by, if nobody else ends it; 0 for no signal.
        var signal: Int32 {
            switch self {
            case .segv, .address, .overflow, .thread, .threadWithStack: SIGSEGV
            case .abort: SIGABRT
            case .fpe: SIGFPE
            case .hang, .loop, .spin, .work: SIGKILL
            case .exit, .exitAtOnce: 0
            case .trap:
                #if arch(x86_64)
                SIGILL
                #else
                SIGTRAP
                #endif
            }
        }
    }

    /// What the program does about fatal signals itself.
    enum HostHandler: String, Codable, CaseIterable {
        case none, dies, exits
        /// Writes, and hands the signal on to what was there before; so Python's faulthandler
        /// does. `reportsInVain` ends the program instead.
        case reports, reportsInVain
    }

    let directory: String
    var stage: String
    let way: Way
    /// The object that ends the program.
    var identifier = "B"
    var handler = HostHandler.none
    /// Whether that is installed when the restore is over, and so in front of the session's.
    var installsLate = false
    var notesFatalSignals = true
    /// Whether it saves when it has restored.
    var saves = false
    /// After how many milliseconds code counts as hung; it is killed as soon as the log says so.
    var hangsAfter: Int?

    static let application = "org.example.test"
    /// Where the plugin tells that it has come as far as it goes.
    var pipe: String { directory + "/pipe" }
    /// Where the program's own handler writes.
    var mark: String { directory + "/mark" }

    var options: RestorationOptions {
        var options = RestorationOptions.within(directory)
        options.applicationVersion = "3.4"
        options.notesFatalSignals = notesFatalSignals
        if let hangsAfter {
            options.hangDeadline = .milliseconds(hangsAfter)
            options.logger = Logger(label: "life") { [log] _ in HangKiller(file: log) }
        }
        return options
    }

    /// What was logged.
    var log: String { directory + "/log" }

    /// What the ledger calls the stage.
    static func clause(_ stage: String) -> String {
        switch stage {
        case "create": "while the object was being looked for or created"
        case "decode", "set": "while the object decoded its state"
        case "encode", "get": "while the object encoded its state"
        default: "while the object was told that the restore is finished"
        }
    }

    /// Restores, and does not come back if the plugin reaches the stage.
    @discardableResult
    func run() throws -> RestorationReport { try live().report }

    /// The same, with what the save has to say.
    @discardableResult
    func live() throws -> (report: RestorationReport, issues: [String]) {
        unsafe setenv("RESTORATION_CRASH_AT", stage, 1)
        unsafe setenv("RESTORATION_CRASH_BY", way.rawValue, 1)
        unsafe setenv("RESTORATION_CRASH_IDENTIFIER", identifier, 1)
        unsafe setenv("RESTORATION_CRASH_PIPE", pipe, 1)
        letFatalSignalsEndTheProcess()
        if !installsLate { installHandler() }
        let session = try RestorationSession(application: Self.application, options: options)
        let tray = Tray()
        session.addRoot(tray)
        let report = try session.restore()
        if installsLate { installHandler() }
        var issues: [String] = []
        session.onSave = { issues = $0.report.issues.map(\.diagnosis.description) }
        if stage == "destroy" { tray.restorationChildren = [] }
        try callPlugin(in: session, tray)
        if saves { try session.preserveNow() }
        return (report, issues)
    }

    /// What a program does with its objects between restores and saves.
    private func callPlugin(in session: RestorationSession, _ tray: Tray) throws {
        switch stage {
        case "make": _ = try session.make(identifier, under: tray)
        case "interface", "method":
            for object in tray.restorationChildren {
                if stage == "interface" {
                    _ = unsafe (object as? any InterfaceProviding)?.interface("-")
                }
                if stage == "method" {
                    _ = try (object as? any MethodProviding)?.call("poke", as: Int32.self)
                }
            }
        default: break
        }
    }

    /// Waits in a thread of its own until the plugin has come as far as it goes, and ends it.
    func kill(by signal: Int32) {
        unsafe mkfifo(pipe, 0o600)
        Thread.detachNewThread { [pipe] in
            let descriptor = unsafe open(pipe, O_RDONLY)
            var text = [UInt8](repeating: 0, count: 32)
            // Invariant: the array has room for that many. A number that short comes at once.
            _ = unsafe read(descriptor, &text, text.count)
            close(descriptor)
            let number = String(decoding: text, as: UTF8.self).split(separator: "\n").first
            if let number, let process = Int32(number) { Glibc.kill(process, signal) }
        }
    }

    private func installHandler() {
        guard handler != .none else { return }
        unsafe markDescriptor = open(mark, O_WRONLY | O_CREAT, 0o600)
        guard handler == .dies || handler == .exits else {
            return CrashReporter.install(handsOn: handler == .reports)
        }
        var action = sigaction()
        let exits: @convention(c) (Int32) -> Void = exitHere
        let dies: @convention(c) (Int32) -> Void = dieByDefault
        unsafe action.__sigaction_handler.sa_handler =
            handler == .exits ? exits : dies
        // Invariant: an action of this function's own.
        unsafe sigaction(SIGSEGV, &action, nil)
    }
}

/// Writes what is logged to a file, and kills the program when that is about a hang.
private struct HangKiller: LogHandler {
    let file: String
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    init(file: String) { self.file = file }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let place = event.metadata?["place"].map { "\($0): " } ?? ""
        try? "\(place)\(event.message)\n".write(toFile: file, atomically: true, encoding: .utf8)
        if "\(event.message)".contains("has been running") { Glibc.kill(getpid(), SIGKILL) }
    }
}

/// A sanitizer of the tests has handlers that end the process by a code instead. For a process of
/// its own.
func letFatalSignalsEndTheProcess() {
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { signal(number, SIG_DFL) }
}

/// For the handlers, which have no other way to it.
private nonisolated(unsafe) var markDescriptor: Int32 = -1

/// Does what Python's faulthandler does: it says something, puts back what was there before it, and
/// raises the signal once more, at once.
private enum CrashReporter {
    // Invariant: written before the signal comes.
    nonisolated(unsafe) private static var earlier = sigaction()

    static func install(handsOn: Bool) {
        var action = sigaction()
        // Invariant: the handlers use nothing but what was written before, and calls that a handler
        // may make.
        let inVain: @convention(c) (Int32) -> Void = { number in
            dieByDefault(number)
            raise(number)
        }
        let handing: @convention(c) (Int32) -> Void = { number in
            unsafe write(markDescriptor, "x", 1)
            unsafe sigaction(number, &CrashReporter.earlier, nil)
            raise(number)
        }
        unsafe action.__sigaction_handler.sa_handler = handsOn ? handing : inVain
        action.sa_flags = SA_NODEFER | SA_ONSTACK
        unsafe sigaction(SIGSEGV, &action, &earlier)
    }
}

private func exitHere(_ number: Int32) {
    // Invariant: what a handler may call; one byte of a constant.
    unsafe write(markDescriptor, "x", 1)
    _exit(7)
}

private func dieByDefault(_ number: Int32) {
    // Invariant: as above.
    unsafe write(markDescriptor, "x", 1)
    signal(number, SIG_DFL)
}

/// The program's own object.
final class Tray: Restorable {
    let restorationIdentifier: String? = "Frame"
    var restorationChildren: [any Restorable] = []

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(restorationChildren, forKey: "children")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        restorationChildren = try coder.decodeReferences(forKey: "children")
    }
}

/// Which handlers fatal signals have, and whether this thread has a stack for them.
struct SignalState: Equatable {
    private let handlers: [UInt]
    private let stackFlags: Int32

    init() {
        handlers = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP].map { number in
            var action = sigaction()
            // Invariant: fills the action it is given.
            unsafe sigaction(number, nil, &action)
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        }
        var stack = unsafe stack_t()
        // Invariant: fills the stack it is given.
        unsafe sigaltstack(nil, &stack)
        stackFlags = unsafe stack.ss_flags
    }
}
