import Foundation
import Testing

@Suite struct `restorectl plugin list` {
    let home: Home

    init() throws {
        home = try Home()
    }

    /// `--why` adds the rules.
    @Test func `lists with --all unused plugins and searched directories`() throws {
        try home.installSome()
        try home.install("oldnotes", id: "org.example.notes", version: "0.9.0")
        try home.install("maps", id: "org.example.maps", applications: #""org.example.atlas""#)
        try home.install("twin", id: "org.example.twin")
        try home.install("twintoo", id: "org.example.twin")
        try home.install("any", id: "org.example.any", applications: #""*""#)

        let why = try home.restorectl("plugin list --application org.example.petfinder --why")
        let all = try home.restorectl("plugin list --application org.example.petfinder --all")

        why.expect(
            output: """
                org.example.petfinder uses 3 plugins

                org.example.editor 1.2.0  Pet Editor
                    ~/data/restoration/plugins/libeditor.so
                    used: it names org.example.petfinder, and no other has its id
                    PetEditor, priority 5    Tabs/*/Details/Edit
                                             Tabs/*/{pet}/Edit
                    PetPhoto

                org.example.notes 1.0.0
                    ~/data/restoration/plugins/org.example.petfinder/libnotes.so
                    used: it names org.example.petfinder, and its version is the highest of 2
                    Notes                    **/Edit
                                             Tabs/**

                org.example.twin 1.0.0
                    ~/data/restoration/plugins/libtwin.so
                    used: it names org.example.petfinder, and it is the first of 2 of its
                          version
                    Panel

                org.example.any 1.0.0
                    ~/data/restoration/plugins/libany.so
                    not used: names no application, and this application did not opt in to such
                              plugins

                org.example.maps 1.0.0
                    ~/data/restoration/plugins/libmaps.so
                    not used: meant for other applications

                org.example.notes 0.9.0
                    ~/data/restoration/plugins/liboldnotes.so
                    not used: version 1.0.0 is used,
                              ~/data/restoration/plugins/org.example.petfinder/libnotes.so

                org.example.twin 1.0.0
                    ~/data/restoration/plugins/libtwintoo.so
                    not used: the same version comes first in the search order,
                              ~/data/restoration/plugins/libtwin.so

                Searched in this order; in each, the directory named like the application comes
                first:
                    ~/data/restoration/plugins
                        XDG_DATA_HOME
                    ~/share/restoration/plugins  not there
                        XDG_DATA_DIRS
                    BIN/lib/restoration/plugins  not there
                        beside the program

                """
        )
        let rules = [
            "    used: it names org.example.petfinder, and no other has its id\n",
            "    used: it names org.example.petfinder, and its version is the highest of 2\n",
            "    used: it names org.example.petfinder, and it is the first of 2 of its\n"
                + "          version\n",
            "        XDG_DATA_HOME\n", "        XDG_DATA_DIRS\n", "        beside the program\n",
        ]
        all.expect(output: rules.reduce(why.output) { $0.replacing($1, with: "") })
    }

    @Test func `counts only copies that other rules allow, and lists each name`() throws {
        try home.install("notes", id: "org.example.notes")
        try home.install(
            "newnotes",
            id: "org.example.notes",
            version: "2.0.0",
            applications: #""org.example.atlas""#
        )
        for end in ["so", "restoration.json"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(home.pluginDirectory)/libother.\(end)",
                withDestinationPath: "libnotes.\(end)"
            )
        }

        let run = try home.restorectl("plugin list --application org.example.petfinder --why")

        let expected = [
            """
                used: it names org.example.petfinder, and no other that it may use has its
                      id
            """,
            """
            org.example.notes 1.0.0
                ~/data/restoration/plugins/libother.so
                not used: the same file was found before by another name,
                          ~/data/restoration/plugins/libnotes.so
            """,
        ]
        for text in expected { #expect(run.output.contains(text), "\(run)") }
    }

    @Test func `explains in JSON, too`() throws {
        try home.installSome()
        try home.install("oldnotes", id: "org.example.notes", version: "0.9.0")

        let run = try home.restorectl(
            "plugin list --application org.example.petfinder --why --format json"
        )

        for line in [
            #""reason" : "it names org.example.petfinder, and its version is the highest of 2""#,
            #""rule" : "version""#, #""rule" : "scope""#, #""XDG_DATA_HOME""#,
        ] {
            #expect(run.output.contains(line))
        }
    }

    @Test func `reports faulty files, and handles the others`() throws {
        try home.install("notes", id: "org.example.notes")
        try home.install("future", id: "org.example.future", abi: "7.0")
        try home.write("#!/bin/sh\n".utf8, to: home.pluginDirectory + "/libscript.so")

        let run = try home.restorectl("plugin list --application org.example.petfinder")

        run.expect(
            output: """
                org.example.petfinder uses 1 plugin

                org.example.notes 1.0.0
                    ~/data/restoration/plugins/libnotes.so
                    Panel

                """,
            errors: """
                error: The file is not a library
                   at: ~/data/restoration/plugins/libscript.so
                  fix: Remove it from the plugin directory.
                error: org.example.future speaks ABI 7.0, this host speaks 0.3
                   at: ~/data/restoration/plugins/libfuture.so
                  fix: Rebuild the plugin against the 0.3 headers, with "abi": "0.3" in its manifest.

                """,
            status: 2
        )
    }

    @Test func `lists every plugin if no application is named`() throws {
        try home.installSome()
        try home.install("maps", id: "org.example.maps", applications: #""org.example.atlas", "*""#)

        let run = try home.restorectl("plugin list")

        run.expect(
            output: """
                3 plugins in 3 directories

                org.example.notes 1.0.0
                    ~/data/restoration/plugins/org.example.petfinder/libnotes.so
                    for org.example.petfinder
                    Notes                    **/Edit
                                             Tabs/**

                org.example.editor 1.2.0  Pet Editor
                    ~/data/restoration/plugins/libeditor.so
                    for org.example.petfinder
                    PetEditor, priority 5    Tabs/*/Details/Edit
                                             Tabs/*/{pet}/Edit
                    PetPhoto

                org.example.maps 1.0.0
                    ~/data/restoration/plugins/libmaps.so
                    for org.example.atlas, every application that opts in
                    Panel

                """
        )
    }

    @Test func `searches named directories, relative to the current one`() throws {
        try home.install("notes", id: "org.example.notes", in: home.workingDirectory + "/mine")

        let run = try home.restorectl("plugin list --directory mine --format json")

        try run.expect(
            json: #"""
                {
                  "application": null,
                  "directories": [
                    "~/work/mine",
                    "~/data/restoration/plugins",
                    "~/share/restoration/plugins",
                    "BIN/lib/restoration/plugins"
                  ],
                  "faults": [],
                  "plugins": [
                    {
                      "abi": "0.3",
                      "applications": ["org.example.petfinder"],
                      "classes": [
                        {
                          "aliases": [],
                          "id": "Panel",
                          "priority": 0,
                          "routes": [],
                          "schemaVersion": 1
                        }
                      ],
                      "file": "~/work/mine/libnotes.so",
                      "id": "org.example.notes",
                      "isBinding": false,
                      "name": null,
                      "neededInterfaces": [],
                      "sidecar": "~/work/mine/libnotes.restoration.json",
                      "version": "1.0.0"
                    }
                  ],
                  "program": null,
                  "rejectedPlugins": []
                }
                """#
        )
    }

    @Test func `searches beside a program that is named`() throws {
        try home.install(
            "notes",
            id: "org.example.notes",
            in: home.path + "/app/lib/restoration/plugins"
        )
        try home.write([], to: home.path + "/app/petfinder")

        let run = try home.restorectl("plugin list --program ../app/petfinder")

        #expect(run.output.contains("~/work/../app/lib/restoration/plugins/libnotes.so"))
    }
}
