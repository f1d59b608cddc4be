import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `Looking at everything of an application` {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// A program of one object, whose plugin is installed, and which has restored it.
    private func leaveHealthy() throws {
        try home.installEditor()
        let program = SavedProgram([try SavedProgram.Object("Tabs", type: "PetFinder.TabBar")])
        try home.save(program.image(), program.image())
        let report = """
            {"application": "org.example.petfinder", "reason": "launch", "generation": 1,
             "savedAt": 1791036309, "notes": [], "objects": [
              {"path": "Tabs", "outcome": "restored"}]}
            """
        let store = home.store()
        _ = try store.open()
        try store.writeReport(Array(report.utf8))
        store.close()
    }

    @Test func `says of a healthy one what is there`() throws {
        try leaveHealthy()

        let run = try home.restorectl("doctor")

        #expect(
            run
                == Run(
                    output: """
                        org.example.petfinder  all is well

                        directories  well
                            state    ~/state/org.example.petfinder/restoration  yours, 0700
                            keys     ~/data/restoration/keys  yours, 0700
                            cache    ~/.cache/restoration/plugins  not there
                            plugins  ~/data/restoration/plugins  yours, 0755
                            plugins  ~/share/restoration/plugins  not there
                            plugins  BIN/lib/restoration/plugins  not there

                        plugins  well
                            uses 1 plugin

                        plugin index  well
                            ~/.cache/restoration/plugins/org.example.petfinder.index
                            not used: there is none yet
                            the next launch writes a new one

                        archive  well
                            The current generation is intact.

                        retained state  well
                            none

                        crashes  well
                            nothing is left out of restores

                        last restore  well
                            restored generation 1, saved 2026-10-03 14:05:09 UTC
                            1 object: 1 restored

                        """
                )
        )
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

    @Test func `names retained state by its owner, since when, and what becomes of it`() throws {
        try home.save(try SavedProgram.petFinder().image(), try SavedProgram.petFinder().image())

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 2)
        #expect(
            run.output.contains(
                """
                retained state  1 to look at
                  - The state of 1 object of PetEditor of org.example.editor is retained, 14
                    bytes, since 2026-10-03 14:05:10 UTC or longer
                     at: Tabs/Matches/Details#cat 17/Edit
                    fix: Use restorectl plan org.example.petfinder to see what brings it back,
                """
            )
        )
    }

    @Test func `names a damaged archive, and does not pass over what lies behind it`() throws {
        try leaveHealthy()
        let archive = home.stateDirectory(of: Home.application) + "/archive"
        try home.damage(archive, at: -1)

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 1)
        #expect(run.output.contains("archive  1 to look at\n"))
        #expect(run.output.contains("The next launch restores generation 1."))
        #expect(run.output.contains("retained state  could not be looked at\n"))
        #expect(run.output.contains("last restore  well\n"))
    }

    @Test func `names a directory that others may change, and one that is none`() throws {
        try leaveHealthy()
        let directory = home.stateDirectory(of: Home.application)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
        try home.write([], to: home.path + "/.cache/restoration/plugins")

        let run = try home.restorectl("doctor org.example.petfinder")

        #expect(run.status == 2)
        #expect(run.output.contains("directories  2 to look at\n"))
        #expect(run.output.contains("~/state/org.example.petfinder/restoration  yours, 0777\n"))
        #expect(run.output.contains("  - This is no directory\n"))
    }

    @Test func `doubts the id of an application that nothing is known of`() throws {
        try leaveHealthy()

        let run = try home.restorectl("doctor org.example.petfindr")

        #expect(run.status == 2)
        #expect(run.output.contains("  - org.example.petfindr has no saved state\n"))
        #expect(run.output.contains("fix: There is state of org.example.petfinder."))
    }

    @Test func `prints the same facts for programs`() throws {
        try leaveHealthy()
        try home.install("old", id: "org.example.editor", version: "0.9.0")

        let run = try home.restorectl("doctor org.example.petfinder --format json")

        #expect(run.status == 2)
        let facts = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(facts?["exitStatus"] as? Int == 2)
        let parts = try #require(facts?["parts"] as? [[String: Any]])
        #expect(
            parts.compactMap { $0["name"] as? String } == [
                "directories", "plugins", "plugin index", "archive", "retained state", "crashes",
                "last restore",
            ]
        )
        #expect(parts.map { ($0["findings"] as? [Any])?.count } == [0, 1, 0, 0, 0, 0, 0])
    }
}
