import Foundation
import PetFinderModel
import RestorationKit
import TerminalScreen

@testable import petfinder

/// Pet Finder without a terminal, in directories of its own: several lives, one after another, in
/// one process. With its real session, its real files and its real plugins.
final class Shelter {
    static let window = Size(columns: 80, rows: 24)

    private let root: String
    private var session: PetFinderSession
    private var scene: PetFinderScene
    /// How the person wants to leave, if they do.
    private(set) var departure: TabController.Departure?

    init() throws {
        root = FileManager.default.temporaryDirectory.path + "/petfinder-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(
            atPath: "\(root)/plugins",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for name in ["libPetEditor.so", "libPetNotes.so"] {
            try files.copyItem(
                atPath: "\(Self.products)/\(name)",
                toPath: "\(root)/plugins/\(name)"
            )
        }
        (session, scene) = try Self.open(root)
        listen()
    }

    deinit {
        session.close()
        try? FileManager.default.removeItem(atPath: root)
    }

    /// What the window shows.
    var canvas: Canvas { scene.tabs.canvas(of: Self.window) }

    /// What a window of another size would show.
    func canvas(of size: Size) -> Canvas { scene.tabs.canvas(of: size) }

    /// Presses a key and draws what comes of it: screens learn their size from being drawn.
    func press(_ key: Key) {
        scene.tabs.handle(key)
        session.runPending()
        _ = canvas
    }

    /// Types text; a line feed presses Enter.
    func type(_ text: String) {
        for scalar in text.unicodeScalars { press(scalar == "\n" ? .enter : .character(scalar)) }
    }

    /// The text from the cursor to the end of its row, without the frame.
    var textAtCursor: String {
        let canvas = canvas
        guard let cursor = canvas.cursor else { return "" }
        let cells = (cursor.column..<canvas.size.columns - 1).compactMap {
            canvas[Position(column: $0, row: cursor.row)]?.text
        }
        return String(cells.joined().reversed().drop { $0 == " " }.reversed())
    }

    /// Whether the program would save by itself, if it were left alone for long enough.
    var isGoingToSave: Bool { session.hasUnsavedState }

    /// Makes the state durable.
    func flush() { session.flush() }

    /// Lets nothing be written in place of the archive, or lets it again. Permissions would not
    /// hinder a superuser.
    func setSaving(isPossible: Bool) throws {
        let files = FileManager.default
        let obstacle = "\(root)/state/archive.new"
        // Without it, nobody can set the obstacle aside.
        let folder = "\(root)/state/set-aside"
        if isPossible {
            try files.removeItem(atPath: folder)
            return try files.removeItem(atPath: obstacle)
        }
        try? files.removeItem(atPath: "\(root)/state/archive.previous")
        try files.createDirectory(
            atPath: obstacle + "/taken",
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(filePath: folder))
    }

    /// Ends the program as nothing in it could hinder, and starts it again.
    func crash() throws {
        session.close()
        (session, scene) = try Self.open(root)
        listen()
    }

    /// Removes the file of a plugin, or brings it back.
    func setPlugin(_ name: String, isInstalled: Bool) throws {
        let (inside, outside) = ("\(root)/plugins/\(name)", "\(root)/\(name)")
        try FileManager.default.moveItem(
            atPath: isInstalled ? outside : inside,
            toPath: isInstalled ? inside : outside
        )
    }

    private func listen() {
        departure = nil
        scene.tabs.onLeave = { [weak self] in self?.departure = $0 }
    }

    private static func open(_ root: String) throws -> (PetFinderSession, PetFinderScene) {
        var options = RestorationOptions()
        options.stateDirectory = "\(root)/state"
        options.keyProvider = FileKeyProvider(directory: "\(root)/keys")
        options.pluginDirectories = ["\(root)/plugins"]
        options.pluginIndexing = .off
        // A change asks for a save, which never comes: each test says what is saved.
        options.autosaveInterval = .seconds(1_000_000)
        let session = try PetFinderSession(options: options, progress: TerminalProgress())
        let file = PetFile(directory: "\(root)/data")
        return (session, try PetFinderScene(session: session, file: file))
    }

    /// The folder of the test program, which holds the plugins too.
    private static var products: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: path ?? ".").deletingLastPathComponent().path
    }
}
