import Testing

@Suite struct `restorectl route` {
    let home: Home

    init() throws {
        home = try Home()
        try home.installSome()
    }

    private func route(_ line: String) throws -> Run {
        try home.restorectl("route --application org.example.petfinder \(line)")
    }

    @Test func `shows captures`() throws {
        let run = try home.restorectl([
            "route", "--application", "org.example.petfinder", "Tabs/Find/cat 17/Edit", "--format",
            "json",
        ])

        try run.expect(
            json: #"""
                {
                  "application": "org.example.petfinder",
                  "outrankedRoutes": [
                    {
                      "class": "Notes",
                      "plugin": "org.example.notes",
                      "priority": 0,
                      "reason": "'**' is less specific than '*', component 2",
                      "route": "Tabs/**",
                      "rule": "specificity",
                      "version": "1.0.0"
                    },
                    {
                      "class": "Notes",
                      "plugin": "org.example.notes",
                      "priority": 0,
                      "reason": "'**' is less specific than 'Tabs', component 1",
                      "route": "**/Edit",
                      "rule": "specificity",
                      "version": "1.0.0"
                    }
                  ],
                  "lowered": [],
                  "notAsked": [],
                  "path": "Tabs/Find/cat 17/Edit",
                  "program": null,
                  "winner": {
                    "captures": {"pet": "cat 17"},
                    "class": "PetEditor",
                    "file": "~/data/restoration/plugins/libeditor.so",
                    "plugin": "org.example.editor",
                    "priority": 5,
                    "route": "Tabs/*/{pet}/Edit",
                    "version": "1.2.0"
                  }
                }
                """#
        )
    }

    @Test(arguments: [
        "org.example.zebra", "org.example.zebra:Panel", "org.example.zebra@Tabs/*/Details/Edit",
        "org.example.zebra:Panel@Tabs/*/Details/Edit",
    ])
    func `pins like the host's own code`(pin: String) throws {
        try home.install(
            "zebra",
            id: "org.example.zebra",
            classes: #"{"id": "Panel", "version": 1, "routes": ["Tabs/*/Details/Edit"]}"#
        )

        let run = try route("Tabs/Find/Details/Edit --pin \(pin)")

        #expect(
            run.output.hasPrefix(
                """
                Tabs/Find/Details/Edit
                  Panel of org.example.zebra 1.0.0
                    route     Tabs/*/Details/Edit
                    file      ~/data/restoration/plugins/libzebra.so

                behind it
                  PetEditor of org.example.editor 1.2.0
                    route     Tabs/*/Details/Edit
                    because   the host has pinned org.example.zebra
                """
            )
        )
    }

    @Test(arguments: [
        ("org.example.zebras", "Did you mean org.example.zebra? "),
        ("org.example.zebars:Panel@Tabs", "Did you mean org.example.zebra:Panel@Tabs? "),
        ("org.example.zebra:Pannel", "Did you mean org.example.zebra:Panel? "),
        ("org.example.horse", ""), ("org.example.zebra:Horse", ""),
        ("org.example.zebra@Tabs", ""),
    ])
    func `reports a pin without effect`(pin: String, meant: String) throws {
        try home.install(
            "zebra",
            id: "org.example.zebra",
            classes: #"{"id": "Panel", "version": 1, "routes": ["Tabs/*/Details/Edit"]}"#
        )

        let run = try route("Tabs/Find/Details/Edit --pin \(pin)")

        #expect(run.status == 2)
        #expect(run.output.hasPrefix("Tabs/Find/Details/Edit\n  PetEditor of"))
        #expect(
            run.errors == """
                error: org.example.petfinder finds no such plugin, class or route, so the pin \
                "\(pin)" does nothing
                  fix: \(meant)Use restorectl plugin list --all --application org.example.petfinder \
                to list the plugins.

                """
        )
    }

    @Test func `fails if no plugin claims the path, and names unused plugins`() throws {
        try home.install(
            "any",
            id: "org.example.any",
            applications: #""*""#,
            classes: #"{"id": "Any", "version": 1, "routes": ["Window"]}"#
        )

        let page = try route("Window")
        let json = try route("Window --format json")

        page.expect(
            output: """
                Window
                  claimed by no plugin

                not asked
                  Any of org.example.any 1.0.0
                    route     Window
                    because   names no application, and this application did not opt in to such
                              plugins

                """,
            error: "No plugin of org.example.petfinder claims Window",
            fix: "Use restorectl plugin list --all --application org.example.petfinder to list the"
                + " plugins."
        )
        #expect(json.status == 1)
        #expect(json.output.contains(#""winner" : null"#), "\(json.output)")
        #expect(json.output.contains(#""class" : "Any""#), "\(json.output)")
    }

    @Test func `lists routes that a sidecar removes, and priorities that it lowers`() throws {
        let manifest = """
            {"manifest": 1, "id": "org.example.desk", "version": "1.0.0", "abi": "0.3",
             "applications": ["org.example.petfinder"], "classes": [
             {"id": "Kept", "version": 1, "priority": 7, "routes": ["Desk/*"]},
             {"id": "Taken", "version": 1, "routes": ["Desk/Lamp"]}]}
            """
        let file = try home.write(
            Library.bytes(exporting: "restoration_plugin_entry", manifest: manifest),
            to: home.pluginDirectory + "/libdesk.so"
        )
        try home.write(
            #"{"manifest": 1, "classes": [{"id": "Kept", "priority": -1}]}"#.utf8,
            to: file.replacing(".so", with: ".restoration.json")
        )

        let run = try route("Desk/Lamp")

        run.expect(
            output: """
                Desk/Lamp
                  Kept of org.example.desk 1.0.0
                    route     Desk/*
                    file      ~/data/restoration/plugins/libdesk.so

                not asked
                  Taken of org.example.desk 1.0.0
                    route     Desk/Lamp
                    because   removed by
                              ~/data/restoration/plugins/libdesk.restoration.json

                lowered
                  Kept of org.example.desk 1.0.0
                    route     Desk/*
                    because   from 7 to -1 by
                              ~/data/restoration/plugins/libdesk.restoration.json

                """
        )
    }

    @Test func `refuses to pin to an invalid route`() throws {
        let run = try home.restorectl([
            "route", "--application", "org.example.petfinder", "a", "--pin", "org.example.b@Desk//",
        ])

        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("error: A route component is empty\n"), "\(run.errors)")
    }

    @Test func `refuses an invalid path`() throws {
        let run = try route("Tabs//Find")

        run.expect(
            error: "A path component is empty",
            at: "byte 5 of the path",
            fix: "Write one identifier between two slashes.",
            status: 64
        )
    }

    @Test func `exits with partial success if a file that might claim the path is faulty`() throws {
        try home.write([], to: home.pluginDirectory + "/libempty.so")

        let run = try route("Tabs/Find")

        run.expect(
            output: """
                Tabs/Find
                  Notes of org.example.notes 1.0.0
                    route     Tabs/**
                    file      ~/data/restoration/plugins/org.example.petfinder/libnotes.so

                """,
            errors: """
                error: The library is empty
                   at: ~/data/restoration/plugins/libempty.so
                  fix: Install the plugin again.

                """,
            status: 2
        )
    }
}
