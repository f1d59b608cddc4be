import Foundation
import Logging
import RestorationCore
import RestorationKit

/// A launch in a separate process, which a plugin is to end.
struct CrashLaunch: Codable, Sendable {
    /// How the fixture ends its process.
    enum Way: String, Codable, CaseIterable {
        case segv, address, abort, trap, fpe, overflow, hang, loop
        /// Never returns. `work` also reports that it is still running.
        case spin, work
        /// Calls `exit(3)` or `_exit(3)`.
        case exit, exitAtOnce
        /// Crashes on another thread, with or without an alternate signal stack.
        case thread, threadWithStack

        /// Whether the called code itself ends the process by a signal.
        var isCrash: Bool {
            [.segv, .address, .abort, .trap, .fpe, .overflow].contains(self)
        }

        /// The signal that ends the process. SIGKILL comes from the test or from ``HangKiller``; 0
        /// means an exit.
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

    /// The program's own handler of fatal signals.
    enum HostHandler: String, Codable, CaseIterable {
        case none, dies, exits
        /// Writes a mark and passes the signal to the previous handler, as Python's faulthandler
        /// does. `reportsInVain` ends the program instead.
        case reports, reportsInVain
    }

    let directory: String
    var stage: String
    let way: Way
    /// The object whose code ends the program.
    var identifier = "B"
    var handler = HostHandler.none
    /// Whether the handler is installed after the restore, and so in front of the session's.
    var installsLate = false
    var recordsFatalSignals = true
    /// Whether the launch saves after the restore.
    var saves = false
    /// The hang deadline in milliseconds. The process is killed as soon as a hang is logged.
    var hangsAfter: Int?

    static let application = "org.example.test"
    /// The pipe through which the plugin reports that it is about to hang.
    var pipe: String { directory + "/pipe" }
    /// The file that the program's own handler writes.
    var mark: String { directory + "/mark" }

    var options: RestorationOptions {
        var options = RestorationOptions.within(directory)
        options.applicationVersion = "3.4"
        options.recordsFatalSignals = recordsFatalSignals
        if let hangsAfter {
            options.hangDeadline = .milliseconds(hangsAfter)
            options.logger = Logger(label: "life") { [log] _ in HangKiller(file: log) }
        }
        return options
    }

    /// The log file.
    var log: String { directory + "/log" }

    /// The ledger's description of the stage.
    static func clause(_ stage: String) -> String {
        switch stage {
        case "create": "while the object was being found or created"
        case "decode", "set": "while the object decoded its state"
        case "encode", "get": "while the object encoded its state"
        default: "while the object was notified of the end of the restore"
        }
    }

    /// Restores. Does not return if the plugin reaches the stage.
    @discardableResult
    func run() throws -> RestorationReport { try live().report }

    /// Restores, and returns the issues of the save, too.
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

    /// The calls that a program makes between restores and saves.
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

    /// Starts a thread that waits for the plugin to report, and then ends the process.
    func kill(by signal: Int32) {
        unsafe mkfifo(pipe, 0o600)
        Thread.detachNewThread { [pipe] in
            let descriptor = unsafe open(pipe, O_RDONLY)
            var text = [UInt8](repeating: 0, count: 32)
            // Invariant: the array has room for that many bytes. So short a number arrives in one
            // read.
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
        // Invariant: the action is a local variable.
        unsafe sigaction(SIGSEGV, &action, nil)
    }
}

/// Writes log messages to a file, and kills the process at the message about a hang.
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

/// Restores the default actions, since a sanitizer's handlers exit with a code instead. Only for a
/// separate process.
func letFatalSignalsEndTheProcess() {
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { signal(number, SIG_DFL) }
}

/// A global, since C signal handlers have no context.
private nonisolated(unsafe) var markDescriptor: Int32 = -1

/// Mimics Python's faulthandler: it writes a mark, restores the previous handler and raises the
/// signal again at once.
private enum CrashReporter {
    // Invariant: written before the signal comes.
    nonisolated(unsafe) private static var earlier = sigaction()

    static func install(handsOn: Bool) {
        var action = sigaction()
        // Invariant: the handlers use only values written before, and async-signal-safe calls.
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
    // Invariant: write(2) is async-signal-safe, and the constant has one byte.
    unsafe write(markDescriptor, "x", 1)
    _exit(7)
}

private func dieByDefault(_ number: Int32) {
    // Invariant: as above.
    unsafe write(markDescriptor, "x", 1)
    signal(number, SIG_DFL)
}

/// The program's root object.
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

/// The handlers of fatal signals, and whether this thread has an alternate signal stack.
struct SignalState: Equatable {
    private let handlers: [UInt]
    private let stackFlags: Int32

    init() {
        handlers = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP].map { number in
            var action = sigaction()
            // Invariant: sigaction(2) fills the local variable.
            unsafe sigaction(number, nil, &action)
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
        }
        var stack = unsafe stack_t()
        // Invariant: sigaltstack(2) fills the local variable.
        unsafe sigaltstack(nil, &stack)
        stackFlags = unsafe stack.ss_flags
    }
}
