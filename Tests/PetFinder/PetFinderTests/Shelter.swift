import Foundation
import PetFinderModel
import RestorationKit
import RestorationTerminal
import RestorationUIKit

@testable import petfinder

/// Pet Finder without a terminal, launched several times in one process. It uses separate
/// directories, but its real session, files and plugins.
///
/// Tests must not suspend while a shelter exists, because it sets the metrics of a terminal for the
/// process.
@MainActor final class Shelter {
    static let window = Size(columns: 80, rows: 24)

    private let root: String
    private var interface: TerminalInterface
    private var size = Shelter.window
    private let bounds = UIScreen.main.bounds

    init() throws {
        InterfaceMetrics.current = .terminal
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
        interface = try Self.open(root)
    }

    isolated deinit {
        UISystem(interface.application).kill()
        InterfaceMetrics.current = InterfaceMetrics()
        UIScreen.main.bounds = bounds
        try? FileManager.default.removeItem(atPath: root)
    }

    /// The screen.
    var canvas: Canvas { interface.canvas() }

    /// The screen in a window of another size.
    func canvas(of size: Size) -> Canvas {
        interface.resize(to: size)
        defer { interface.resize(to: Self.window) }
        return interface.canvas()
    }

    /// Resizes the window. The size outlasts a crash.
    func resize(to size: Size) {
        self.size = size
        interface.resize(to: size)
        session.runPending()
    }

    func press(_ key: Key) {
        interface.handle(key)
        session.runPending()
    }

    /// Types text. A line feed presses Enter.
    func type(_ text: String) {
        for scalar in text.unicodeScalars { press(scalar == "\n" ? .enter : .character(scalar)) }
    }

    /// The text from the cursor to the end of the row.
    var textAtCursor: String {
        let canvas = canvas
        guard let cursor = canvas.cursor else { return "" }
        let cells = (cursor.column..<canvas.size.columns).compactMap {
            canvas[Position(column: $0, row: cursor.row)]?.text
        }
        return String(cells.joined().reversed().drop { $0 == " " }.reversed())
    }

    private var session: RestorationSession { interface.application.restorationSession }

    /// Whether the program would eventually save by itself.
    var isGoingToSave: Bool { session.nextDeadline != nil }

    /// Saves the state.
    func flush() { _ = try? session.preserveNow() }

    /// Blocks or unblocks saves with an obstacle in place of the archive. Permissions would not
    /// stop a superuser.
    func setSaving(isPossible: Bool) throws {
        let files = FileManager.default
        let obstacle = "\(root)/state/archive.new"
        // Without this file, the store could set the obstacle aside.
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

    /// Kills the program without notice, and launches it again.
    func crash() throws {
        UISystem(interface.application).kill()
        interface = try Self.open(root, size)
    }

    /// Removes or restores the file of a plugin.
    func setPlugin(_ name: String, isInstalled: Bool) throws {
        let (inside, outside) = ("\(root)/plugins/\(name)", "\(root)/\(name)")
        try FileManager.default.moveItem(
            atPath: isInstalled ? outside : inside,
            toPath: isInstalled ? inside : outside
        )
    }

    private static func open(
        _ root: String,
        _ window: Size = window
    ) throws -> TerminalInterface {
        UIScreen.main.bounds = CGRect(x: 0, y: 0, width: window.columns, height: window.rows - 1)
        var configuration = UIApplicationConfiguration(identifier: AppDelegate.application)
        configuration.options.stateDirectory = "\(root)/state"
        configuration.options.keyProvider = FileKeyProvider(directory: "\(root)/keys")
        configuration.options.pluginDirectories = ["\(root)/plugins"]
        // Changes request an autosave, which never comes due. Each test saves explicitly.
        configuration.options.autosaveInterval = .seconds(1_000_000)
        let book = try PetBook(
            catalog: try .embedded(),
            file: PetFile(directory: "\(root)/data")
        )
        let application = try UISystem.launch(AppDelegate(book: book), configuration: configuration)
        return TerminalInterface(application, size: window)
    }

    /// The folder of the test program and the plugins.
    private static var products: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: path ?? ".").deletingLastPathComponent().path
    }
}
