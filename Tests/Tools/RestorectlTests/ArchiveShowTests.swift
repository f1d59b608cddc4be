import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `restorectl archive show` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `marks the keys that the class has neither read nor written`() throws {
        var note = try SavedProgram.Object("Notes", class: "Notes") { coder, _ in
            coder.encode("old", forKey: "former")
            coder.encode("new", forKey: "text")
        }
        note.unread = ["former"]
        try home.save(SavedProgram([note]).image())

        let page = try home.restorectl("archive show org.example.petfinder").output
        let json = try home.restorectl("archive show --format json org.example.petfinder").output

        #expect(page.contains("   former  \"old\"  unread\n   text    \"new\"\n"))
        #expect(!page.contains("restoration."))
        #expect(json.matches(of: /"isUnread" : true,\s+"key" : "former"/).count == 1)
        #expect(json.matches(of: /isUnread/).count == 1)
    }

    @Test func `shows one object and those below it`() throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl([
            "archive", "show", "org.example.petfinder", "Tabs/Matches/Details#cat 17",
        ])

        run.expect(
            output: """
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    5 objects, 1.0 KiB

                Tabs/Matches/Details#cat 17  3 bytes, class Details
                │  presented  → Tabs/Matches/Details#cat 17/Edit
                └─ Edit  14 bytes, retained, class PetEditor of org.example.editor, schema 3
                      petID  17
                      draft  "half-typ"

                """
        )
    }

    @Test(arguments: [
        ("Tabs/Settings", "Objects beside this path: Tabs/Find, Tabs/Matches."),
        // A discriminator is missing.
        ("Tabs/Matches/Details/Edit", "Objects beside this path: Tabs/Matches/Details#cat 17."),
    ])
    func `says that there is no object at a path, and which are near`(
        path: String,
        near: String
    ) throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl(["archive", "show", Home.application, path])

        run.expect(
            error: "The archive has no object at \(path)",
            at: "~/state/org.example.petfinder/restoration/archive",
            fix: "\(near) Omit the path to see all objects."
        )
    }

    @Test func `says that there is no generation before the first`() throws {
        try home.save(try SavedProgram.petFinder().image())

        let run = try home.restorectl("archive show --previous")

        run.expect(
            error: "There is no previous generation",
            at: "~/state/org.example.petfinder/restoration",
            fix: "Omit --previous; the second save makes one."
        )
    }

    @Test func `suggests the previous generation for a damaged one`() throws {
        let image = try SavedProgram.petFinder().image()
        try home.save(image, image)
        try home.write([], to: home.archive)

        let application = try home.restorectl("archive show")
        let file = try home.restorectl("archive show \(home.archive)")
        try home.write([], to: home.archive + ".previous")
        let nothing = try home.restorectl("archive show")

        let moment = "generation 1, saved 2026-10-03 14:05:10 UTC"
        let show = "restorectl archive show"
        let remedies = [
            "\(show) --previous org.example.petfinder shows \(moment).",
            "\(show) ~/state/org.example.petfinder/restoration/archive.previous shows \(moment).",
            "There is no other generation, and no file is set aside: without a backup of this one,"
                + " the next launch starts afresh.",
        ]
        for (run, remedy) in zip([application, file, nothing], remedies) {
            run.expect(
                error: "The file is cut short: it ends within its header",
                at: "~/state/org.example.petfinder/restoration/archive",
                fix: remedy
            )
        }
    }

    @Test
    func `names the other generation, also for a damaged piece and for the previous generation`()
        throws
    {
        let program = SavedProgram([
            try .init("Intact") { coder, _ in coder.encode(1, forKey: "one") },
            try .init("Broken") { coder, _ in
                coder.encode(String(repeating: "x", count: 12_000), forKey: "text")
            },
        ])
        try home.save(program.image(), program.image())
        // The second piece, which contains only the text.
        for path in [home.archive, home.archive + ".previous"] {
            try home.damage(path, at: 4096 + 4096 + 100)
        }

        let current = try home.restorectl("archive show")
        let previous = try home.restorectl("archive show --previous")

        #expect([current, previous].map(\.status) == [2, 2])
        let moment = "saved 2026-10-03 14:05:10 UTC"
        #expect(
            current.errors == """
                error: Piece 1 of the file is damaged
                   at: Broken, ~/state/org.example.petfinder/restoration/archive
                  fix: restorectl archive show --previous org.example.petfinder shows generation 1, \
                \(moment).

                """
        )
        #expect(
            previous.errors == """
                error: Piece 1 of the file is damaged
                   at: Broken, ~/state/org.example.petfinder/restoration/archive.previous
                  fix: restorectl archive show org.example.petfinder shows generation 2, \
                \(moment).

                """
        )
    }

    @Test func `shows a file with a key from another file`() throws {
        try home.save(try SavedProgram.petFinder().image())
        let files = FileManager.default
        try files.moveItem(atPath: home.archive, toPath: home.workingDirectory + "/archive")
        try files.moveItem(atPath: home.keyFile, toPath: home.workingDirectory + "/a.key")

        let run = try home.restorectl("archive show ./archive Tabs/Find --key-file a.key")

        run.expect(
            output: """
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    5 objects, 1.0 KiB

                Tabs/Find  8 bytes, type PetFinder.FindScreen
                   cat  "cat-3"

                """
        )
    }

    @Test func `says that a key is damaged`() throws {
        try home.save(try SavedProgram.petFinder().image())
        try home.damage(home.keyFile, at: 7)

        let run = try home.restorectl(["archive", "show", Home.application])

        run.expect(
            error: "The key file is damaged: its check value does not fit the key",
            at: "~/data/restoration/keys/org.example.petfinder.key",
            fix: "Put the key back from a backup; without one, remove this file and start afresh"
                + " with restorectl archive discard org.example.petfinder."
        )
    }

    @Test func `marks an object that cannot be read, and shows the others`() throws {
        let program = SavedProgram([
            try .init("Intact") { coder, _ in coder.encode(1, forKey: "one") },
            try .init("Broken") { coder, _ in coder.encode(2, forKey: "two") },
        ])
        var image = program.image()
        // The tag of the second value. No value has tag 200.
        let tag = try #require(image[..<8].lastIndex(of: 4))
        image[tag] = 200
        try home.save(image)

        let run = try home.restorectl("archive show")

        run.expect(
            output: """
                org.example.petfinder, generation 1
                    saved 2026-10-03 14:05:09 UTC by version 1.2 on Linux 6.12
                    2 objects, 476 bytes

                Intact  3 bytes
                   one  1

                Broken  3 bytes
                   damaged: The record cannot be read at byte 3

                """,
            errors: """
                error: The record cannot be read at byte 3
                   at: Broken
                  fix: Report this as a bug: a faulty version wrote the record.

                """,
            status: 2
        )
    }

    @Test(arguments: ["", "trap '' PIPE; "])
    func `ends quietly when its reader closes the pipe, whatever it inherits`(preparation: String)
        throws
    {
        let program = SavedProgram(
            try (0..<5000).map { number in
                try .init("Root/\(number)") { coder, _ in
                    coder.encode("\(number)", forKey: "number")
                }
            }
        )
        try home.save(program.image())

        let shell = try home.run(
            "/bin/bash",
            "-c",
            "\(preparation)'\(Home.program)' archive show | head -n 1; echo ${PIPESTATUS[0]}"
        )

        // A shell reports SIGPIPE as 141.
        #expect(shell == Run(output: "org.example.petfinder, generation 1\n141\n"))
    }
}
