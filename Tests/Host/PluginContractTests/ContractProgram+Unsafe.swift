import Foundation
import Logging
import RestorationKit
import TestSupport

/// A program with plugins and temporary directories, launched any number of times.
final class ContractProgram {
    let directory: String
    var plugins: String { directory + "/plugins" }
    /// The state directory.
    let state: String
    var keys: String { directory + "/keys" }
    private let log = CollectedLog(from: .trace)
    private var linesTaken = 0

    /// - Parameter isStateInMemory: For thousands of saves. Ignored if the system has no
    ///   `/dev/shm`.
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

    /// A program that has saved three objects, A, B and C, of the plugin `crashing`.
    static func withFragileObjects() throws -> ContractProgram {
        let program = try ContractProgram()
        try ContractPlugin.compile("crashing", into: program.plugins)
        try program.saveFragileObjects()
        return program
    }

    /// Saves A, B and C with the installed plugins.
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

    /// Deletes the state, as if the program had never run.
    func forgetState() { try? FileManager.default.removeItem(atPath: state) }

    /// The output of `restorectl archive suspects`.
    func suspects() throws -> String {
        let key = "\(keys)/\(CrashLaunch.application).key"
        let arguments = ["archive", "suspects", state + "/", "--key-file", key]
        return try ProgramRun("restorectl", arguments).output
    }

    /// Installs the sample plugin of the Swift SDK.
    func installSwiftSample() throws { try install(sample: "RestorationSwiftSample") }

    /// Installs a plugin that was built with the tests.
    func install(sample: String) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try FileManager.default.copyItem(
            at: URL(filePath: tests).deletingLastPathComponent()
                .appending(path: "lib\(sample).so"),
            to: URL(filePath: plugins + "/libSample.so")
        )
    }

    /// A session before its restore.
    func session(
        applicationVersion: String? = "3.4",
        configure: (inout RestorationOptions) -> Void = { _ in }
    ) throws -> RestorationSession {
        var options = RestorationOptions.within(directory)
        options.stateDirectory = state
        options.auditsSaves = true
        options.applicationVersion = applicationVersion
        options.logger = log.logger
        configure(&options)
        return try RestorationSession(application: "org.example.test", options: options)
    }

    /// One launch of the program: restores, runs `body`, saves and ends.
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

    /// Leaves out process changes made by other tests while a plugin loads.
    private var events: [CollectedLog.Event] {
        log.events.filter { !$0.message.hasSuffix(ProcessChanges.ofOthers) }
    }

    /// The places of all log lines.
    var places: [String] { events.map { $0.place ?? "nowhere" } }

    /// The remedies of all log lines that have one.
    var remedies: [String] { events.compactMap(\.remedy) }

    /// Returns the log lines since the last call.
    func takeLog() -> [String] {
        let lines = events.map { "\($0.level): \($0.message)" }
        defer { linesTaken = lines.count }
        return Array(lines.dropFirst(linesTaken))
    }
}

/// The program's root object.
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
