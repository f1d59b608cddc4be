import Foundation
import Testing

@Suite struct `restorectl plugin inspect` {
    let home: Home

    init() throws {
        home = try Home()
    }

    private func inspect(_ arguments: String...) throws -> Run {
        try home.restorectl(["plugin", "inspect"] + arguments)
    }

    @Test func `fails if this host could not use the plugin`() throws {
        try home.install("future", id: "org.example.future", abi: "7.0")

        let run = try inspect(
            home.pluginDirectory + "/libfuture.so",
            "--application",
            "org.example.atlas"
        )

        #expect(run.status == 1)
        #expect(
            run.output.contains(
                """
                    no  ABI       the plugin speaks 7.0, this host 0.3
                                  at: ~/data/restoration/plugins/libfuture.so
                                  fix: Rebuild the plugin against the 0.3 headers, with "abi":
                                       "0.3" in its manifest.
                    no  scope     not meant for org.example.atlas
                                  at: ~/data/restoration/plugins/libfuture.so
                                  fix: Add the application to the manifest's "applications", or
                                       install a build of the plugin that lists it.

                """
            ),
            "\(run)"
        )
    }

    @Test func `gives remedies for a misspelt application and a sidecar`() throws {
        let file = try home.install(
            "chart",
            id: "org.example.chart",
            more: #", "interfaces": {"needed": ["org.example.petfinder.screen/1"]}"#
        )
        let misspelt = try inspect(file, "--application", "org.example.petfindr")

        #expect(misspelt.status == 1)
        #expect(
            misspelt.output.contains(
                """
                    no  scope     not meant for org.example.petfindr
                                  at: ~/data/restoration/plugins/libchart.so
                                  fix: The manifest names org.example.petfinder; correct the id
                                       that is misspelt.

                """
            ),
            "\(misspelt.output)"
        )
        #expect(
            misspelt.output.contains("    interfaces    org.example.petfinder.screen/1\n"),
            "\(misspelt.output)"
        )
    }

    @Test func `reports a missing entry point, and that everyone may write to the library`() throws
    {
        try home.install("editor", id: "org.example.editor")
        let file = home.pluginDirectory + "/libeditor.so"
        try home.write(Library.bytes(exporting: "plugin_entry"), to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)

        let run = try inspect(file)

        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(
            run.output.hasSuffix(
                """
                    no  entry     The library does not export restoration_plugin_entry
                                  at: ~/data/restoration/plugins/libeditor.so
                                  fix: Define the function, and mark it with RESTORATION_EXPORT.
                    no  trust     Everyone may write to the file, so no plugin is loaded from
                                  there
                                  at: ~/data/restoration/plugins/libeditor.so
                                  fix: Run chmod o-w
                                       ~/data/restoration/plugins/libeditor.so
                                       to revoke that permission.

                    warnings
                        No class has a route: only saved state can name its classes.

                    not checked
                        the plugin's code: restorectl plugin check runs it
                        the plugin's dependencies: they are checked only after the plugin's own
                        path is trusted

                """
            )
        )
    }

    @Test func `warns of keys that are spelt like known ones`() throws {
        try home.install(
            "editor",
            id: "org.example.editor",
            classes: #"{"id": "Panel", "version": 1, "routes": ["Panel"], "prioritty": 2}"#
        )

        let run = try inspect(
            home.pluginDirectory + "/libeditor.so",
            "--application",
            "org.example.petfinder"
        )

        #expect(run.status == 0)
        #expect(run.output.contains("    ok  scope     meant for org.example.petfinder\n"))
        #expect(
            run.output.contains(
                """
                    warnings
                        classes[0].prioritty is ignored. Did you mean "priority"?

                """
            )
        )
    }

    @Test func `warns of a missing dependency`() throws {
        try home.installEditor()
        let (directory, file) = (home.workingDirectory, home.pluginDirectory + "/libeditor.so")
        try home.write("int part;".utf8, to: directory + "/part.c")
        try home.write("int restoration_plugin_entry;".utf8, to: directory + "/editor.c")
        let build = ["-shared", "-fPIC", "-Wl,--no-as-needed"]
        _ = try home.compile(build + ["-Wl,-soname,libpart.so", "part.c", "-o", "libpart.so"])
        let run = try home.compile(build + ["editor.c", "./libpart.so", "-o", file])
        #expect(run.status == 0, "\(run.errors)")

        let without = try inspect(file)
        try FileManager.default.copyItem(
            atPath: directory + "/libpart.so",
            toPath: home.pluginDirectory + "/libpart.so"
        )
        _ = try home.compile(
            build + ["-Wl,-rpath,$ORIGIN", "editor.c", "./libpart.so", "-o", file]
        )
        let with = try inspect(file)

        #expect(
            without.output.contains(
                """
                    warnings
                        The plugin needs libpart.so, which is in no directory that the dynamic
                        loader searches. Install libpart.so, or link the plugin with the
                        directory in its run path (-Wl,-rpath,'$ORIGIN'). The plugin loads
                        without this only in a host that has already loaded libpart.so.

                """
            ),
            "\(without.output)"
        )
        #expect(!with.output.contains("warnings"), "\(with.output)")
    }

    /// The layout of stow and Nix.
    @Test func `finds a dependency beside the target of a symbolic link to the plugin`() throws {
        let file = try home.compile(Defect("link.needed", ["-DNEEDED", "-Wl,-rpath,$ORIGIN"]))
        let needed = home.path + "/build/libneeded.so"
        _ = try home.compile(["-shared", "-fPIC", home.path + "/needed.c", "-o", needed])
        let link = home.path + "/libsample.so"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)

        let inspected = try inspect(link)
        let checked = try home.restorectl(["plugin", "check", link, "--only", "link.needed"])

        #expect(inspected.output.contains("ok  linkage"))
        #expect(!inspected.output.contains("warnings"), "\(inspected.output)")
        #expect(checked.status == 0, "\(checked.output)")
    }

    @Test func `says that a library is too old for the plugin`() throws {
        try home.installEditor()
        let (directory, file) = (home.workingDirectory, home.pluginDirectory + "/libeditor.so")
        try home.write("int part(void) { return 1; }".utf8, to: directory + "/part.c")
        try home.write(
            "int part(void); int restoration_plugin_entry; int use(void) { return part(); }".utf8,
            to: directory + "/editor.c"
        )
        try home.write("PART_1 { };".utf8, to: directory + "/old.map")
        try home.write("PART_1 { }; PART_2 { part; } PART_1;".utf8, to: directory + "/new.map")
        let library = home.pluginDirectory + "/libpart.so"
        func build(_ map: String) throws {
            let run = try home.compile([
                "-shared", "-fPIC", "-Wl,-soname,libpart.so", "-Wl,--version-script,\(map)",
                "part.c", "-o", library,
            ])
            try #require(run.status == 0, "\(run.errors)")
        }
        try build("new.map")
        let run = try home.compile([
            "-shared", "-fPIC", "-Wl,-rpath,$ORIGIN", "editor.c", library, "-o", file,
        ])
        try #require(run.status == 0, "\(run.errors)")
        let before = try inspect(file)
        try build("old.map")

        let after = try inspect(file)

        #expect(before.output.contains("ok  linkage"))
        #expect(
            after.output.contains(
                "no  linkage   the library cannot be loaded: it needs PART_2 of libpart.so,"
            ),
            "\(after.output)"
        )
        #expect(after.status == 1)
    }

    @Test func `warns of a sanitizer in an ordinary process`() throws {
        let file = home.pluginDirectory + "/libeditor.so"
        try home.installEditor()
        try home.write(
            "int restoration_plugin_entry;".utf8,
            to: home.workingDirectory + "/editor.c"
        )
        _ = try home.compile(["-shared", "-fPIC", "-fsanitize=address", "editor.c", "-o", file])

        let run = try inspect(file)

        #expect(run.output.contains("It was built for AddressSanitizer"), "\(run.output)")
    }

    /// A passed check as JSON.
    private func passed(_ subject: String, _ finding: String) -> String {
        """
        {
          "finding": "\(finding)",
          "passes": true,
          "place": null,
          "remedy": null,
          "subject": "\(subject)"
        }
        """
    }

    @Test func `prints the same facts as JSON`() throws {
        try home.installSome()

        let run = try inspect(home.pluginDirectory + "/libeditor.so", "--format", "json")

        try run.expect(
            json: #"""
                {
                  "abi": "0.3",
                  "applications": ["org.example.petfinder"],
                  "authors": [],
                  "checks": [
                    \#(passed("library", "a shared library for this processor, whose memory is never both writable and executable")),
                    \#(passed("manifest", "complete, of format 1")),
                    \#(passed("sidecar", "read, libeditor.restoration.json")),
                    \#(passed("ABI", "0.3 is spoken by both")),
                    \#(passed("entry", "exports restoration_plugin_entry itself")),
                    \#(passed("trust", "only you and root may change it and its parent directories")),
                    \#(passed("linkage", "its dependencies are trusted, too"))
                  ],
                  "classes": [
                    {
                      "aliases": ["Editor"],
                      "id": "PetEditor",
                      "priority": 5,
                      "routes": ["Tabs/*/Details/Edit", "Tabs/*/{pet}/Edit"],
                      "schemaVersion": 3
                    },
                    {
                      "aliases": [],
                      "id": "PetPhoto",
                      "priority": 0,
                      "routes": [],
                      "schemaVersion": 1
                    }
                  ],
                  "converters": [],
                  "file": "~/data/restoration/plugins/libeditor.so",
                  "id": "org.example.editor",
                  "isBinding": false,
                  "license": "Apache-2.0",
                  "name": "Pet Editor",
                  "neededInterfaces": [],
                  "needs": [],
                  "sidecar": "~/data/restoration/plugins/libeditor.restoration.json",
                  "summary": "Edits a pet.",
                  "unchecked": ["the plugin's code: restorectl plugin check runs it"],
                  "version": "1.2.0",
                  "warnings": []
                }
                """#
        )
    }

    @Test(arguments: [
        ("~/work/libempty.so", "The library is empty", "Install the plugin again."),
        (
            "./lib\u{FFFD}.so", "The file's name is not valid UTF-8, so hosts ignore the file",
            "Rename it."
        ),
        (
            "./libnothing.so", "Cannot be read: No such file or directory",
            "Check the path, or install it again."
        ),
        (
            "~/work/notes.txt", "The file is not a library",
            "Pass a library, such as NAME.so, or a binding, such as NAME.restoration-binding.json."
        ),
        (
            ".", "This is not a file",
            "Pass a library, such as NAME.so. To list the plugins in this directory, run restorectl"
                + " plugin list --directory ."
        ),
    ])
    func `reports errors of a file`(file: String, problem: String, remedy: String) throws {
        try home.installEditor(in: home.workingDirectory)
        try home.write([], to: home.workingDirectory + "/libempty.so")
        try home.write("text".utf8, to: home.workingDirectory + "/notes.txt")

        let run = try inspect(file.replacing("~", with: home.path))

        run.expect(error: problem, at: file, fix: remedy)
    }
}
