import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `restorectl archive drop` {
    let home: Home

    init() throws {
        home = try Home()
        try home.save(try SavedProgram.petFinder().image())
    }

    private func shown(_ arguments: String = "") throws -> String {
        try home.restorectl("archive show org.example.petfinder \(arguments)").output
    }

    @Test func `drops the state of a plugin's objects, and changes nothing else`() throws {
        let before = try shown()

        let run = try home.restorectl("archive drop --plugin org.example.editor --yes")

        run.expect(
            output: """
                org.example.petfinder
                Tabs/Matches/Details#cat 17/Edit  dropped, 14 bytes  PetEditor of org.example.editor

                """
        )
        let after = try shown()
        #expect(after.contains("generation 2"))
        #expect(after.contains("by version 1.2 on Linux"))
        #expect(!after.contains("Edit"))
        // The application's own record, and values of other objects.
        for line in [#"language  "en""#, #"cat  "cat-3""#, "scrollOffset  12", "selectedIndex  1"] {
            #expect(before.contains(line) && after.contains(line))
        }
        let older = try home.restorectl(
            "archive show \(home.stateDirectory(of: "org.example.petfinder"))/archive.found"
        )
        #expect(older.output.contains("Edit  14 bytes"))
    }

    @Test func `drops the descendants of an object with it`() throws {
        let run = try home.restorectl([
            "archive", "drop", "Tabs/Matches", "--application", "org.example.petfinder", "--yes",
            "--format", "json",
        ])

        #expect(run.status == 0)
        #expect(run.output.contains(#""path" : "Tabs/Matches/Details#cat 17/Edit""#))
        #expect(run.output.contains(#""isDone" : true"#))
        let after = try shown()
        #expect(after.contains("Find") && !after.contains("Matches  "))
    }

    @Test func `reports errors`() throws {
        let misspelt = try home.restorectl("archive drop Tabs/Fnid --yes")
        #expect(misspelt.errors.contains("No state is saved at Tabs/Fnid"))
        #expect(misspelt.errors.contains("Did you mean Tabs/Find?"))

        let unknown = try home.restorectl("archive drop --plugin org.example.other --yes")
        #expect(unknown.errors.contains("No state is saved of the plugin org.example.other"))

        #expect(try home.restorectl("archive drop").status != 0)
        #expect(try home.restorectl("archive drop Tabs --plugin org.example.editor").status != 0)
        #expect(try shown().contains("generation 1"))
    }

    @Test func `gives up state of the older archive if there is no other`() throws {
        let directory = home.stateDirectory(of: "org.example.petfinder")
        let files = FileManager.default
        try files.moveItem(
            atPath: directory + "/archive",
            toPath: directory + "/archive.previous"
        )
        let before = try files.contentsOfDirectory(atPath: directory).sorted()

        let trial = try home.restorectl("archive drop Tabs/Find --dry-run")
        #expect(trial.output.contains("Tabs/Find  would be dropped, 8 bytes"), "\(trial)")
        let after = try files.contentsOfDirectory(atPath: directory).filter { $0 != "lock" }
        #expect(after.sorted() == before.filter { $0 != "lock" })

        let run = try home.restorectl("archive drop Tabs/Find --yes")
        #expect(run.output.contains("Tabs/Find  dropped, 8 bytes"), "\(run)")
        #expect(try !shown().contains("Tabs/Find") && shown().contains("Tabs/Matches"))
        #expect(try shown("--previous").contains("generation 1"))
    }

    @Test func `refuses while the program runs`() throws {
        let store = home.store()
        try store.lock()
        defer { store.close() }

        let run = try home.restorectl("archive drop Tabs/Find --yes")

        #expect(run.status != 0)
        #expect(run.errors.contains("The state is in use by process"))
        #expect(run.errors.hasSuffix("fix: Quit that process first.\n"))
    }
}
