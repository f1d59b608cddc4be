import Foundation
import TestSupport
import Testing

@Suite struct `restorectl plugin new` {
    let home: Home

    init() throws {
        home = try Home()
    }

    static let languages = ["c", "cxx", "rust", "swift"]

    /// The files below a directory by relative path, without the directories.
    private func files(below directory: String) -> [String: String] {
        let root = "\(home.workingDirectory)/\(directory)"
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return paths.reduce(into: [:]) { files, path in
            files[path] = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        }
    }

    @Test func `prints its result as JSON with --format json`() throws {
        let run = try home.restorectl([
            "plugin", "new", "my-notes", "--language", "swift", "--id", "net.example.notes",
            "--application", "net.example.app", "--directory", "a place", "--format", "json",
        ])

        try run.expect(
            json: #"""
                {
                  "application": "net.example.app",
                  "class": "MyNotes",
                  "directory": "a place/my-notes",
                  "files": [
                    "Sources/MyNotesPlugin/MyNotes.swift",
                    "Sources/MyNotesPlugin/restoration-plugin.json",
                    "Package.swift",
                    "Tests/MyNotesPluginTests/CheckTests.swift",
                    "README.md",
                    ".github/workflows/check.yml",
                    ".gitignore"
                  ],
                  "id": "net.example.notes",
                  "language": "swift",
                  "name": "my-notes",
                  "next": [
                    "cd 'a place/my-notes'",
                    "swift build && swift test",
                    "restorectl plugin run .build/debug/libmy_notes.so"
                  ]
                }
                """#
        )
    }

    @Test(arguments: languages)
    func `writes all files that it lists, without placeholders`(language: String) throws {
        let run = try home.restorectl("plugin new my-notes --language \(language)")

        let files = files(below: "my-notes")
        let listed = run.output.matches(of: #/    my-notes\/(\S+)/#).map { String($0.output.1) }
        #expect(Set(files.keys) == Set(listed))
        for (path, text) in files {
            #expect(!text.contains(#/@[A-Z_]+@/#), "\(path)")
            let lines = text.split(separator: "\n")
            #expect(path == "src/restoration.rs" || lines.allSatisfy { $0.count <= 120 }, "\(path)")
        }
    }

    @Test(arguments: languages)
    func `writes the requested options into the manifest`(language: String) throws {
        let line = """
            plugin new my-notes --language \(language) --id net.example.notes --application \
            net.example.app
            """
        _ = try home.restorectl(line)

        let manifest = """
            {
                "manifest": 1,
                "id": "net.example.notes",
                "version": "1.0.0",
                "abi": "0.3",
                "applications": ["net.example.app"],
                "classes": [{ "id": "MyNotes", "version": 1, "routes": ["**/MyNotes"] }]
            }
            """
        let files = files(below: "my-notes")
        let holders = files.filter { $0.key != "README.md" && $0.value.contains(manifest) }
        #expect(holders.count == 1)
    }

    @Test func `copies restoration.rs of the Tally example`() throws {
        _ = try home.restorectl("plugin new notes --language rust")

        let binding = try Repository.text(of: "Docs/Examples/Tally/Rust/restoration.rs")
        #expect(files(below: "notes")["src/restoration.rs"] == binding)
    }

    @Test func `accepts only an empty directory`() throws {
        let directory = home.workingDirectory + "/notes"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let first = try home.restorectl("plugin new notes --language c")
        try home.write("mine".utf8, to: directory + "/notes.c")
        let second = try home.restorectl("plugin new notes --language c")

        #expect(first.status == 0)
        second.expect(
            error: "The directory is not empty, and nothing was written",
            at: "notes",
            fix: "Choose another name, or another place with --directory."
        )
        #expect(files(below: "notes")["notes.c"] == "mine")
    }

    @Test func `reports a file in the place of the directory`() throws {
        try home.write("mine".utf8, to: home.workingDirectory + "/notes")

        let run = try home.restorectl("plugin new notes --language c")

        run.expect(
            error: "The file or directory cannot be created",
            at: "notes",
            fix: "Check that no file is at its path or at a parent's path, that"
                + " you may write there, and that there is space."
        )
    }

    @Test(arguments: [
        ("C", "Did you mean c? "), ("cpp", "Did you mean cxx? "), ("c++", "Did you mean cxx? "),
        ("rs", "Did you mean rust? "), ("Swfit", "Did you mean swift? "), ("haskell", ""),
    ])
    func `names the languages if one is misspelt`(word: String, meant: String) throws {
        let run = try home.restorectl("plugin new notes --language \(word)")

        run.expect(
            error: #"There is no template in the language "\#(word)""#,
            fix: "\(meant)Write --language c, cxx, rust or swift.",
            status: 64
        )
    }

    @Test(arguments: [
        ("my notes!", "Did you mean my-notes? "), ("dir/notes", "Did you mean notes? "),
        ("2nd_try_", "Did you mean nd_try? "), ("..", ""), ("größe", "Did you mean gr-e? "),
        (String(repeating: "x", count: 64), "Did you mean \(String(repeating: "x", count: 63))? "),
    ])
    func `suggests a valid name for an invalid one`(name: String, meant: String) throws {
        let run = try home.restorectl(["plugin", "new", name, "--language", "c"])

        run.expect(
            error: #""\#(name)" cannot be the name of a plugin"#,
            fix: "\(meant)Use up to 63 ASCII letters, digits, - and _. Begin with a letter, and"
                + " do not end with - or _.",
            status: 64
        )
    }

    @Test(arguments: [
        ("object", "rust", "Object"), ("string", "swift", "String"), ("self", "c", "Self"),
        ("restoration", "swift", "Restoration"),
    ])
    func `refuses a name that the source already uses`(
        name: String,
        language: String,
        type: String
    ) throws {
        let run = try home.restorectl("plugin new \(name) --language \(language)")

        run.expect(
            error: #"The class of a plugin "\#(name)" would be called \#(type), which means"#
                + #" something else in its source"#,
            fix: "Choose another name, such as my-\(name).",
            status: 64
        )
    }

    @Test func `refuses an invalid id and an invalid application`() throws {
        let identifier = try home.restorectl("plugin new notes --language c --id notes")
        let application = try home.restorectl("plugin new notes --language c --application desk")

        identifier.expect(
            error: #"--id takes a reverse-DNS name, such as org.example.notes, and not"#
                + #" "notes""#,
            fix: "Use it as restorectl plugin new --help shows.",
            status: 64
        )
        #expect(application.status == 64)
        #expect(application.errors.hasPrefix("error: \"desk\" is not an application's id\n"))
        #expect(files(below: "notes").isEmpty)
    }
}
