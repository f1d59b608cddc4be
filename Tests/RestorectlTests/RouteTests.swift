import Testing

@Suite struct `restorectl route` {
    let home: Home

    init() throws {
        home = try Home()
        try home.installSome()
    }

    @Test func `names the class that claims a path, and why others are behind`() throws {
        let run = try home.restorectl(
            "route --application org.example.petfinder Tabs/Matches/Details#2/Edit"
        )

        #expect(
            run
                == Run(
                    output: """
                        Tabs/Matches/Details#2/Edit
                          PetEditor of org.example.editor 1.2.0
                            route     Tabs/*/Details/Edit
                            file      ~/data/restoration/plugins/libeditor.so

                        behind it
                          PetEditor of org.example.editor 1.2.0
                            route     Tabs/*/{pet}/Edit
                            because   '{pet}' is less specific than 'Details', component 3
                          Notes of org.example.notes 1.0.0
                            route     Tabs/**
                            because   '**' is less specific than '*', component 2
                          Notes of org.example.notes 1.0.0
                            route     **/Edit
                            because   '**' is less specific than 'Tabs', component 1

                        """
                )
        )
    }

    @Test func `shows captures`() throws {
        let run = try home.restorectl([
            "route", "--application", "org.example.petfinder", "Tabs/Find/cat 17/Edit", "--format",
            "json",
        ])

        #expect(
            run
                == Run(
                    output: """
                        {
                          "application" : "org.example.petfinder",
                          "losers" : [
                            {
                              "class" : "Notes",
                              "plugin" : "org.example.notes",
                              "priority" : 0,
                              "reason" : "'**' is less specific than '*', component 2",
                              "route" : "Tabs/**",
                              "rule" : "specificity",
                              "version" : "1.0.0"
                            },
                            {
                              "class" : "Notes",
                              "plugin" : "org.example.notes",
                              "priority" : 0,
                              "reason" : "'**' is less specific than 'Tabs', component 1",
                              "route" : "**/Edit",
                              "rule" : "specificity",
                              "version" : "1.0.0"
                            }
                          ],
                          "path" : "Tabs/Find/cat 17/Edit",
                          "winner" : {
                            "captures" : {
                              "pet" : "cat 17"
                            },
                            "class" : "PetEditor",
                            "file" : "~/data/restoration/plugins/libeditor.so",
                            "plugin" : "org.example.editor",
                            "priority" : 5,
                            "route" : "Tabs/*/{pet}/Edit",
                            "version" : "1.2.0"
                          }
                        }

                        """
                )
        )
    }

    @Test func `fails if nobody claims the path`() throws {
        let run = try home.restorectl("route --application org.example.petfinder Window")

        #expect(
            run
                == Run(
                    errors: """
                        error: No plugin of org.example.petfinder claims Window
                          fix: Use restorectl plugin list --all --application org.example.petfinder to see which plugins there are.

                        """,
                    status: 1
                )
        )
    }

    @Test func `refuses what is not a path`() throws {
        let run = try home.restorectl("route --application org.example.petfinder Tabs//Find")

        #expect(
            run
                == Run(
                    errors: """
                        error: A path component is empty
                           at: byte 5 of the path
                          fix: Write one identifier between two slashes.

                        """,
                    status: 64
                )
        )
    }

    @Test func `is done in part if a file that might claim the path is not in order`() throws {
        try home.write([], to: home.pluginDirectory + "/libempty.so")

        let run = try home.restorectl("route --application org.example.petfinder Tabs/Find")

        #expect(
            run
                == Run(
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
        )
    }
}
