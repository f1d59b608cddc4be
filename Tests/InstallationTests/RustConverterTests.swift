import Foundation
import RestorationKit
import TestSupport
import Testing

@Suite struct `Converters in Rust` {
    private static let installed = InstalledCopy.whole

    /// A workshop whose plugins were replaced after a save of an object with a draft.
    private func workshop(draft: String, _ libraries: [Library]) throws -> Workshop {
        let workshop = try Workshop(.rust)
        try Self.installed.get().run(
            "rustc --edition 2021 --crate-type cdylib tally.rs -o libtally.so",
            in: workshop.folder
        )
        try workshop.life { session, desk, _ in
            desk.tally = try session.make(
                "Tally",
                under: desk,
                parameters: ["draft": .string(draft)]
            )
        }
        try Self.installed.get().run("rm libtally.so", in: workshop.folder)
        for library in libraries { try build(library, in: workshop) }
        return workshop
    }

    /// The part of the fixture in one library.
    enum Library: String { case both, `class`, converter }

    private func build(_ library: Library, in workshop: Workshop) throws {
        let file = Repository.path("Tests/Fixtures/Wrappers/heir.rs")
        let classes = #""classes": [{"id": "Heir", "version": 1}]"#
        let converters = """
            "converters": [{"id": "HeirFromTally",
                "from": {"plugin": "org.example.tally.rust", "class": "Tally", "version": 2},
                "to": {"plugin": "org.example.heir", "class": "Heir", "version": 1}}]
            """
        let (id, parts) =
            switch library {
            case .both: ("org.example.heir", classes + ", " + converters)
            case .class: ("org.example.heir", classes)
            case .converter: ("org.example.heir-converters", converters)
            }
        try Self.installed.get().run(
            """
            cp '\(file)' heir.rs
            cat > restoration-plugin.json <<END
            {"manifest": 1, "id": "\(id)", "version": "1.0.0", "abi": "0.3",
             "applications": ["org.example.desk"], \(parts)}
            END
            rustc --edition 2021 --crate-type cdylib --cfg \(library) heir.rs -o lib\(library).so
            """,
            in: workshop.folder
        )
    }

    @Test(arguments: [[Library.both], [.class, .converter]])
    func `may be declared beside classes or alone`(libraries: [Library]) throws {
        let workshop = try workshop(draft: "half-typed", libraries)

        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
            #expect(report.entries.map(\.outcome) == [.restored, .migrated])
        }

        #expect(try workshop.saved("note", at: "Desk/Tally") == "half-typed")
    }

    @Test(arguments: [("fail", "it does not like the draft"), ("panic", "it panicked: no draft")])
    func `fail, and the state is retained`(draft: String, message: String) throws {
        let workshop = try workshop(draft: draft, [.both])

        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.outcome) == [.retained])
            #expect(report.notRestored.first?.reason?.problem.hasSuffix(message) == true)
        }

        #expect(try workshop.saved("draft", at: "Desk/Tally") == draft)
    }
}
