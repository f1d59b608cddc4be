import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import Testing

@Suite struct `restorectl doctor` {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// A program of one object, whose plugin is installed and which the program has restored.
    private func leaveHealthy() throws {
        try home.installEditor()
        let program = SavedProgram([try SavedProgram.Object("Tabs", type: "PetFinder.TabBar")])
        try home.save(program.image(), program.image())
        let report = """
            {"application": "org.example.petfinder", "reason": "launch", "generation": 1,
             "savedAt": 1791036309, "notes": [], "objects": [
              {"path": "Tabs", "outcome": "restored"}]}
            """
        try home.leaveReport(report)
    }

    @Test func `lists the facts of a healthy application`() throws {
        try leaveHealthy()

        let run = try home.restorectl("doctor")

        #expect(run.status == 0)
        #expect(run.output.hasPrefix("org.example.petfinder  all is well\n"), "\(run)")
        #expect(run.output.contains("\nretained state  well\n    none\n"), "\(run)")
    }

    /// A launch that restores and saves, optionally to a full disk.
    private func live(isDiskFull: Bool) throws {
        var conditions = StorageConditions()
        conditions.before = { step throws(SystemError) in
            if isDiskFull, step == .writeHeader { throw SystemError(code: ENOSPC) }
        }
        var options = RestorationOptions()
        options.store = ArchiveStore(
            application: try #require(ApplicationIdentifier(Home.application)),
            directory: home.stateDirectory(of: Home.application),
            keys: home.keys,
            conditions: conditions
        )
        let session = try RestorationSession(application: Home.application, options: options)
        defer { session.close() }
        let window = Window()
        session.addRoot(window)
        try session.restore()
        do { try session.preserveNow() } catch { #expect(isDiskFull) }
    }

    @Test func `shows the newest save even if its report had no changes`() throws {
        for _ in 0..<3 { try live(isDiskFull: false) }

        let output = try words("doctor")

        #expect(output.contains("last save well saved generation 3, "))
    }

    /// The last restore has retained an object of a missing plugin, and the program has not saved
    /// since.
    @Test func `says that retained state is not saved yet`() throws {
        try home.save(SavedProgram([try SavedProgram.Object("Tabs", type: "Tabs")]).image())
        let report = """
            {"application": "org.example.petfinder", "reason": "launch", "generation": 1,
             "savedAt": 1791036309, "notes": [], "objects": [
              {"path": "Tabs", "outcome": "retained"}]}
            """
        try home.leaveReport(report)

        let output = try words("doctor")

        #expect(
            output.contains(
                "retained state well none saved yet: the next save writes that of 1 object, which"
                    + " the last restore retained"
            ),
            "\(output)"
        )
    }

    private func words(_ command: String) throws -> String { try home.restorectl(command).words }

    @Test func `reports a failed save until one succeeds`() throws {
        try live(isDiskFull: false)
        try live(isDiskFull: true)

        let (full, report) = try (words("doctor"), words("report --save"))
        try live(isDiskFull: false)
        let (well, after) = try (words("doctor"), words("report --save"))

        #expect(full.contains("last save 1 to look at"))
        #expect(full.contains("has failed: Could not write the file: the disk is full"))
        #expect(full.contains("fix: Free space on that file system."))
        #expect(report.contains("not saved at"))
        #expect(report.contains("Could not write the file: the disk is full"))
        #expect(!report.contains("nothing was left out"))
        #expect(well.contains("last save well saved generation"))
        #expect(after.contains("nothing was left out"))
    }

