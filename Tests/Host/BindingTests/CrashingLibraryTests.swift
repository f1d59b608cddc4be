import Foundation
import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `A library that ends the program while it restores` {
    /// One launch of a program with two dials.
    static func launch(
        _ directory: String,
        _ body: (RestorationSession, RestorationReport, [Dial]) throws -> Void = { _, _, _ in }
    ) throws {
        // All launches use the same file, since a copy counts as another build.
        let library = directory + "/libdial.so"
        if !FileManager.default.fileExists(atPath: library) {
            try FileManager.default.copyItem(atPath: DialLibrary.shared.file, toPath: library)
        }
        let program = try DialProgram(
            binding: DialBinding.text(
                state: """
                    {
                        "key": "luck", "get": "dial_get_luck(object) -> int32",
                        "set": "dial_set_luck(object, int32)",
                    },
                    """,
                library: library
            ),
            in: directory
        )
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let dials = ["bad", "good"].map { Dial("Dial", $0, in: program.journal) }
        for dial in dials { window.add(dial) }
        let root = try program.adopt(window, into: session)
        let report = try session.restore()
        try body(session, report, dials)
        try session.preserveNow()
        session.abandon(root)
    }

    @Test func `costs the object that it was called for, until another library is installed`()
        async throws
    {
        let directory = try ProgramDirectory.make()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try Self.launch(directory) { _, _, dials in
            dials[0].set("notch", "int8", .integer(13))
            dials[1].set("notch", "int8", .integer(7))
        }

        await #expect(processExitsWith: .signal(SIGABRT)) {
            [directory = directory as String] in try Self.launch(directory)
        }

        try Self.launch(directory) { _, report, dials in
            let bad = try #require(report.entries.first { "\($0.path)" == "Main/bad" })
            #expect(bad.outcome == .retained)
            #expect(bad.plugin == "org.example.dials")
            #expect(bad.reason?.remedy.contains("the plugin org.example.dials") == true)
            #expect(dials[1].get("notch", "int8") == .integer(7))
        }

        // A new modification date stands for a replaced library, whose bug may be fixed.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: directory + "/libdial.so"
        )
        await #expect(processExitsWith: .signal(SIGABRT)) {
            [directory = directory as String] in try Self.launch(directory)
        }
    }
}
