import Foundation
import Logging
import RestorationTesting
import RestorationUIKit
import Synchronization

/// A device that programs are launched and killed on; their state stays.
@MainActor final class Device {
    let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
    /// Changes how the programs are set up.
    var configure: (inout UIApplicationConfiguration) -> Void = { _ in }
    /// What the programs have logged.
    let messages = Messages()
    private(set) var application: UIApplication?

    init() {
        // The program of the test before may still be there, and the main actor may be on another
        // thread by now, where nobody may end it. So another one takes its place.
        var configuration = UIApplicationConfiguration(identifier: "org.example.empty")
        configuration.options.usesStoredState = false
        if let empty = try? UISystem.launch(EmptyProgram(), configuration: configuration) {
            UISystem(empty).kill()
        }
        PageMaker.make = { _, _ in LoggingController(nil) }
    }

    /// Launches a program; one that runs is killed before that.
    @discardableResult
    func launch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        kill()
        var configuration = UIApplicationConfiguration(
            identifier: "org.example.program",
            preset: .tested
        )
        configuration.options.store = disk.store()
        let messages = messages
        configuration.options.logger = Logger(label: "program") { _ in MessageHandler(messages) }
        configure(&configuration)
        let application = try UISystem.launch(delegate, configuration: configuration)
        self.application = application
        return application
    }

    /// Sends the program to the background, where it is saved, and kills it.
    func leave() throws {
        guard let application else { return }
        try UISystem(application).enterBackground()
        kill()
    }

    /// Saves the program that runs, kills it and launches another one.
    @discardableResult
    func relaunch(_ delegate: any UIApplicationDelegate) throws -> UIApplication {
        try leave()
        return try launch(delegate)
    }

    func kill() {
        application.map { UISystem($0).kill() }
        application = nil
    }

    /// The paths of all that is saved.
    var savedPaths: [String] { get throws { try disk.savedState()?.paths ?? [] } }

    /// What the last save had to say.
    func issues() throws -> [PreservationError] {
        guard let session = application?.restorationSession else { return [] }
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try leave()
        return issues
    }

    /// What became of what did not come back.
    var outcomes: [String: RestorationReport.Outcome] {
        let missing = application?.restorationSession.report?.notRestored ?? []
        return Dictionary(uniqueKeysWithValues: missing.map { ("\($0.path)", $0.outcome) })
    }
}

private final class EmptyProgram: NSObject, UIApplicationDelegate {}

/// Lines of a log.
final class Messages: Sendable {
    private let all = Mutex<[String]>([])
    var lines: [String] { all.withLock { $0 } }
    func append(_ line: String) { all.withLock { $0.append(line) } }
}

private struct MessageHandler: LogHandler {
    private let messages: Messages
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    init(_ messages: Messages) { self.messages = messages }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // What is to be done about it comes on further lines.
        let problem = "\(event.message)".prefix { $0 != "\n" }
        messages.append(String(problem.trimmingPrefix("error: ")))
    }
}
