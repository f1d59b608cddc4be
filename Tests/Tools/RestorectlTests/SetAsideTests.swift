import Foundation
import PseudoTerminal
import RestorationStorage
import Testing

@Suite struct `State that was set aside` {
    let home: Home
    private let state: String
    private let name = "20261003T140510.000000Z-wrong-key-archive"

    init() throws {
        home = try Home()
        state = home.stateDirectory(of: Home.application)
    }

    @Test func `says where the names of files that were set aside are listed`() throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl("archive reinstate nosuchname")

        run.expect(
            error: #"No file "nosuchname" was set aside"#,
            at: "~/state/org.example.petfinder/restoration/set-aside",
            fix: "Use restorectl archive list --set-aside org.example.petfinder to see which files"
                + " were."
        )
    }

    @Test func `is listed with the reason and the way to restore it`() throws {
        try loseTheKey()

        let run = try home.restorectl("archive list --set-aside")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration/set-aside

                20261003T140510.000000Z-wrong-key-archive
                    set aside 2026-10-03 14:05:10 UTC: The file was sealed with another key.
                    generation 1, 5.1 KiB
                    not readable here: Put back the key that was in use when the file was
                    written.

                """
        )
        let nothing = try Home().restorectl("archive list --set-aside")
        #expect(nothing == Run(output: "Nothing is set aside.\n"))
    }

    @Test func `comes back with its key`() throws {
        let key = try loseTheKey()
        try home.save(SavedProgram([]).image())
        try home.restoreKey(key)

        let listed = try home.restorectl("archive list --set-aside")
        let run = try home.restorectl("archive reinstate \(name)")

        #expect(listed.output.contains("readable here: archive reinstate brings it back"))
        run.expect(
            output: """
                org.example.petfinder
                    generation 1 is current again, saved 2026-10-03 14:05:10 UTC
                    set aside: \(place)/\(try stampOfOnlyFile())-replaced-archive

                """
        )
        #expect(try home.restorectl("archive show").output.contains("Tabs/Matches"))
    }

    @Test(arguments: ["archive.found", "./archive.found"])
    func `can be restored, and so can archive.found`(
        name: String
    ) throws {
        try home.save(try SavedProgram.petFinder().image())
        try home.save(SavedProgram([]).image())
        let path = name.replacing("./", with: state + "/")

        let listed = try home.restorectl("archive list \(Home.application)")
        let run = try home.restorectl(["archive", "reinstate", path])

        #expect(listed.output.contains("\nfound    "), "\(listed)")
        run.expect(
            output: """
                org.example.petfinder
                    generation 1 is current again, saved 2026-10-03 14:05:10 UTC
                    set aside: \(place)/\(try stampOfOnlyFile())-replaced-archive

                """
        )
        #expect(try home.restorectl("archive show").output.contains("Tabs/Matches"))
        let again = try home.restorectl(["archive", "reinstate", path])
        #expect(again.status == 1)
    }

    @Test func `says that nothing can be found in it without its tables`() throws {
        try home.save(try SavedProgram.petFinder().image())
        // Damages the only piece, which also contains the tables.
        try home.damage(state + "/archive", at: -400)
        let store = home.store()
        _ = try store.open()
        try store.setAsideEverything(because: .discarded)
        store.close()
        let name = "\(try stampOfOnlyFile())-discarded-archive"

        let listed = try home.restorectl("archive list --set-aside")
        let run = try home.restorectl("archive reinstate \(name)")

        #expect(listed.output.contains("nothing in it can be restored: The file has only one"))
        run.expect(
            error: "The file has only one piece, with all its objects and tables, and that piece is"
                + " damaged",
            at: "\(place)/\(name)",
            fix: "Nothing in this file can be restored. Reinstate another file, if there is one."
        )
    }

    @Test func `stays where it is while its key is not back`() throws {
        try loseTheKey()

        let run = try home.restorectl(["archive", "reinstate", "\(state)/set-aside/\(name)"])

        run.expect(
            error: "The file was sealed with another key",
            at: "\(place)/\(name)",
            fix: "Put back the key that was in use when the file was written."
        )
    }

    @Test func `is distinguished from other files`() throws {
        try home.save(SavedProgram([]).image())

        let run = try home.restorectl(["archive", "reinstate", "\(state)/archive"])

        run.expect(
            error: "The file was not set aside",
            at: "~/state/org.example.petfinder/restoration/archive",
            fix: "Name a file that restorectl archive list --set-aside shows."
        )
    }

    @Test func `is the result of discard, even without a key`() throws {
        try home.save(SavedProgram([]).image())
        try FileManager.default.removeItem(atPath: home.keyFile)

        let unsure = try home.restorectl("archive discard \(Home.application)")
        let run = try home.restorectl("archive discard \(Home.application) --yes")

        unsure.expect(
            error: "There is no terminal to ask on",
            fix: "Pass --yes to skip the confirmation.",
            status: 64
        )
        run.expect(
            output: """
                org.example.petfinder
                    set aside: \(place)/20261003T140510.000000Z-discarded-archive

                """
                .replacing("20261003T140510.000000Z", with: try stampOfOnlyFile())
        )
        try home.save(SavedProgram([]).image())
    }

    @Test func `is removed by discard --permanently`() throws {
        try loseTheKey()
        try home.save(SavedProgram([]).image())

        let run = try home.restorectl("archive discard \(Home.application) --permanently --yes")

        run.expect(
            output: """
                org.example.petfinder
                    removed: ~/state/org.example.petfinder/restoration/archive
                    removed: \(place)/\(name)

                """
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: state + "/set-aside") == [])
    }

    @Test(arguments: [(["y"], "set aside:"), (["n"], "nothing was changed")])
    func `needs a confirmation on a terminal`(answer: [String], expected: String) throws {
        try home.save(SavedProgram([]).image())
        let environment = TerminalProgram.standardEnvironment().merging(home.environment) { $1 }
        let terminal = try PseudoTerminal(
            running: TerminalProgram(
                Home.program,
                arguments: ["archive", "discard", Home.application],
                environment: environment
            )
        )

        try terminal.send(answer[0])
        try terminal.send(.enter)
        try terminal.waitForExit()

        let text = terminal.screen.snapshot.rows.map(\.text).joined(separator: "\n")
        #expect(text.contains("Set the state of org.example.petfinder aside? [y/N]"))
        #expect(text.contains(expected))
    }

    private var place: String { "~/state/org.example.petfinder/restoration/set-aside" }

    /// Saves state, replaces its key, and launches the program once.
    ///
    /// - Returns: The original key.
    @discardableResult
    private func loseTheKey() throws -> [UInt8] {
        try home.save(try SavedProgram.petFinder().image())
        let key = [UInt8](try Data(contentsOf: URL(filePath: home.keyFile)))
        try home.restoreKey(ArchiveKey().bytes)
        let store = home.store()
        _ = try store.open()
        store.close()
        return key
    }

    private func stampOfOnlyFile() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: state + "/set-aside")
        return names.first.map { String($0.prefix(23)) } ?? ""
    }
}

extension Home {
    /// Replaces the current key.
    fileprivate func restoreKey(_ key: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: keyFile))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: key)
        try file.close()
    }
}
