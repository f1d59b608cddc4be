import Foundation
import RestorationKit
import Testing

/// What `plugin.hpp` and `restoration.rs` offer and the samples do not use, against the installed
/// copy.
@Suite struct `The wrapper of the C interface` {
    private static let installed = Result { try InstalledCopy.make() }

    /// Builds the fixture as one of its versions, in the place of the sample.
    private func build(_ version: Int, _ language: Language, in workshop: Workshop) throws {
        let files = InstalledCopy.repository.appending(path: "Tests/Fixtures/Wrappers").path
        let library = "-o libbrood\(version).so"
        let command =
            switch language {
            case .rust:
                """
                rm -f lib*.so
                sed 's/VERSION: u32 = 1/VERSION: u32 = \(version)/' '\(files)/brood.rs' > brood.rs
                cat > restoration-plugin.json <<END
                {"manifest": 1, "id": "org.example.brood", "version": "1.0.0", "abi": "0.1",
                 "applications": ["org.example.desk"],
                 "classes": [{"id": "Brood", "version": \(version), "routes": ["Desk/Brood"]},
                             {"id": "Kid", "version": 1, "routes": ["Desk/Brood/*", "Desk/Kid"]}]}
                END
                rustc --edition 2021 --crate-type cdylib brood.rs \(library)
                """
            default:
                """
                rm -f lib*.so
                c++ -std=c++17 -Wall -Wextra -Werror -DVERSION=\(version) -shared -fPIC \
                '\(files)/brood.cpp' $(pkg-config --cflags --libs restoration-plugin) \(library)
                """
            }
        try Self.installed.get().run(command, in: workshop.folder)
    }

    @Test(arguments: [Language.cxx, .rust])
    func `makes, finds and adopts objects, and takes values over from older state`(
        language: Language
    ) throws {
        let workshop = try Workshop(language)
        defer { workshop.remove() }
        if language == .rust { try workshop.adaptToOldRust(using: Self.installed.get()) }
        let kids = language == .rust ? ["Desk/Brood/Kid"] : ["Desk/Brood/Kid", "Desk/Brood/Own"]

        try build(1, language, in: workshop)
        try workshop.life { session, desk, _ in
            desk.tally = try session.make("Brood", under: desk, parameters: ["note": "kept"])
        }
        try build(2, language, in: workshop)
        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
        }
        try workshop.life { _, _, report in
            #expect(report.notRestored.map(\.description) == [])
            #expect(report.restored.map(\.description) == ["Desk", "Desk/Brood"] + kids)
        }

        #expect(try workshop.saved("kept", at: "Desk/Brood") == "kept")
        #expect(try workshop.saved("note", at: "Desk/Brood") == nil)
    }

    @Test(arguments: [Language.cxx, .rust])
    func `asks for time, and is asked again`(language: Language) throws {
        let workshop = try Workshop(language)
        defer { workshop.remove() }
        if language == .rust { try workshop.adaptToOldRust(using: Self.installed.get()) }
        try build(1, language, in: workshop)

        try workshop.life { session, desk, _ in
            desk.tally = try session.make("Kid", under: desk, parameters: ["number": 15])
        }
        try workshop.life { session, desk, _ in
            #expect(session.report?.notRestored.map(\.description) == [])
            #expect(desk.tally.map { "\(type(of: $0))" } == "PluginObject")
        }
    }

    @Test(arguments: [
        (Language.cxx, 13, "unlucky number"),
        (.cxx, 14, "it threw something that is no std::exception"),
        (.rust, 13, "unlucky number"),
        (.rust, 14, "it panicked: the 14th"),
    ])
    func `lets nothing that the plugin's code throws reach the program`(
        language: Language,
        number: Int,
        message: String
    ) throws {
        let workshop = try Workshop(language)
        defer { workshop.remove() }
        if language == .rust { try workshop.adaptToOldRust(using: Self.installed.get()) }
        try build(1, language, in: workshop)

        try workshop.life { session, desk, _ in
            let error = #expect(throws: (any Error).self) {
                try session.make(
                    "Kid",
                    under: desk,
                    parameters: ["number": .integer(Int64(number))]
                )
            }

            #expect(error.map { "\($0)" }?.contains(message) == true)
        }
    }

    @Test func `keeps Rust's panics off the terminal`() throws {
        let workshop = try Workshop(.rust)
        defer { workshop.remove() }
        try workshop.adaptToOldRust(using: Self.installed.get())
        let file = InstalledCopy.repository.appending(path: "Tests/Fixtures/Wrappers/quiet.rs").path

        try Self.installed.get().run(
            """
            cp '\(file)' quiet.rs
            rustc --edition 2021 quiet.rs -o quiet
            ./quiet 2> quiet.txt
            ./quiet loud 2> loud.txt
            test ! -s quiet.txt
            grep -q 'half-typed text' loud.txt
            """,
            in: workshop.folder
        )
    }
}
