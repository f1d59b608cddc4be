import Foundation
import RestorationKit
import TestSupport

/// A program whose launches are separate processes, with the bindings of `Plugins`.
struct KilledProgram: Codable, Sendable {
    let directory: String

    init() throws {
        directory = try ProgramDirectory.make(with: "plugins")
        let plugins = directory + "/plugins"
        let source = Repository.path("Plugins")
        for binding in [
            "SQLite/org.sqlite.connections.restoration-binding.json",
            "GzipReader/org.zlib.readers.restoration-binding.json",
        ] {
            try FileManager.default.copyItem(
                atPath: source + "/" + binding,
                toPath: plugins + "/" + (binding as NSString).lastPathComponent
            )
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }

    /// One launch, which `body` may end early.
    func run(
        root: String,
        _ body: (RestorationSession, Shelf, RestorationReport) throws -> Void
    ) throws {
        var options = RestorationOptions.within(directory)
        options.acceptsPluginsForAnyApplication = true
        options.autosaveInterval = .seconds(3600)
        let session = try RestorationSession(application: "org.example.test", options: options)
        let shelf = Shelf(root)
        session.addRoot(shelf)
        try body(session, shelf, try session.restore())
        session.close()
    }
}

/// A root of the host, which owns the objects that the session makes for it.
final class Shelf: Restorable {
    let restorationIdentifier: String?
    var items: [any Restorable] = []
    var restorationChildren: [any Restorable] { items }

    init(_ identifier: String = "Shelf") { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(items, forKey: "items")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        items = try coder.decodeReferences(forKey: "items")
    }
}