    @Test func `names the object in which the last launch has crashed`() throws {
        try leaveHealthy()
        let store = home.store()
        _ = try store.open()
        let page = try #require(try store.openLedger())
        page.sheet.isWindowOpen = true
        let record = RecordID(launch: 1, counter: 1).digest(salt: page.salt)
        page.mark(place: record, stage: 3, identity: 7)
        page.stamp(signal: SIGSEGV)
        store.close()

        let run = try home.restorectl("doctor")

        #expect(run.status == 2)
        #expect(run.output.contains("crashes  1 to look at"))
        #expect(
            try words("doctor").contains(
                "The program crashed while the object decoded its state (SIGSEGV),"
                    + " unless a launch is running right now at: Tabs fix: The next launch"
                    + " decides whether"
            )
        )
    }

    @Test func `reports a missing key once, and makes no claim about sealed state`()
        throws
    {
        try leaveHealthy()
        try FileManager.default.removeItem(atPath: home.keyFile)

        let output = try words("doctor")

        let sentence = "There is saved state, but the key to it is missing"
        #expect(output.components(separatedBy: sentence).count == 2)
        #expect(output.contains("retained state could not be examined"))
        #expect(
            output.contains(
                "plugins 1 to look at finds 1 plugin in the directories above - The program may"
                    + " search other directories"
            ),
            "\(output)"
        )
    }

    @Test func `names an ignored variable before it advises to start afresh`() throws {
        try leaveHealthy()

        let run = try home.run("/usr/bin/env", "XDG_DATA_HOME=./data", Home.program, "doctor")

        #expect(
            run.words.contains(
                "fix: Correct XDG_DATA_HOME first: \"./data\" is not an absolute path, so"
                    + " ~/.local/share is used instead. Put the key back, or start afresh with"
                    + " restorectl archive discard org.example.petfinder, which"
            ),
            "\(run)"
        )
    }

    @Test func `says that only a backup can restore damaged files that are set aside`() throws {
        try home.save(try SavedProgram.petFinder().image(), try SavedProgram.petFinder().image())
        for name in ["archive", "archive.previous"] {
            // Damages the only piece, which also contains the tables.
            try home.damage(home.stateDirectory(of: Home.application) + "/" + name, at: -400)
        }
        let store = home.store()
        _ = try store.open()
        try store.setAsideEverything(because: .discarded)
        store.close()

        let output = try words("doctor")

        #expect(
            output.contains(
                "2 files that are set aside are damaged, and nothing in them can be restored"
            ),
            "\(output)"
        )
        #expect(output.contains("fix: Only a backup of the state directory can bring that state"))
        #expect(!output.contains("--set-aside"))
    }

    @Test func `uses verify's words for damage, and suggests only existing files`() throws {
        try leaveHealthy()
        // Small state has only one piece, with both objects and tables.
        try home.damage(home.archive, at: 4100)

        let sentence =
            "The file has only one piece, with all its objects and tables, and that piece is damaged"
        #expect(try words("doctor").contains(sentence))
        #expect(try words("archive verify").contains(sentence))
        #expect(try words("doctor").contains("fix: No action is needed: the next launch"))
        try FileManager.default.removeItem(atPath: home.archive + ".previous")
        #expect(try words("doctor").contains("fix: Put the file back from a backup."))
        #expect(try !words("doctor").contains("older generation"))
    }

    @Test func `names a library that cannot be used, and a second file of a plugin`() throws {
        try leaveHealthy()
        try home.write("no library".utf8, to: home.pluginDirectory + "/libbroken.so")
        try home.install("old", id: "org.example.editor", version: "0.9.0")

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 2)
        #expect(run.output.hasPrefix("org.example.petfinder  2 things to look at\n"))
        #expect(run.output.contains("plugins  2 to look at\n    uses 1 plugin\n"))
        #expect(run.output.contains("at: ~/data/restoration/plugins/libbroken.so"))
        #expect(run.output.contains("  - Two files have the plugin org.example.editor, and"))
        #expect(run.output.contains("    fix: Remove one of the two if that is not intended."))
    }

    @Test func `names a damaged archive, and continues with the other files`() throws {
        try leaveHealthy()
        try home.damage(home.archive, at: -1)

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 1)
        #expect(run.output.contains("archive  1 to look at\n"))
        #expect(run.output.contains("The next launch restores generation 1."))
        #expect(run.output.contains("retained state  could not be examined\n"))
        #expect(run.output.contains("last restore  well\n"))
    }

    @Test func `names a directory that others may change, and a file in the place of a directory`()
        throws
    {
        try leaveHealthy()
        let directory = home.stateDirectory(of: Home.application)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
        try home.write([], to: home.path + "/share/restoration/plugins")

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 2)
        #expect(run.output.contains("directories  2 to look at\n"))
        #expect(run.output.contains("~/state/org.example.petfinder/restoration  yours, 0777\n"))
        #expect(run.output.contains("  - This is not a directory\n"))
    }

    @Test func `warns about the id of an unknown application`() throws {
        try leaveHealthy()

        let run = try home.restorectl("doctor org.example.petfindr")

        #expect(run.status == 2)
        #expect(run.output.contains("  - org.example.petfindr has no saved state\n"))
        #expect(run.output.contains("fix: There is saved state of org.example.petfinder."))
    }

    @Test func `prints its result as JSON with --format json`() throws {
        try leaveHealthy()
        try home.install("old", id: "org.example.editor", version: "0.9.0")

        let run = try home.restorectl("doctor org.example.petfinder --format json")

        #expect(run.status == 2)
        let facts = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(facts?["exitStatus"] as? Int == 2)
        let parts = try #require(facts?["parts"] as? [[String: Any]])
        #expect(
            parts.compactMap { $0["name"] as? String } == [
                "directories", "plugins", "archive", "retained state", "crashes", "last restore",
                "last save",
            ]
        )
        #expect(parts.map { ($0["findings"] as? [Any])?.count } == [0, 1, 0, 0, 0, 0, 0])
    }
}

/// An object that a program builds itself.
private final class Window: Restorable {
    let restorationIdentifier: String? = "Tabs"
    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "one") }
    func decodeRestorableState(with coder: RestorationCoder) {}
}
