import RestorationKit
import TestSupport
import Testing

/// Commands look for plugins in the directories of the program's last launch.
@Suite struct `The program's facts in the report` {
    private let home: Home
    private var plugins: String { home.path + "/plugins" }

    init() throws {
        home = try Home()
        let sidecar = """
            {"manifest": 1, "id": "org.example.map", "version": "1.0.0", "abi": "0.3",
             "applications": ["org.example.petfinder"],
             "classes": [{"id": "Only", "version": 1, "routes": ["map/map"]}]}
            """
        try home.write(sidecar.utf8, to: "\(plugins)/libmap.restoration.json")
        try ContractPlugin.compile(
            "broken",
            named: "map",
            into: plugins,
            options: [#"-DPLUGIN_ID="org.example.map""#, #"-DMARK="\#(home.path)/loaded""#]
        )
    }

    private func list(_ options: String = "") throws -> Run {
        try home.restorectl("plugin list --application org.example.petfinder\(options)")
    }

    private func route() throws -> Run {
        try home.restorectl("route --application org.example.petfinder map/map")
    }

    @Test func `are stored by the first launch`() throws {
        var options = RestorationOptions()
        options.stateDirectory = home.stateDirectory(of: Home.application)
        options.keyProvider = home.keys
        options.pluginDirectories = [plugins]
        let session = try RestorationSession(application: Home.application, options: options)
        try session.restore()
        session.close()

        let (list, route) = (try list(), try route())

        #expect(list.output.contains("org.example.map 1.0.0\n    ~/plugins/libmap.so\n"))
        #expect(route.output.contains("org.example.map"))
        #expect((list.status, route.status) == (0, 0))
        #expect(!list.output.contains("changed since"))
    }

    @Test func `give commands the program's search directories`() throws {
        try home.leaveReport(directory: plugins)

        let described = try list(" --program ../petfinder")

        for run in [try list(), try route()] {
            #expect(run.output.contains("org.example.map"))
            #expect(
                run.output.hasSuffix(
                    """

                    Searched where this program searched when it started, 2026-10-03 14:00:00 UTC:
                        ~/petfinder

                    """
                )
            )
            #expect(run.status == 0)
        }
        #expect(described.output == "org.example.petfinder uses no plugins\n")
    }

    @Test func `replace the shell's search path, which is reported`() throws {
        try home.leaveReport(directory: plugins)

        func route(_ path: String) throws -> Run {
            try home.run(
                "/usr/bin/env",
                ["RESTORATION_PLUGIN_PATH=\(path)", Home.program]
                    + ["route", "--application", "org.example.petfinder", "map/map"]
            )
        }
        let (other, same) = try (route(home.path + "/elsewhere"), route(plugins))

        #expect(
            other.errors == """
                warning: RESTORATION_PLUGIN_PATH is ignored: the directories searched are those \
                that the program searched at its start
                     at: ~/plugins
                    fix: Use --directory to search others, or start the program with the variable.

                """
        )
        #expect(other.status == 0)
        #expect(same.errors == "")
    }

    @Test func `say that the program has changed since`() throws {
        try home.leaveReport(directory: plugins, sizeInBytes: 8)

        #expect(try list().output.hasSuffix("\n    ~/petfinder  changed since\n"))
    }

    @Test func `are ignored if the report is damaged`() throws {
        try home.save(SavedProgram.petFinder().image())
        try home.leaveReport(directory: plugins)
        try home.damage(home.stateDirectory(of: Home.application) + "/report", at: -1)

        let list = try list()
        let check = try home.restorectl("archive verify")

        #expect(
            list.errors == """
                warning: The end of the file is missing or damaged
                     at: ~/state/org.example.petfinder/restoration/report
                    fix: No state is lost: the next restore writes a new report in its place.

                """
        )
        #expect(list.status == 0)
        #expect(check.status == 2)
        #expect(
            check.output.hasSuffix(
                """
                The current generation is intact. The report of the last restore cannot be read.

                """
            )
        )
    }
}
