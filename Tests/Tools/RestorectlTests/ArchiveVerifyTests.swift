import Foundation
import RestorationCore
import RestorationStorage
import Testing

@Suite struct `restorectl archive verify` {
    let home: Home
    var state: String { home.stateDirectory(of: Home.application) }

    init() throws {
        home = try Home()
    }

    /// The offset of the first piece, after the header (Docs/ArchiveFormat.md).
    private static let headerSize = 4096

    /// Saves two generations in pieces so small that each object has several of its own.
    private func saveTwice() throws {
        func program(_ count: Int) throws -> SavedProgram {
            SavedProgram(
                try (1...count).map { number in
                    try .init("Window/Item-\(number)") { coder, _ in
                        coder.encode(String(repeating: "\(number)", count: 200), forKey: "text")
                    }
                }
            )
        }
        try home.save(try program(2).image(), try program(3).image(), pieceSize: 128)
    }

    @Test func `has the alias check`() throws {
        try saveTwice()

        let run = try home.restorectl("archive check")

        #expect(run == (try home.restorectl("archive verify")))
        #expect(run.status == 0)
    }

    @Test func `calls an interrupted save beside an intact archive harmless`() throws {
        try saveTwice()
        try home.damage(state + "/archive.previous", at: -1)

        let run = try home.restorectl("archive verify")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                current  generation 2, saved 2026-10-03 14:05:10 UTC, 5.4 KiB
                    intact: 3 objects in 10 pieces

                previous  generation 1, 5.1 KiB
                    damaged: The end of the file is missing or damaged
                    Harmless: an interrupted save left it so, and the current generation is
                    intact.

                The current generation is intact.

                """
        )
    }

    /// The JSON of an item with a damaged piece.
    private func damaged(_ item: Int, piece: Int, heldBy generation: String) -> String {
        """
        {
          "heldByGeneration": \(generation),
          "path": "Window/Item-\(item)",
          "reason": {
            "place": "Window/Item-\(item), ~/state/org.example.petfinder/restoration/archive",
            "problem": "Piece \(piece) of the file is damaged",
            "remedy": "Restore its objects from an older generation; the rest of the file is intact."
          }
        }
        """
    }

    @Test func `names the objects in damaged pieces, and who has them`() throws {
        try saveTwice()
        // Each item takes about 200 bytes, so the last two share a piece.
        try home.damage(state + "/archive", at: Self.headerSize + 10)
        try home.damage(state + "/archive", at: Self.headerSize + 450)

        let run = try home.restorectl("archive verify")
        let json = try home.restorectl("archive verify --format json")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                current  generation 2, saved 2026-10-03 14:05:10 UTC, 5.4 KiB
                    partly damaged: 3 objects in 10 pieces
                    damaged pieces, counted from 0: 0, 3
                        Window/Item-1  generation 1 has it
                            Piece 0 of the file is damaged
                        Window/Item-2  generation 1 has it
                            Piece 3 of the file is damaged
                        Window/Item-3  lost
                            Piece 3 of the file is damaged

                previous  generation 1, saved 2026-10-03 14:05:10 UTC, 5.1 KiB
                    intact: 2 objects in 8 pieces

                Part of the current generation is damaged: 3 objects, of which the previous
                generation has 2.

                """,
            status: 2
        )
        try json.expect(
            json: #"""
                {
                  "application": "org.example.petfinder",
                  "exitStatus": 2,
                  "files": [
                    {
                      "condition": "partly-damaged",
                      "damagedObjects": [
                        \#(damaged(1, piece: 0, heldBy: "1")),
                        \#(damaged(2, piece: 3, heldBy: "1")),
                        \#(damaged(3, piece: 3, heldBy: "null"))
                      ],
                      "damagedPieces": [0, 3],
                      "generation": 2,
                      "objectCount": 3,
                      "path": "~/state/org.example.petfinder/restoration/archive",
                      "pieceCount": 10,
                      "reason": null,
                      "role": "current",
                      "savedAt": "2026-10-03T14:05:10Z",
                      "sizeInBytes": 5548
                    },
                    {
                      "condition": "intact",
                      "damagedObjects": [],
                      "damagedPieces": [],
                      "generation": 1,
                      "objectCount": 2,
                      "path": "~/state/org.example.petfinder/restoration/archive.previous",
                      "pieceCount": 8,
                      "reason": null,
                      "role": "previous",
                      "savedAt": "2026-10-03T14:05:10Z",
                      "sizeInBytes": 5212
                    }
                  ],
                  "place": "~/state/org.example.petfinder/restoration",
                  "verdict": "Part of the current generation is damaged: 3 objects, of which the previous generation has 2."
                }
                """#,
            status: 2
        )
    }

    @Test(arguments: [
        (-20, "5.4 KiB", "The footer of the file is damaged"),
        // The footer consists of 16 bytes and a tag for each piece. The tables end before it.
        (
            -400, "saved 2026-10-03 14:05:10 UTC, 5.4 KiB",
            "The file's tables are damaged, and no object in the file can be found without them"
        ),
    ])
    func `predicts the next launch for a generation that is completely damaged`(
        offset: Int,
        facts: String,
        damage: String
    ) throws {
        try saveTwice()
        try home.damage(state + "/archive", at: offset)

        let run = try home.restorectl("archive verify")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                current  generation 2, \(facts)
                    damaged: \(damage)

                previous  generation 1, saved 2026-10-03 14:05:10 UTC, 5.1 KiB
                    intact: 2 objects in 8 pieces

                The current generation is damaged. The next launch restores generation 1.

                """,
            status: 1
        )
    }

    @Test func `says that both generations are damaged`() throws {
        try saveTwice()
        try home.damage(state + "/archive", at: 0)
        try home.damage(state + "/archive.previous", at: 0)

        let run = try home.restorectl("archive verify")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                current  5.4 KiB
                    damaged: The header of the file is damaged

                previous  5.1 KiB
                    damaged: The header of the file is damaged

                The current generation is damaged. The next launch starts fresh and sets aside
                the files that are there.

                """,
            status: 1
        )
    }

    @Test func `suggests archive.found if both generations are damaged`() throws {
        try home.save(SavedProgram([]).image())
        try saveTwice()
        try home.damage(state + "/archive", at: 0)
        try home.damage(state + "/archive.previous", at: 0)

        let run = try home.restorectl("archive verify")

        #expect(run.status == 1)
        #expect(run.output.contains("\nfound  generation 1, saved 2026-10-03 14:05:10 UTC"))
        #expect(
            run.output.hasSuffix(
                "The current generation is damaged. The next launch restores generation 1.\n"
            ),
            "\(run)"
        )
    }

    @Test func `reports a damaged archive.found beside an intact archive`() throws {
        try home.save(SavedProgram([]).image())
        try saveTwice()
        try home.damage(state + "/archive.found", at: 0)

        let run = try home.restorectl("archive verify")

        #expect(run.status == 0)
        #expect(run.output.contains("    damaged: The header of the file is damaged\n"), "\(run)")
        #expect(try home.restorectl("doctor \(Home.application)").output.contains("archive.found"))
    }

    @Test func `does not blame a file that another key opens`() throws {
        try saveTwice()
        try home.write(
            Array(repeating: 7, count: 32),
            to: home.workingDirectory + "/other.key"
        )

        let run = try home.restorectl("archive verify --key-file other.key")

        run.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration

                current  generation 2, 5.4 KiB
                    unreadable: The file was sealed with another key

                previous  generation 1, 5.1 KiB
                    unreadable: The file was sealed with another key

                The current generation cannot be read. Put back the key that was in use when the
                file was written.

                """,
            status: 1
        )
    }

    @Test func `checks a single file`() throws {
        try saveTwice()

        let intact = try home.restorectl(["archive", "verify", state + "/archive"])
        try home.damage(state + "/archive", at: Self.headerSize)
        let damaged = try home.restorectl(["archive", "verify", state + "/archive"])

        intact.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration/archive

                file  generation 2, saved 2026-10-03 14:05:10 UTC, 5.4 KiB
                    intact: 3 objects in 10 pieces

                The file is intact.

                """
        )
        damaged.expect(
            output: """
                org.example.petfinder
                    ~/state/org.example.petfinder/restoration/archive

                file  generation 2, saved 2026-10-03 14:05:10 UTC, 5.4 KiB
                    partly damaged: 3 objects in 10 pieces
                    damaged pieces, counted from 0: 0
                        Window/Item-1  lost
                            Piece 0 of the file is damaged

                Part of the file is damaged: 1 object cannot be read.

                """,
            status: 2
        )
    }
}
