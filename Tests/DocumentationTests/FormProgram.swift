import Desktop
import Foundation
import NotesDriver
import PseudoTerminal
import RestorationCore

/// The form of `Tests/Fixtures/GTKForm` on a desktop, from launch to launch.
final class FormProgram {
    let desktop: Desktop
    /// The program's files: notes, settings, and its output for the test.
    let folder: String
    private let program: String
    private let plugins: String
    private let state: String
    private var environment: [String: String]

    /// Only one test uses the desktop at a time.
    private struct Shared: @unchecked Sendable {
        let folder = GTKFolder()
        let desktop: Desktop
        let program: String

        init() async throws {
            program = try await folder.build(fixture: "GTKForm", "form.c", try Toolchain())
            desktop = try Desktop()
            for path in [folder.path.path, desktop.root] { SharedDirectories.removeAtExit(path) }
        }
    }

    private static let shared = Task { try await Shared() }

    /// The form without state. All tests share one build, and those of the serialized suite one
    /// desktop.
    ///
    /// - Parameters:
    ///   - environment: Added to the environment of the form.
    ///   - desktop: The desktop of a test outside of that suite.
    static func built(
        _ environment: [String: String] = [:],
        on desktop: Desktop? = nil
    ) async throws -> FormProgram {
        let shared = try await shared.value
        return try FormProgram(shared, desktop ?? shared.desktop, environment)
    }

    private init(
        _ shared: Shared,
        _ desktop: Desktop,
        _ environment: [String: String]
    ) throws {
        self.desktop = desktop
        program = shared.program
        plugins = shared.folder.plugins.path
        self.environment = desktop.environment.merging(environment) { $1 }
        state = "\(desktop.root)/\(UUID().uuidString)"
        folder = state + "/files"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try write(Self.schema, to: "org.example.form.gschema.xml")
        _ = try desktop.run("glib-compile-schemas", [folder])
        for note in ["apple", "berry", "cherry"] { try write(note, to: note) }
    }

    private static let schema = """
        <schemalist><schema id="org.example.form" path="/org/example/form/">
        <key name="dark" type="b"><default>false</default></key>
        <key name="nick" type="s"><default>'nobody'</default></key>
        <key name="amount" type="d"><default>5</default></key>
        </schema></schemalist>
        """

    func write(_ text: String, to file: String) throws {
        try text.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
    }

    func read(_ file: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    func remove(_ file: String) { try? FileManager.default.removeItem(atPath: "\(folder)/\(file)") }

    /// The saved state.
    func archive() throws -> Data {
        try Data(contentsOf: URL(filePath: state + "/state/archive"))
    }

    /// One launch, which ends by SIGKILL once all is saved.
    func live(_ body: (FormLife) throws -> Void) throws {
        remove("values")
        let process = try PseudoTerminal(
            running: TerminalProgram(
                program,
                arguments: [state, plugins, folder],
                environment: environment
            ),
            rows: 200
        )
        defer {
            process.signal(SIGKILL)
            _ = try? process.waitForExit()
        }
        let life = FormLife(self, process)
        try life.shows(["saved": "1"])
        life.window = try desktop.window(titled: "Form")
        try life.awaitPlaces()
        try body(life)
        try life.shows(["saved": "1"])
    }

    /// The saved values of a widget that the user has changed, oldest first.
    func changes(_ name: String, _ key: String = "text") throws -> [RestorationValue] {
        try saved.changes(SavedPlace("Form/\(name)", key))
    }

    /// The digests of the bases of a widget's text.
    func bases(_ name: String) throws -> [String] {
        try saved.bases(SavedPlace("Form/\(name)", "text"))
    }

    private var saved: NotesState {
        get throws {
            try NotesState(of: "org.example.form", in: "\(state)/state", keys: "\(state)/keys")
        }
    }

    /// The output of `restorectl archive show --reveal` for a widget.
    func revealed(_ name: String) throws -> String {
        let restorectl = try Toolchain().products.appending(path: "restorectl").path
        let key = "\(state)/keys/org.example.form.key"
        return try desktop.run(
            "env",
            [restorectl, "archive", "show", "\(state)/state", "Form/\(name)", "--full", "--reveal"]
                + ["--key-file", key]
        ).output
    }
}

/// One process of the form.
final class FormLife {
    let program: FormProgram
    private let process: PseudoTerminal
    fileprivate(set) var window = ""
    private var launch = 1

    fileprivate init(_ program: FormProgram, _ process: PseudoTerminal) {
        self.program = program
        self.process = process
    }

    // MARK: Values of the program

    var values: [String: String] {
        let text = (try? program.read("values")) ?? ""
        // A value may contain line breaks. No line of the tests' texts contains a tab.
        var values: [String: String] = [:]
        var last = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                last = String(parts[0])
                values[last] = String(parts[1])
            } else {
                values[last, default: ""] += "\n" + line
            }
        }
        return values
    }

    /// Waits until the program shows all of these values.
    func shows(_ wanted: [String: String]) throws {
        try shows(wanted.description) { values in
            wanted.allSatisfy { values[$0.key] == $0.value }
        }
    }

    func shows(_ purpose: String, _ condition: ([String: String]) -> Bool) throws {
        do {
            try process.waitUntil(purpose, within: .seconds(60)) { _ in condition(values) }
        } catch {
            let shown = values.filter { !$0.key.hasPrefix("@") }
            throw DesktopError("No \(purpose), but \(shown)\n\(error)")
        }
    }

    func shows(_ condition: ([String: String]) -> Bool) throws {
        try shows("such values", condition)
    }

    fileprivate func awaitPlaces() throws {
        try shows("places") { $0["@title"] != nil && $0["@title"] != "0 0" }
    }

    /// Ends the session without a save and begins another one in the same process.
    func restart() throws {
        program.remove("values")
        launch += 1
        try command("restart")
        window = try program.desktop.window(titled: "^Form \(launch)$")
        try awaitPlaces()
        try shows(["saved": "1"])
    }

    /// Waits until the rows of the notes have their places.
    func showsRows() throws {
        try shows("rows") { values in
            Set(["apple", "berry", "cherry"].compactMap { values["@\($0)"] }).count == 3
        }
    }

    // MARK: Input

    func click(_ name: String) throws {
        try press(name)
        try program.desktop.act("mouseup", "1")
    }

    func press(_ name: String) throws {
        try shows("a place of \(name)") { $0["@\(name)"] != nil }
        let place = (values["@\(name)"] ?? "0 0").split(separator: " ").map(String.init)
        // Not "--sync", which waits for a move even if the pointer is there.
        try program.desktop.act(
            "mousemove",
            "--window",
            window,
            place[0],
            place[1],
            "mousedown",
            "1"
        )
    }

    func type(_ text: String, into name: String) throws {
        try click(name)
        try shows(["focus": name])
        try program.desktop.act("key", "ctrl+End")
        try type(text)
    }

    func type(_ text: String) throws { try program.desktop.act("type", "--delay", "20", text) }

    func key(_ name: String) throws { try program.desktop.act("key", name) }

    /// Makes the program run a command of the fixture.
    func command(_ words: String) throws {
        try program.write(words, to: "command")
        try shows(words) { _ in
            !FileManager.default.fileExists(atPath: program.folder + "/command")
        }
    }

    /// The report of the restore.
    func report() throws -> String { try program.read("report") }
}
