import Foundation
import RestorationKit
import TestSupport
import Testing

@Suite struct `Versions of a plugin's class` {
    private let program: ContractProgram
    private let newest = ["-DSCHEMA=3", "-DKNOWS_MORE"]

    init() throws { program = try ContractProgram() }

    /// Replaces the plugin with another version.
    private func install(_ options: [String]) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: program.plugins) {
            try FileManager.default.removeItem(atPath: "\(program.plugins)/\(file)")
        }
        let name = "versions-" + UUID().uuidString
        try ContractPlugin.compile(
            "versions",
            named: name,
            into: program.plugins,
            options: options
        )
    }

    private func saveFirstVersion() throws {
        try install(["-DKNOWS_MORE"])
        try program.live { session, frame, _ in
            frame.child = try session.make("Note", under: frame, parameters: ["number": 7])
        }
    }

    @Test func `rewrites older state step by step, under a new name, with references`() throws {
        try saveFirstVersion()
        try install(newest + ["-DMIGRATES=1"])

        try program.live { _, frame, report in
            let note = try #require(frame.child)
            #expect(try note.call("number") == 42)
            #expect(try note.call("version") == 3)
            #expect(
                report.entries.map(\.description) == [
                    "Frame: restored",
                    "Frame/Note: migrated: Its state was migrated from schema version 1 of Memo to"
                        + " 3. No action is needed.",
                ]
            )
        }
        // Now saved with schema version 3, the state needs no migration.
        try program.live { _, frame, report in
            #expect(report.count(of: .restored) == 2)
        }
        #expect(program.takeLog() == [])
    }

    @Test(arguments: [[], ["-DMIGRATES=4"]])
    func `leaves older state as it is for a class that does not rewrite it`(
        options: [String]
    ) throws {
        try saveFirstVersion()
        try install(newest + options)

        try program.live { _, frame, report in
            let note = try #require(frame.child)
            #expect(try note.call("number") == 7)
            #expect(try note.call("version") == 1)
            #expect(report.count(of: .restored) == 2)
        }
    }

    @Test(arguments: [
        ("-DMIGRATES=2", "the old format is forgotten"),
        (
            "-DMIGRATES=3",
            #"it left an array or dictionary open under the key "open"; end it before returning"#
        ),
    ])
    func `retains state that cannot be migrated until it can be`(
        option: String,
        reason: String
    ) throws {
        try saveFirstVersion()
        try install(newest + [option])
        try program.live { _, frame, report in
            #expect(
                report.notRestored.map(\.description) == [
                    "Frame/Note: retained: Its state of schema version 1 could not be migrated:"
                        + " org.example.versions failed to migrate Memo: \(reason). If you write"
                        + " org.example.versions, fix this error; if not,"
                        + " report it to its authors."
                ]
            )
        }
        try install(newest + ["-DMIGRATES=1"])

        try program.live { _, frame, report in
            let note = try #require(frame.child)
            #expect(report.notRestored.isEmpty)
            #expect(try note.call("number") == 42)
        }
    }

    @Test func `carries keys that it does not know through its own save`() throws {
        try saveFirstVersion()
        try install([])
        for _ in 0..<2 {
            try program.live { _, frame, report in
                #expect(report.notRestored.isEmpty)
            }
        }
        try install(["-DKNOWS_MORE"])

        // This version compares all values and references itself, and fails on a difference.
        try program.live { _, frame, report in
            #expect(report.notRestored.isEmpty)
        }
    }
}
