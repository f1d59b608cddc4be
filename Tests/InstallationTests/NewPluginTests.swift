import Foundation
import RestorationKit
import Testing

/// A project from `restorectl plugin new`, built against the installed SDK alone.
@Suite struct `A newly created plugin` {
    private static let installed = InstalledCopy.sdk

    /// A workshop with a new project and its library, built with warnings as errors.
    private func workshop(_ language: Language) throws -> Workshop {
        let workshop = try Workshop()
        try Self.installed.get().run(
            """
            restorectl plugin new my-notes --language \(language.option)
            cd my-notes
            \(language.buildCommand) > build.txt 2>&1 || { cat build.txt; exit 1; }
            if grep -i 'warning:' build.txt; then exit 1; fi
            install \(language.products)libmy_notes.so ..
            """,
            in: workshop.folder
        )
        return workshop
    }

    @Test(arguments: Language.allCases)
    func `builds without a warning, restores typed text, and passes its own test`(
        language: Language
    ) throws {
        let workshop = try workshop(language)

        try workshop.life { session, desk, _ in
            let notes = try session.make("MyNotes", under: desk)
            desk.tally = notes
            try notes.call("type", "ünfinished 猫")
            try notes.call("enter")
            try notes.call("type", "half-typed")
        }
        try workshop.life { _, desk, report in
            #expect(report.notRestored.map(\.description) == [])
            try desk.tally?.call("type", ", and more")
        }

        let path = "Desk/MyNotes"
        #expect(try workshop.saved("lines", as: [String].self, at: path) == ["ünfinished 猫"])
        #expect(try workshop.saved("draft", at: path) == "half-typed, and more")
        #expect(try workshop.saved("cursor", as: Int.self, at: path) == 20)
        try Self.installed.get().run(
            "cd my-notes; \(language.testCommand)",
            in: workshop.folder
        )
    }

    @Test(
        .enabled(if: Language.isThere("cmake --version")),
        arguments: [Language.c, .cxx]
    )
    func `builds with CMake as well`(language: Language) throws {
        let workshop = try workshop(language)

        try Self.installed.get().run(
            """
            cd my-notes
            cmake -B build
            cmake --build build > build.txt 2>&1 || { cat build.txt; exit 1; }
            if grep -i 'warning:' build.txt; then exit 1; fi
            restorectl plugin inspect build/libmy_notes.so --application org.example.desk
            """,
            in: workshop.folder
        )
    }

    @Test func `says in Swift where the SDK is looked for, if it is not there`() throws {
        let workshop = try Workshop()

        try Self.installed.get().run(
            """
            restorectl plugin new notes --language swift
            cd notes
            unset RESTORATION_SDK
            if PKG_CONFIG_LIBDIR= PKG_CONFIG_PATH= swift build 2> errors.txt; then exit 1; fi
            grep -q 'or set RESTORATION_SDK to its share/restoration' errors.txt
            """,
            in: workshop.folder
        )
    }
}

extension Language {
    /// The argument of `restorectl plugin new --language`.
    fileprivate var option: String { rawValue.lowercased() }

    fileprivate var buildCommand: String {
        switch self {
        case .c, .cxx: "make"
        case .rust: "cargo build --offline"
        case .swift: "swift build"
        }
    }

    fileprivate var testCommand: String {
        switch self {
        case .c, .cxx: "make check"
        case .rust: "cargo test --offline"
        case .swift: "swift test"
        }
    }

    fileprivate var products: String {
        switch self {
        case .c, .cxx: ""
        case .rust: "target/debug/"
        case .swift: ".build/debug/"
        }
    }

    fileprivate static func isThere(_ command: String) -> Bool {
        let folder = FileManager.default.temporaryDirectory
        return (try? InstalledCopy.run(command, in: folder)) != nil
    }
}
