import Foundation
import Logging
import RestorationKit
import RestorationTesting
import RestorationUIKit
import Synchronization
import Testing

/// Restoration classes whose own names lead nowhere.
@MainActor @Suite(.serialized) struct `A private restoration class` {
    private func launch(
        _ root: UIViewController,
        on disk: MemoryDisk,
        named: Bool
    ) throws -> (UIApplication, Lines) {
        let lines = Lines()
        var configuration = UIApplicationConfiguration(identifier: "org.example.program")
        configuration.options.store = disk.store()
        configuration.options.logger = Logger(label: "test") { _ in LineLog(lines: lines) }
        if named { configuration.restorationClasses = ["Hidden": Hidden.self] }
        return (try UISystem.launch(SecureProgram(root), configuration: configuration), lines)
    }

    private func comesBack(named: Bool) throws -> (controllers: Int, lines: Lines) {
        let disk = MemoryDisk(application: ApplicationIdentifier("org.example.program")!)
        let before = UINavigationController()
        let (application, lines) = try launch(before, on: disk, named: named)
        let hidden = Hidden()
        hidden.restorationIdentifier = "Hidden"
        hidden.restorationClass = Hidden.self
        before.viewControllers = [hidden]
        try UISystem(application).enterBackground()
        UISystem(application).kill()
        let after = UINavigationController()
        let (second, _) = try launch(after, on: disk, named: named)
        defer { UISystem(second).kill() }
        return (after.viewControllers.count, lines)
    }

    @Test func `is reported when it is saved, and does not come back`() throws {
        let (controllers, lines) = try comesBack(named: false)

        #expect(controllers == 0)
        #expect(lines.all.contains { $0.contains("is not found by its name") })
    }

    @Test func `comes back if it has been given a name`() throws {
        let (controllers, lines) = try comesBack(named: true)

        #expect(controllers == 1)
        #expect(!lines.all.contains { $0.contains("is not found by its name") })
    }
}

private final class Hidden: UIViewController, UIViewControllerRestoration {
    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? { Hidden() }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct LineLog: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    init(lines: Lines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.append("\(event.message)") }
}
