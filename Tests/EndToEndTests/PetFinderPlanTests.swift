import Foundation
import PetFinderDriver
import PseudoTerminal
import TestSupport
import Testing

/// What `restorectl plan` says of the next launch of the real program, and what that launch does.
@Suite struct `Pet Finder's plan` {
    private let home: PetFinderHome

    init() throws { home = try PetFinderHome() }

    @Test func `looks for plugins where the program did`() throws {
        let life = try TerminalLife(in: home)
        for step in Rehearsal.steps { try life.perform(step) }
        try life.awaitDurable()
        try life.kill()
        let edit = "Tabs/Matches/Details/Edit"

        let with = try home.restorectl("plan")
        try moveEditor(from: home.pluginDirectory, to: home.root)
        let without = try home.restorectl("plan")

        #expect(with.contains("\(edit)  restore  class PetEditor of org.restorationkit.peteditor"))
        #expect(
            without.contains("\(edit)  retain  class PetEditor of org.restorationkit.peteditor")
        )
        #expect(without.contains("why: The plugin org.restorationkit.peteditor is not installed"))
        #expect(without.contains("    \(home.products)/petfinder\n"))
    }

    @Test func `is what the next launch does, and loads no plugin`() throws {
        try leaveThreeInTrouble()
        let loadedBefore = try takeLoaded()

        let text = try plan(as: "text")
        let foreseen = try launchAsPlanned()
        let loadedByLaunch = try takeLoaded()

        #expect(loadedBefore == ["Crashing", "PetNotes"])
        #expect(withoutWhatDiffers(text) == Self.plan)
        #expect(foreseen == ["set-aside", "restore", "retain", "retain"])
        #expect(loadedByLaunch == ["Crashing"])
    }

    @Test func `has all back when the plugins are back, and the one that crashed is mended`()
        throws
    {
        try leaveThreeInTrouble()
        _ = try launchAsPlanned()

        home.furtherVariables = [:]
        try installCrashing()
        try installPetNotes(schemaVersion: 2)
        try moveEditor(from: home.root, to: home.pluginDirectory)
        let foreseen = try launchAsPlanned()

        #expect(foreseen == ["restore", "restore", "restore", "restore"])
    }

    @Test func `leaves out all of a plugin that crashed while it was loaded`() throws {
        try installCrashing()
        try openScreensOfAllPlugins()
        try crash(at: "load")
        _ = try takeLoaded()

        let foreseen = try launchAsPlanned()

        #expect(foreseen == ["set-aside", "set-aside", "restore", "restore"])
        #expect(try takeLoaded() == [])
    }

    @Test func `defers what two launches were killed in, and tries it again after one more`()
        throws
    {
        try installCrashing()
        try openScreensOfAllPlugins()

        try crash(at: "decode", by: "kill")
        let afterOne = try plan().decisions
        try crash(at: "decode", by: "kill")
        let afterTwo = try launchAsPlanned()
        home.furtherVariables = [:]
        let afterThat = try launchAsPlanned()

        #expect(afterOne == ["restore", "restore", "restore", "restore"])
        #expect(afterTwo == ["set-aside", "restore", "restore", "restore"])
        // The edit screen of the second tab is closed by now.
        #expect(afterThat == ["restore", "restore", "restore"])
    }

    /// One plugin's object crashes, one plugin is removed, and one is older than what it saved.
    private func leaveThreeInTrouble() throws {
        try installCrashing()
        try installPetNotes(schemaVersion: 2)
        try openScreensOfAllPlugins()
        try crash(at: "decode")
        try moveEditor(from: home.pluginDirectory, to: home.root)
        try installPetNotes(schemaVersion: 1)
    }

    /// Has a plan made, for which no plugin is loaded, and starts the program, whose report says
    /// the same, but for what the plan leaves to the program.
    ///
    /// - Returns: What the plan decides of the others, in its order: of notes and edit screen in
    ///   the first tab, then in the second.
    private func launchAsPlanned() throws -> [String] {
        let plan = try plan()
        let life = try TerminalLife(in: home)
        // Out of the edit screen, where q is text. The report is there when the program has ended
        // by itself.
        try life.perform(.key(.escape))
        try life.terminal.send("q")
        #expect(try life.terminal.waitForExit() == .exited(0))

        let report = try RestorectlTable(
            decoding: home.restorectl("report", "--all", "--format", "json")
        )
        #expect(report.generation == plan.generation)
        #expect(report.objects.map(\.path) == plan.objects.map(\.path))
        for (object, planned) in zip(report.objects, plan.objects) {
            if let foreseen = planned.asCarriedOut { #expect(object == foreseen) }
        }
        return plan.decisions
    }

    private func plan() throws -> RestorectlTable {
        try RestorectlTable(decoding: plan(as: "json"))
    }

    private func plan(as format: String) throws -> String {
        _ = try takeLoaded()
        let output = try home.restorectl("plan", "--format", format)
        #expect(try takeLoaded() == [])
        return output
    }

    // MARK: Plugins

    /// Compiles a plugin into the program's directory, whose code leaves a mark when it is loaded.
    private func install(_ name: String, _ sources: [String]) throws {
        try ContractPlugin.compile(
            "mark",
            named: name,
            into: home.pluginDirectory,
            options: sources + [
                #"-DMARK="\#(home.root)/loaded-\#(name)""#,
                "-I", "\(ContractPlugin.repository)/Sources/CPetFinder/include",
            ]
        )
    }

    /// Installs a plugin for edit screen and notes of the first tab, which crashes when it is told.
    private func installCrashing() throws {
        try install("Crashing", ["\(ContractPlugin.repository)/Tests/Fixtures/Plugins/crashing.c"])
    }

    /// Installs Pet Notes as it is, but for the schema version of its class.
    private func installPetNotes(schemaVersion version: Int) throws {
        let sources = "\(home.root)/PetNotes-\(UUID().uuidString)"
        try FileManager.default.copyItem(
            atPath: "\(ContractPlugin.repository)/Plugins/PetNotes/Sources",
            toPath: sources
        )
        let plugin = URL(filePath: "\(sources)/plugin.c")
        let text = try String(contentsOf: plugin, encoding: .utf8)
            .replacing(#""version": 1,"#, with: #""version": \#(version),"#)
            .replacing(".schema_version = 1,", with: ".schema_version = \(version),")
        try text.write(to: plugin, atomically: true, encoding: .utf8)
        let files = try FileManager.default.contentsOfDirectory(atPath: sources)
        try install("PetNotes", files.filter { $0.hasSuffix(".c") }.map { "\(sources)/\($0)" })
    }

    private func moveEditor(from: String, to: String) throws {
        try FileManager.default.moveItem(
            atPath: "\(from)/libPetEditor.so",
            toPath: "\(to)/libPetEditor.so"
        )
    }

    /// The plugins whose code has run since the last time.
    private func takeLoaded() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: home.root)
        let marks = files.filter { $0.hasPrefix("loaded-") }.sorted()
        for mark in marks { try FileManager.default.removeItem(atPath: "\(home.root)/\(mark)") }
        return marks.map { String($0.dropFirst("loaded-".count)) }
    }

    // MARK: Lives

    /// A life that ends with an edit screen and notes in each tab: those of the first tab are made
    /// by the crashing plugin, whose routes are more specific.
    private func openScreensOfAllPlugins() throws {
        let life = try TerminalLife(in: home)
        for step: TerminalLife.Step in [
            .text("m"), .key(.enter), .text("e"), .text("2"), .key(.enter),
            .text("n"), .text("Likes 魚"), .key(.tab), .text("e"), .key(.end), .text(" of Prague"),
        ] {
            try life.perform(step)
        }
        try life.awaitDurable()
        try life.kill()
    }

    /// A launch that the crashing plugin ends, while it is loaded or its notes decode. So do all
    /// launches from now on that get there.
    private func crash(at stage: String, by way: String = "abort") throws {
        home.furtherVariables = [
            "RESTORATION_CRASH_AT": stage, "RESTORATION_CRASH_IDENTIFIER": "Notes",
            "RESTORATION_CRASH_BY": way,
            // On a terminal, Swift would explain a crash at length and wait for an answer.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        let terminal = try PseudoTerminal(
            running: TerminalProgram(
                "\(home.products)/petfinder",
                arguments: ["--plugins", home.pluginDirectory],
                environment: home.environment
            )
        )
        #expect(try terminal.waitForExit() == .signaled(way == "kill" ? SIGKILL : SIGABRT))
    }

    // MARK: What restorectl prints

    /// The text without what differs from run to run.
    private func withoutWhatDiffers(_ text: String) -> String {
        text.replacing(#/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d( UTC|Z)/#, with: "NOW")
            .replacing(#/generation \d+/#, with: "generation N")
            .replacing(#/\b\d+ bytes?/#, with: "N bytes")
            .replacing(home.root, with: "~").replacing(home.products, with: "BIN")
    }

    private static let plan = """
        org.restorationkit.petfinder
            restores generation N, saved NOW
            15 objects: restore 1, retain 2, set aside 1, the program decides 11

        A launch is restoring now, or the last one ended while it restored
          fix: If it is restoring now, ask again when it is done: the plan takes it to
               have ended.

        Tabs  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Find  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Matches  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Find/Cats  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Find/Details  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Matches/List  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Matches/Details  the program decides  N bytes
          why: The program builds it, or its delegate or a route provides it
        Tabs/Find/Cats/Story  the program decides  N bytes
          why: Its owner provides the element, if the owner has loaded it
        Tabs/Find/Details/Story  the program decides  N bytes
          why: Its owner provides the element, if the owner has loaded it
        Tabs/Find/Details/Notes  set aside  class Fragile of org.example.crashing, schema 1, N bytes
          why: The program crashed while the object decoded its state (SIGABRT)
           at: ~/plugins/libCrashing.so
          fix: Its state is retained. Another build of the plugin org.example.crashing
               (now 1.0.0) or of the program brings it back, and so does restorectl
               archive retry org.restorationkit.petfinder.
        Tabs/Find/Details/Edit  restore  class Fragile of org.example.crashing, schema 1, N bytes
        Tabs/Matches/List/Rows  the program decides  N bytes
          why: Its owner provides the element, if the owner has loaded it
        Tabs/Matches/Details/Story  the program decides  N bytes
          why: Its owner provides the element, if the owner has loaded it
        Tabs/Matches/Details/Notes  retain  class PetNotes of org.restorationkit.petnotes, \
        schema 2, now 1, N bytes
          why: Its state was written by schema version 2 of PetNotes, which here is 1
          fix: Start the newer version of the program or plugin; the state is retained
               until then.
        Tabs/Matches/Details/Edit  retain  class PetEditor of org.restorationkit.peteditor, \
        schema 1, N bytes
          why: The plugin org.restorationkit.peteditor is not installed
          fix: Install the plugin again; its state is retained until then.

        Searched where this program looked when it was started, NOW:
            BIN/petfinder

        """
}
