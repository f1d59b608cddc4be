import Desktop
import Foundation
import NotesDriver
import PseudoTerminal
import Synchronization
import TestSupport
import Testing

/// The binding of GTK and the notes editor, on a virtual screen.
@Suite(.serialized) struct `A program of GTK` {
    private let folder = GTKFolder()

    private static let notes = Task { () async throws -> NotesUser in
        let folder = GTKFolder()
        let sources = Repository.files(
            in: "\(Toolchain.notes)/Sources/notes",
            endingWith: ".swift"
        ).map { Repository.root.appending(path: $0).path }
        SharedDirectories.removeAtExit(folder.path.path)
        let program = try await folder.build(sources, as: "notes", try Toolchain())
        return NotesUser(folder: folder, program: program)
    }

    @Test func `is restored pixel by pixel, and differs without its state`() async throws {
        let toolchain = try Toolchain()
        let user = try await Self.notes.value
        let (folder, program) = (user.folder, user.program)

        let output = try await toolchain.run(
            toolchain.products.appending(path: "notes-demo"),
            [program, folder.plugins.path, folder.path.path],
            output: folder.path.appending(path: "output")
        )

        #expect(output.contains("Started again: "), "\(output)")
        let allowed = Desktop.width * Desktop.height / 1_000
        #expect(try folder.difference(between: "before", and: "after") <= allowed)
        #expect(try folder.difference(between: "before", and: "without") > allowed)
    }

    @Test func `signs a note with the signature that was applied in an earlier launch`()
        async throws
    {
        #expect(try await Self.notes.value.signedNote().hasPrefix("Ada"))
    }

    @Test func `keeps a draft in its note, whatever note is opened after the restart`()
        async throws
    {
        let (before, after) = try await Self.notes.value.draftedNote()

        let note = "Apple pie from Aarhus.txt"
        let text = try #require(before[note])
        #expect(after[note] == "Draft. " + text)
        #expect(after.filter { $0.key != note } == before.filter { $0.key != note })
    }

    @Test func `reports a change of each widget, and restores it at the next launch`() async throws
    {
        let toolchain = try Toolchain()
        let sources =
            Repository.files(in: "Tests/Fixtures/GTK4", endingWith: ".swift")
            + ["\(Toolchain.notes)/Sources/notes/Widgets.swift"]
        let program = try await folder.build(
            sources.map { Repository.root.appending(path: $0).path },
            as: "widgets",
            toolchain
        )
        let desktop = try Desktop()

        let first = try folder.start(program, "set", on: desktop)
        try first.waitForText("end", within: .seconds(90))
        let before = first.screen.snapshot.text
        first.signal(SIGKILL)
        try first.waitForExit()
        let second = try folder.start(program, "show", on: desktop)
        try second.waitUntil("the same values:\n\(before)") { $0.snapshot.text == before }
        second.signal(SIGKILL)
        try second.waitForExit()

        let third = try folder.start(program, "replace", on: desktop)
        let status = try third.waitForExit()
        #expect(third.screen.snapshot.text == Self.replaced)
        #expect(status == .exited(0))
    }

    @Test func `restores the focus once it is visible, and stores no secrets and row numbers`()
        async throws
    {
        let toolchain = try Toolchain()
        let program = try await folder.buildLibraryTest(toolchain)
        let desktop = try Desktop()

        let run = try PseudoTerminal(
            running: TerminalProgram(
                "/bin/sh",
                arguments: ["-c", "exec '\(program)' 2> /dev/null"],
                environment: desktop.environment
            ),
            rows: 60
        )

        #expect(try run.waitForExit() == .exited(0))
        #expect(run.screen.snapshot.text == Self.library)
    }

