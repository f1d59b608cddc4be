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
                          "id": "org.example.editor",
                          "version": "1.2.0",
                          "name": "Pet Editor",
                          "file": "~/data/restoration/plugins/libeditor.so",
                          "sidecar": "~/data/restoration/plugins/libeditor.restoration.json",
                          "abi": "0.1",
                          "applications": [
                            "org.example.petfinder"
                          ],
                          "classes": [
                            {
                              "id": "PetEditor",
                              "schemaVersion": 3,
                              "aliases": [
                                "Editor"
                              ],
                              "routes": [
                                "Tabs/*/Details/Edit",
                                "Tabs/*/{pet}/Edit"
                              ],
                              "priority": 5
                            },
                            {
                              "id": "PetPhoto",
                              "schemaVersion": 1,
                              "aliases": [],
                              "routes": [],
                              "priority": 0
                            }
                          ],
                          "summary": "Edits a pet.",
                          "authors": [],
                          "license": "Apache-2.0",
                          "checks": [
                            {
                              "subject": "library",
                              "passes": true,
                              "finding": "a shared library for this processor"
                            },
                            {
                              "subject": "manifest",
                              "passes": true,
                              "finding": "complete, of format 1"
                            },
                            {
                              "subject": "sidecar",
                              "passes": true,
                              "finding": "read, libeditor.restoration.json"
                            },
                            {
                              "subject": "ABI",
                              "passes": true,
                              "finding": "0.1 is spoken by both"
                            }
                          ]
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
}
