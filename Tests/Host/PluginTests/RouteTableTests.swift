import RestorationCore
import RestorationDiscovery
import RestorationPlugins
import Testing

@Suite struct `Routing a path` {
    @Test(arguments: [
        (["Tabs/{x}", "Tabs/*"], "'*' is less specific than '{x}', component 2"),
        (["Tabs/*", "**"], "'**' is less specific than 'Tabs', component 1"),
        (["Tabs/a*", "Tabs/*a"], "the route comes after 'Tabs/*a'"),
        (["Tabs", "Tabs/**"], "'**' is less specific than the end, component 2"),
    ])
    func `explains why another route of a plugin loses`(routes: [String], reason: String) throws {
        let table = try RouteTable([Self.manifest("org.example.a", ["A": routes])])
        let path = reason.contains("end") ? "Tabs" : "Tabs/a"

        let explanation = try table.explain(RestorationPath(parsing: path))

        #expect(explanation.outrankedRoutes.map(\.reason) == [reason])
    }

    @Test(
        arguments: [
            (nil, nil, "Tabs/x/Edit", "Old"), ("Old", nil, "Tabs/x/Edit", "Old"),
            (nil, "Tabs/{any}/Edit", "Tabs/x/Edit", "Old"), (nil, "Tabs/*", "Tabs/x/Edit", "New"),
            ("Other", nil, "Tabs/x/Edit", "New"), (nil, nil, "Tabs/Find/Edit", "New"),
            (nil, "Tabs/*", "Tabs/x", "Old"),
        ] as [(String?, String?, String, String)]
    )
    func `chooses the pinned route, if none is more specific`(
        className: String?,
        route: String?,
        path: String,
        winner: String
    ) throws {
        let old = try Self.manifest("org.example.old", ["Old": ["Tabs/{tab}/Edit", "Tabs/*"]])
        let new = try Self.manifest(
            "org.example.new",
            version: "2.0.0",
            priority: 3,
            ["New": ["Tabs/{page}/Edit", "Tabs/Find/Edit", "Tabs/*"]]
        )
        let pin = RoutePin(
            old.identifier,
            className: className,
            route: try route.map { try RoutePattern(parsing: $0) }
        )

        let explanation = try RouteTable([old, new], pins: [pin])
            .explain(RestorationPath(parsing: path))
        let match = try RouteTable([old, new], pins: [pin])
            .route(for: RestorationPath(parsing: path))

        #expect(match?.route.className == winner)
        #expect(explanation.winner == match)
        #expect(explanation.outrankedRoutes.contains { $0.rule == .pin } == (winner == "Old"))
    }

    @Test func `explains that a priority is higher, or that the host has pinned one`() throws {
        let manifests = try [("org.example.a", 9), ("org.example.b", 0)].map {
            try Self.manifest($0, priority: $1, ["A": ["a"]])
        }
        let path = try RestorationPath(parsing: "a")

        let free = RouteTable(manifests).explain(path)
        let pinned = RouteTable(manifests, pins: [RoutePin(manifests[1].identifier)]).explain(path)

        #expect(free.outrankedRoutes.map(\.reason) == ["priority 0 is below 9"])
        #expect(pinned.outrankedRoutes.map(\.reason) == ["the host has pinned org.example.b"])
    }

    @Test func `costs the same beside ten thousand literal routes`() throws {
        let wildcards = ["**/Edit", "Tabs/*/Details/Edit", "Tabs/**/Details/*"]
        let literals = (0..<10_000).map { "Tabs/Find/Details/Item\($0)/Edit" }
        let path = try RestorationPath(parsing: "Tabs/Find/Details/Edit")

        let few = try RouteTable([
            Self.manifest("org.example.a", ["A": wildcards + literals.prefix(1)])
        ])
        let many = try RouteTable([Self.manifest("org.example.a", ["A": wildcards + literals])])

        #expect(many.explain(path).visitedNodes == few.explain(path).visitedNodes)
    }

    @Test func `visits each node once for each component, however wildcards are nested`() throws {
        let nested = Array(repeating: "**/a", count: 30).joined(separator: "/")
        let path = try RestorationPath(
            parsing: Array(repeating: "a", count: 200).joined(separator: "/")
        )

        let explanation = try RouteTable([Self.manifest("org.example.a", ["A": [nested]])])
            .explain(path)

        #expect(explanation.winner != nil)
        #expect(explanation.visitedNodes <= 201 * 61)
    }

    /// Comparing each shape with all others would take dozens of times as long.
    @Test func `handles many shapes about as fast as many literals`() throws {
        func make(_ ending: String) throws -> (RouteTable, Duration) {
            let routes = (0..<20_000).map { "Tabs/pet\($0)-\(ending)" }
            let manifest = try Self.manifest("org.example.a", ["A": routes])
            var table: RouteTable?
            let duration = ContinuousClock().measure { table = RouteTable([manifest]) }
            return (try #require(table), duration)
        }

        let (_, literals) = try make("x")
        let (table, shapes) = try make("*")

        #expect(shapes < literals * 10)
        for number in [0, 1, 19_999] {
            let match = try table.route(for: RestorationPath(parsing: "Tabs/pet\(number)-x"))
            #expect(match?.route.pattern.description == "Tabs/pet\(number)-*")
        }
    }

    static func manifest(
        _ id: String,
        version: String = "1.0.0",
        priority: Int32 = 0,
        _ classes: [String: [String]]
    ) throws -> PluginManifest {
        let application = try #require(ApplicationIdentifier("org.example.app"))
        return PluginManifest(
            identifier: try #require(PluginIdentifier(id)),
            version: try #require(PluginVersion(version)),
            abi: ABIRange(.supportedByHost),
            applications: ApplicationScope(
                applications: [application],
                includesEveryApplication: false
            ),
            classes: try classes.map { name, routes in
                PluginManifest.Class(
                    name: name,
                    schemaVersion: 1,
                    aliases: [],
                    routes: try routes.map { try RoutePattern(parsing: $0) },
                    priority: priority
                )
            },
            credits: .init(name: nil, summary: nil, authors: [], license: nil)
        )
    }
}