    @Test func `restores the state of derived types, such as those of gtkmm`() async throws {
        let toolchain = try Toolchain()
        let program = try await folder.build(
            fixture: "Gtkmm",
            "widgets.cpp",
            packages: ["gtkmm-4.0", "libadwaita-1"],
            toolchain
        )
        let desktop = try Desktop()
        func live(_ mode: String, until expected: String) throws {
            let life = try folder.start(program, mode, on: desktop)
            if mode == "change" {
                try life.waitForText("notebook: 2", within: .seconds(60))
                try desktop.act("windowactivate", "--sync", try desktop.window(titled: "Main"))
                for (text, key) in [("7.5", "Tab"), ("typed", "Tab"), ("1234", "Tab")] {
                    try desktop.act("type", text)
                    try desktop.act("key", key)
                }
                try desktop.act("type", "secret")
            }
            try life.waitUntil("these values:\n\(expected)", within: .seconds(60)) {
                $0.snapshot.text == expected
            }
            life.signal(SIGKILL)
            try life.waitForExit()
        }
        let state = try NotesState(
            of: "org.example.gtkmm",
            in: "\(desktop.root)/state",
            keys: "\(desktop.root)/keys"
        )
        let later = SavedPlace("Main/later", "text")
        let changed = """
            paned: 150
            notebook: 2
            spin: 7.5
            entry: typed
            shown: 1234
            password: secret
            end
            """
        let restored = changed.replacing("password: secret", with: "password:")

        try live("change", until: changed)
        #expect(try state.value(later)?.text == "1234")
        try live("hide", until: restored.replacing("shown:", with: "hidden:"))
        #expect(try state.value(later) == nil)
        #expect(try state.value(SavedPlace("Main/password", "text")) == nil)
        try live("show", until: restored.replacing("shown: 1234", with: "shown:"))
    }

    private static let library = """
        closed expander: first
        open expander: inner
        hidden: inner
        shown: hidden
        insensitive: first
        sensitive: hidden
        closed popover: hidden
        page b: now 0
        page without a name: #3
        hidden child: not found, one, then two
        hidden child without a name: not found, then shown
        choice red: now 2
        rows: 1001, the same, 0 changes
        many rows: 300000 selected
        text: bold and \u{FFFC} more wörds, bold, with a button, not undone
        types: own_entry
        GtkEntry
        plain: 1234, cursor 4
        invisible: secret, cursor 0
        PIN: secret, cursor 0
        password: secret, cursor 0
        end
        """

    /// The expected lines for widgets that get other buffers, models and adjustments. GTK would
    /// report a mistake between these lines.
    private static let replaced = """
        another buffer: unheard
        its text: unheard
        its cursor: unheard
        a title: unheard
        a model: heard
        its selection: heard
        another model: heard
        its selection: heard
        another adjustment: heard
        its value: heard
        all rows: too many
        row without a name: none
        part of an offset: 3.0
        late offset: 7.0
        after scrolling: 1.0
        late row: [2]
        late row of a box: selected
        end
        """
}

/// Directories that tests share until the process exits.
enum SharedDirectories {
    private static let paths = Mutex<[String]>([])

    static func removeAtExit(_ path: String) {
        let isFirst = paths.withLock { paths in
            paths.append(path)
            return paths.count == 1
        }
        if isFirst { atexit { SharedDirectories.remove() } }
    }

    private static func remove() {
        for path in paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// A directory with the binding of GTK in it.
final class GTKFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "gtk-\(UUID().uuidString)")
    var plugins: URL { path.appending(path: "plugins") }

    deinit { try? FileManager.default.removeItem(at: path) }

    /// Builds the binding and a program that uses it.
    ///
    /// - Returns: The program's path.
    func build(_ sources: [String], as name: String, _ toolchain: Toolchain) async throws -> String
    {
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        let program = path.appending(path: name)
        var output = try await toolchain.buildGTKProgram(sources, as: program)
        output += try await toolchain.buildGTKBinding(in: plugins)
        #expect(output.isEmpty, "\(output)")
        return program.path
    }

    /// Builds the binding and the program of a fixture.
    ///
    /// - Returns: The program's path.
    func build(
        fixture: String,
        _ file: String,
        packages: [String] = ["gtk4"],
        _ toolchain: Toolchain
    ) async throws -> String {
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
        let program = path.appending(path: fixture)
        var output = try await toolchain.buildGTKFixture(
            fixture,
            file,
            as: program,
            packages: packages
        )
        output += try await toolchain.buildGTKBinding(in: plugins)
        #expect(output.isEmpty, "\(output)")
        return program.path
    }

    /// Builds the functions beside the binding, and a C program that tests them.
    ///
    /// - Returns: The program's path.
    func buildLibraryTest(_ toolchain: Toolchain) async throws -> String {
        let program = path.appending(path: "library").path
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        let command = """
            cd '\(Repository.root.path)'
            '\(toolchain.programs.appending(path: "clang").path)' -std=c11 -Wall -Wextra -Werror \
                -Wno-unused-parameter $(pkg-config --cflags gtk4) Tests/Fixtures/GTK4/library.c \
                Plugins/GTK4/Sources/*.c \
                -o '\(program)' $(pkg-config --libs gtk4)
            """
        let output = try await toolchain.run(
            URL(filePath: "/bin/sh"),
            ["-c", command],
            output: path.appending(path: "output")
        )
        #expect(output.isEmpty, "\(output)")
        return program
    }

