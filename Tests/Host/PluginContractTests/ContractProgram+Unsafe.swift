import Foundation
import Logging
import RestorationKit
import Synchronization
import TestSupport

/// A program with plugins, run as often as a test likes; all its files go with it.
final class ContractProgram {
    let directory: String
    var plugins: String { directory + "/plugins" }
    /// Where the program's archives lie.
    let state: String
    var keys: String { directory + "/keys" }
    private let journal = Journal()

    final class Journal: Sendable {
        let lines = Mutex<[String]>([])
        let places = Mutex<[String]>([])
        let remedies = Mutex<[String]>([])
    }

    /// - Parameter isStateInMemory: For thousands of saves, where the system offers it.
    init(isStateInMemory: Bool = false) throws {
        let name = "restoration-contract-" + UUID().uuidString
        directory = NSTemporaryDirectory() + name
        let memory = "/dev/shm/"
        let isUsable = isStateInMemory && FileManager.default.isWritableFile(atPath: memory)
        state = isUsable ? memory + name : directory + "/state"
        try FileManager.default.createDirectory(
            atPath: directory + "/plugins",
            withIntermediateDirectories: true
        )
    }

    /// A program that has saved three objects of the plugin that crashes and hangs: A, B and C.
    static func withFragileObjects() throws -> ContractProgram {
        let program = try ContractProgram()
        try ContractPlugin.compile("crashing", into: program.plugins)
        try program.saveFragileObjects()
        return program
    }

    /// Saves these three, of whatever plugins it has.
    func saveFragileObjects() throws {
        let (session, tray) = try restoredSession()
        defer { session.close() }
        for name in ["A", "B", "C"] {
            tray.restorationChildren.append(try session.make(name, under: tray))
        }
        try session.preserveNow()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: state)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// As if the program had never run.
    func forgetState() { try? FileManager.default.removeItem(atPath: state) }

    /// What `restorectl archive suspects` says.
    func suspects() throws -> String {
        let key = "\(keys)/\(CrashLife.application).key"
        let arguments = ["archive", "suspects", state + "/", "--key-file", key]
        return try ProgramRun("restorectl", arguments).told
    }

    /// Puts the sample of the Swift SDK among the plugins.
    func installSwiftSample() throws { try install(sample: "RestorationSwiftSample") }

    /// Puts a library that was built with the tests among the plugins.
    func install(sample: String) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try FileManager.default.copyItem(
            at: URL(filePath: tests).deletingLastPathComponent()
                .appending(path: "lib\(sample).so"),
            to: URL(filePath: plugins + "/libSample.so")
        )
    }

    /// A session that is not restored yet.
    func session(
        applicationVersion: String? = "3.4",
        configure: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = state
        options.keyProvider = FileKeyProvider(directory: keys)
        options.auditsSaves = true
        options.pluginDirectories = [plugins]
        options.applicationVersion = applicationVersion
        let journal = journal
        options.logger = Logger(label: "test") { _ in JournalHandler(journal: journal) }
        configure(&options)
        return try RestorationSession(application: "org.example.test", options: options)
    }

    /// One life of the program: restores, runs `body`, saves and ends.
    func live(
        reason: RestorationReason = .launch,
        applicationVersion: String = "3.4",
        _ body: (RestorationSession, Frame, RestorationReport) throws -> Void
    ) throws {
        let session = try session(applicationVersion: applicationVersion)
        let frame = Frame()
        session.addRoot(frame)
        let report = try session.restore(reason: reason)
        try body(session, frame, report)
        try session.preserveNow()
        session.close()
    }

    /// The places that all lines of the log were about.
    var places: [String] { journal.places.withLock { $0 } }

    /// What all lines of the log advise to do, as far as they do.
    var remedies: [String] { journal.remedies.withLock { $0 } }

    /// What plugins have said since the last time.
    func takeLog() -> [String] {
        journal.lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

private struct JournalHandler: LogHandler {
    let journal: ContractProgram.Journal
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(journal: ContractProgram.Journal) { self.journal = journal }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // What other tests change in the process while a plugin is loaded.
        if "\(event.message)".hasSuffix(ProcessChanges.ofOthers) { return }
        journal.lines.withLock { $0.append("\(event.level): \(event.message)") }
        let place = event.metadata?["place"].map { "\($0)" }
        journal.places.withLock { $0.append(place ?? "nowhere") }
        if let remedy = event.metadata?["fix"] {
            journal.remedies.withLock { $0.append("\(remedy)") }
        }
    }
}

/// The program's own object.
final class Frame: Restorable, InterfaceProviding {
    let restorationIdentifier: String? = "Frame"
    var child: (any Restorable)?
    var restorationChildren: [any Restorable] { [child].compactMap(\.self) }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(child, forKey: "child")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        child = try coder.decodeReference(forKey: "child")
    }

    func interface(_ id: String) -> UnsafeRawPointer? {
        unsafe id == "org.example.frame/1" ? UnsafeRawPointer(bitPattern: 64) : nil
    }
}
