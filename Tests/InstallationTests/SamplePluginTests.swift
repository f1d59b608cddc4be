import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

/// The samples of `Docs/Examples/Tally`, built outside the repository against the installed copy
/// alone. The build commands are those of their page.
@Suite struct `A sample plugin` {
    private static let installed = InstalledCopy.whole

    @Test(arguments: Language.allCases)
    func `follows the rules, and keeps its state from one run of the program to the next`(
        _ language: Language
    ) throws {
        let installed = try Self.installed.get()
        let workshop = try Workshop(language)
        try installed.run(try language.command(), in: workshop.folder)
        let examples = workshop.folder.appending(path: "examples.json").path
        let hasExamples = FileManager.default.fileExists(atPath: examples)
        try installed.run(
            "restorectl plugin check libtally.so --iterations 100"
                + (hasExamples ? " --examples examples.json" : ""),
            in: workshop.folder
        )

        let typed = "half-typed, ünfinished 猫"
        try workshop.life { session, desk, _ in
            desk.tally = try session.make(
                "Tally",
                under: desk,
                parameters: ["draft": .string(typed)]
            )
        }
        try workshop.life { _, desk, report in
            #expect(desk.tally != nil)
            #expect(report.notRestored.map(\.description) == [])
        }
        // The second run has saved the values that the restored object encoded.
        #expect(try workshop.saved("draft", at: "Desk/Tally") == typed)
    }
}

/// A language for plugins. The raw value names the folder of its sample.
enum Language: String, CaseIterable, Sendable {
    case c = "C"
    case cxx = "Cxx"
    case rust = "Rust"
    case swift = "Swift"

    static let page = Repository.root.appending(path: "Docs/Examples/Tally")
    var folder: URL { Self.page.appending(path: rawValue) }

    struct NoCommand: Error {}

    /// The command that the samples' page gives.
    func command() throws -> String {
        let page = try String(contentsOf: Self.page.appending(path: "README.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "<!-- run: \(rawValue) -->\n```\n")
        guard parts.count == 2, let end = parts[1].range(of: "```") else { throw NoCommand() }
        return String(parts[1][..<end.lowerBound])
    }
}

/// A folder, such as a copy of a sample, and a program that uses the plugins built there.
final class Workshop {
    let folder: URL
    private let root: URL

    init(_ language: Language) throws {
        root = FileManager.default.temporaryDirectory
            .appending(path: "restoration-workshop-\(UUID().uuidString)")
        // The folder keeps its name, which identifies a Swift package.
        folder = root.appending(path: language.rawValue)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: language.folder, to: folder)
    }

    init() throws {
        root = FileManager.default.temporaryDirectory
            .appending(path: "restoration-workshop-\(UUID().uuidString)")
        folder = root.appending(path: "plugins")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// One launch of the program: restores, runs `body`, saves and ends.
    @discardableResult
    func life<Result>(
        log: CollectedLog? = nil,
        _ body: (RestorationSession, Desk, RestorationReport) throws -> Result
    ) throws -> Result {
        var options = RestorationOptions()
        options.stateDirectory = root.appending(path: "state").path
        options.keyProvider = FileKeyProvider(directory: root.appending(path: "keys").path)
        options.pluginDirectories = [folder.path]
        if let log { options.logger = log.logger }
        let session = try RestorationSession(application: "org.example.desk", options: options)
        let desk = Desk()
        session.addRoot(desk)
        let report = try session.restore()
        let result = try body(session, desk, report)
        try session.preserveNow()
        session.close()
        return result
    }

    /// The text for a key in an object's record in the archive.
    func saved(_ key: String, at path: String) throws -> String? {
        try saved(key, as: String.self, at: path)
    }

    func saved<Value: RestorationCodable>(
        _ key: String,
        as type: Value.Type,
        at path: String
    ) throws -> Value? {
        let opened = try OpenedArchive.open(
            path: root.appending(path: "state/archive").path,
            keys: FileKeyProvider(directory: root.appending(path: "keys").path)
        )
        let archive = try ArchiveReader(source: SealedImage(opened))
        let number = try #require(archive.record(at: try RestorationPath(parsing: path)))
        let objects = RestoredObjects(count: archive.records.count)
        return try archive.coder(for: number, resolving: objects)
            .decode(Value.self, forKey: key)
    }
}

/// The program's own object, which shows a tally.
final class Desk: Restorable {
    let restorationIdentifier: String? = "Desk"
    var tally: (any Restorable)?

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(tally, forKey: "tally")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        tally = try coder.decodeReference(forKey: "tally")
    }
}
