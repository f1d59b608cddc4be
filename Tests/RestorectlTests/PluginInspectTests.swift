import Testing

@Suite struct `restorectl plugin inspect` {
    let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `shows a manifest and its checks`() throws {
        try home.installSome()

        let run = try home.restorectl([
            "plugin", "inspect", home.pluginDirectory + "/libeditor.so", "--application",
            "org.example.petfinder",
        ])

        #expect(
            run
                == Run(
                    output: """
                        org.example.editor 1.2.0  Pet Editor
                            Edits a pet.

                            file          ~/data/restoration/plugins/libeditor.so
                            sidecar       ~/data/restoration/plugins/libeditor.restoration.json
                            ABI           0.1
                            applications  org.example.petfinder
                            licence       Apache-2.0

                            PetEditor, schema 3, priority 5
                                Tabs/*/Details/Edit
                                Tabs/*/{pet}/Edit
                                formerly Editor

                            PetPhoto, schema 1

                            ok  library   a shared library for this processor
                            ok  manifest  complete, of format 1
                            ok  sidecar   read, libeditor.restoration.json
                            ok  ABI       0.1 is spoken by both
                            ok  scope     meant for org.example.petfinder

                        """
                )
        )
    }

    @Test func `fails where this host could not use the plugin`() throws {
        try home.install("future", id: "org.example.future", abi: "7.0")

        let run = try home.restorectl([
            "plugin", "inspect", home.pluginDirectory + "/libfuture.so", "--application",
            "org.example.atlas",
        ])

        #expect(
            run
                == Run(
                    output: """
                        org.example.future 1.0.0

                            file          ~/data/restoration/plugins/libfuture.so
                            sidecar       ~/data/restoration/plugins/libfuture.restoration.json
                            ABI           7.0
                            applications  org.example.petfinder

                            Panel, schema 1

                            ok  library   a shared library for this processor
                            ok  manifest  complete, of format 1
                            ok  sidecar   read, libfuture.restoration.json
                            no  ABI       the plugin speaks 7.0, this host 0.1
                            no  scope     not meant for org.example.atlas

                        """,
                    status: 1
                )
        )
    }

    @Test func `prints the same facts as JSON`() throws {
        try home.installSome()

        let run = try home.restorectl([
            "plugin", "inspect", home.pluginDirectory + "/libeditor.so", "--format", "json",
        ])

        #expect(
            run
                == Run(
                    output: """
                        {
                          "abi" : "0.1",
                          "applications" : [
                            "org.example.petfinder"
                          ],
                          "authors" : [

                          ],
                          "checks" : [
                            {
                              "finding" : "a shared library for this processor",
                              "passes" : true,
                              "subject" : "library"
                            },
                            {
                              "finding" : "complete, of format 1",
                              "passes" : true,
                              "subject" : "manifest"
                            },
                            {
                              "finding" : "read, libeditor.restoration.json",
                              "passes" : true,
                              "subject" : "sidecar"
                            },
                            {
                              "finding" : "0.1 is spoken by both",
                              "passes" : true,
                              "subject" : "ABI"
                            }
                          ],
                          "classes" : [
                            {
                              "aliases" : [
                                "Editor"
                              ],
                              "id" : "PetEditor",
                              "priority" : 5,
                              "routes" : [
                                "Tabs/*/Details/Edit",
                                "Tabs/*/{pet}/Edit"
                              ],
                              "schemaVersion" : 3
                            },
                            {
                              "aliases" : [

                              ],
                              "id" : "PetPhoto",
                              "priority" : 0,
                              "routes" : [

                              ],
                              "schemaVersion" : 1
                            }
                          ],
                          "file" : "~/data/restoration/plugins/libeditor.so",
                          "id" : "org.example.editor",
                          "license" : "Apache-2.0",
                          "name" : "Pet Editor",
                          "sidecar" : "~/data/restoration/plugins/libeditor.restoration.json",
                          "summary" : "Edits a pet.",
                          "version" : "1.2.0"
                        }

                        """
                )
        )
    }

    @Test func `says what is wrong with a file`() throws {
        let file = try home.write([], to: home.workingDirectory + "/libempty.so")

        let run = try home.restorectl(["plugin", "inspect", file])

        #expect(
            run
                == Run(
                    errors: """
                        error: The library is empty
                           at: ~/work/libempty.so
                          fix: Install the plugin again.

                        """,
                    status: 1
                )
        )
    }

    @Test func `says that there is no such file, or that it is a directory`() throws {
        try home.installEditor(in: home.workingDirectory)

        let missing = try home.restorectl("plugin inspect ./libnothing.so")
        let directory = try home.restorectl("plugin inspect .")

        #expect(
            missing
                == Run(
                    errors: """
                        error: Cannot be read: No such file or directory
                           at: ./libnothing.so
                          fix: Check the path, or install it again.

                        """,
                    status: 1
                )
        )
        #expect(
            directory
                == Run(
                    errors: """
                        error: This is not a file
                           at: .
                          fix: Name a library, NAME.so; restorectl plugin list --directory . lists \
                        those of a directory.

                        """,
                    status: 1
                )
        )
    }
}