    func start(_ program: String, _ mode: String, on desktop: Desktop) throws -> PseudoTerminal {
        try PseudoTerminal(
            running: TerminalProgram(
                program,
                arguments: [mode, desktop.root, plugins.path],
                environment: desktop.environment
            ),
            rows: 60
        )
    }

    func difference(between first: String, and second: String) throws -> Int {
        try Desktop.differingPixels(
            path.appending(path: "\(first).png").path,
            path.appending(path: "\(second).png").path
        )
    }
}

/// A user of Notes.
///
/// Each step waits for the effect of the previous one, such as a window, a title or a save.
private struct NotesUser {
    let folder: GTKFolder
    let program: String

    /// One launch, which ends by SIGKILL.
    private func live(
        on desktop: Desktop,
        _ body: (_ life: NotesLife, _ window: String) throws -> Void
    ) throws {
        let life = try NotesLife(program, plugins: folder.plugins.path, on: desktop)
        let window = try life.windows(titled: "Apple pie")[0]
        try desktop.act("windowsize", "--sync", window, "760", "560")
        // The window saves its size after layout. By then its buttons are at the coordinates
        // that the test clicks.
        try life.awaitEffect(
            of: "Resizing a window",
            on: SavedPlace("Notes#1", "size")
        ) { $0.part("width") == 760 && $0.part("height") == 560 }
        try body(life, window)
        try life.kill()
    }

    private func click(_ window: String, _ x: Int, _ y: Int, _ desktop: Desktop) throws {
        try desktop.act("mousemove", "--sync", "--window", window, "\(x)", "\(y)", "click", "1")
    }

    private func notes(_ desktop: Desktop) -> String {
        "\(desktop.root)/data/org.restorationkit.notes/notes"
    }

    /// Applies a signature, and signs a note with it in the next launch.
    ///
    /// - Returns: The contents of the note's file.
    func signedNote() throws -> String {
        let desktop = try Desktop()
        try live(on: desktop) { life, window in
            try click(window, 700, 22, desktop)  // Preferences
            let preferences = try life.windows(titled: "Preferences")[0]
            // The signature has the keyboard focus at first.
            try desktop.act("windowactivate", "--sync", preferences)
            try desktop.act("key", "ctrl+a")
            try desktop.act("type", "Ada")
            try life.awaitEffect(
                of: "Typing a signature",
                on: SavedPlace("Preferences#1/signature", "text")
            ) { $0.text == "Ada" }
            try click(preferences, 312, 190, desktop)  // Apply
            try desktop.awaitEnd(of: preferences)
        }
        // The applied signature is not part of the state.
        try FileManager.default.removeItem(
            atPath: "\(desktop.root)/state/org.restorationkit.notes"
        )
        try live(on: desktop) { life, window in
            try click(window, 480, 22, desktop)  // Sign
            _ = try life.windows(titled: "^● Apple pie")
            try click(window, 410, 22, desktop)  // Save
            _ = try life.windows(titled: "^Apple pie")
        }
        let file = "\(notes(desktop))/Apple pie from Aarhus.txt"
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    /// Begins a draft, and opens another note in the next launch.
    ///
    /// - Returns: The contents of all notes, by their files, with the draft and at the end.
    func draftedNote() throws -> (before: [String: String], after: [String: String]) {
        let desktop = try Desktop()
        func contents() throws -> [String: String] {
            let files = try FileManager.default.contentsOfDirectory(atPath: notes(desktop))
            return Dictionary(
                uniqueKeysWithValues: try files.map {
                    ($0, try String(contentsOfFile: "\(notes(desktop))/\($0)", encoding: .utf8))
                }
            )
        }
        try live(on: desktop) { life, window in
            try click(window, 500, 200, desktop)
            try desktop.act("key", "ctrl+Home")
            try desktop.act("type", "Draft. ")
            try life.awaitEffect(
                of: "Typing a draft",
                on: SavedPlace("Notes#1/editor", "text")
            ) { $0.text.hasPrefix("Draft. ") }
        }
        let before = try contents()
        try live(on: desktop) { life, window in
            _ = try life.windows(titled: "^● Apple pie")
            let list = SavedPlace("Notes#1/list", "selection")
            let selection = try life.state.value(list)
            try desktop.settle()
            try click(window, 100, 250, desktop)
            try life.awaitEffect(of: "Selecting a note", on: list) { $0 != selection }
        }
        return (before, try contents())
    }
}
