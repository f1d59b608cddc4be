import Foundation
import PostgreSQLServer
import RestorationKit
import RestorationPostgreSQL
import TestSupport
import Testing

/// A machine on which a person runs Jotter and `restorectl`.
final class Home {
    let path = NSTemporaryDirectory() + "jotter-" + UUID().uuidString
    private let database: String

    /// - Parameter database: A connection string.
    init(_ database: String) throws {
        self.database = database
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private var environment: [String: String] { ["HOME": path, "JOTTER_DATABASE": database] }

    private static let products: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests ?? "").deletingLastPathComponent()
    }()

    /// The sealed state of Jotter.
    var archive: [UInt8] {
        get throws {
            let file = path + "/.local/state/org.example.jotter/restoration/archive"
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        }
    }

    func start() throws -> SpokenProgram {
        try SpokenProgram(Self.products.appending(path: "Jotter"), environment: environment)
    }

    /// Starts Jotter, declines another machine's note, types a line and kills it.
    func type(_ text: String, until isStored: () throws -> Bool) throws {
        let jotter = try start()
        if try jotter.line().hasSuffix("[y/N]") { _ = try jotter.does("n") }
        _ = try jotter.does(text)
        try waitUntil(isStored)
        jotter.kill()
    }

    /// Runs `restorectl`, and returns its output without line breaks, and its errors.
    func restorectl(_ arguments: String...) throws -> String {
        let run = try FinishedProgram(
            Self.products.appending(path: "restorectl").path,
            arguments,
            environment: environment,
            in: URL(filePath: path)
        )
        return (run.output + run.errors).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    /// Brings the key to another machine.
    func giveKey(to other: Home) throws {
        try "a long passphrase\n".write(toFile: path + "/secret", atomically: true, encoding: .utf8)
        _ = try restorectl(
            "key",
            "export",
            "org.example.jotter",
            "sealed",
            "--passphrase-file",
            "secret"
        )
        _ = try other.restorectl(
            "key",
            "import",
            path + "/sealed",
            "--passphrase-file",
            path + "/secret"
        )
    }
}

/// A database of a person.
struct PersonalDatabase {
    let server: PostgreSQLServer
    let connection: String

    init(on server: PostgreSQLServer) throws {
        self.server = server
        let name = try server.newDatabase()
        try PostgreSQLSetup().apply(to: server.connection(database: name))
        connection = server.connection(database: name)
    }

    /// Whether a row has the newest state of a machine.
    func has(_ home: Home) throws -> Bool {
        let store = try PostgreSQLStore(connection)
        let archive = try home.archive
        return try store.list(.all).contains { try store.load($0.key)?.bytes == archive }
    }
}

/// Waits until a condition holds, and fails the test after 30 seconds.
func waitUntil(_ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("Waited 30 seconds in vain")
            return
        }
    }
}
