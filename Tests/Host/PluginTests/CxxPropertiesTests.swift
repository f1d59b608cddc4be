import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import Testing

@Suite struct `A class in C++` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// One launch of the program.
    private func live(
        _ body: (RestorationSession, Owner, RestorationReport) throws -> Void
    ) throws {
        try Owner.live(as: "Frame", plugins: directory, state: directory, body)
    }

    @Test func `has its properties preserved, and restored in their order`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)
        try live { session, frame, _ in
            let map = try session.make("Map", under: frame)
            frame.child = map
            try map.call("setZoom", 1.5)
            try map.call("setTitle", "Home")
            try map.call("setNote", "by the river")
        }

        try live { _, frame, report in
            #expect(report.notRestored.map(\.description) == [])
            let map = try #require(frame.child)
            #expect(try map.call("zoom", as: Double.self) == 1.5)
            #expect(try map.call("title", as: String.self) == "Home")
            #expect(try map.call("label", as: String.self) == "Home")
            #expect(try map.call("note") == "by the river")
            #expect(try map.call("shortNote") == "by the river")
            try map.call("setNote", nil)
            #expect(try map.call("note") == .null)
        }
    }

    @Test func `may have own members with the names of the host's lists`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)

        try live { session, frame, _ in
            let tag = try session.make("Tag", under: frame)
            try tag.call("setText", "Home")
            #expect(try tag.call("own", as: String.self) == "Home 3 false")
        }
    }

    @Test func `fails to restore a property whose setter throws`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)
        try live { session, frame, _ in
            frame.child = try session.make("Map", under: frame, parameters: ["zoom": 0.0])
        }

        try live { _, _, report in
            #expect(
                report.notRestored.first?.reason?.problem.contains("There is no such zoom") == true
            )
        }
    }

    @Test func `stores and restores types of its own, also as properties`() throws {
        _ = try CompiledPlugin(inCxx: "shapes", in: directory)
        let centre: RestorationValue = ["x": 0.5, "y": -0.25]
        let pixel: RestorationValue = ["isSet": true, "place": centre, "weight": 7]
        try live { session, frame, _ in
            let shape = try session.make("Shape", under: frame)
            frame.child = shape
            try shape.call("setCentre", arguments: [centre])
            try shape.call("setPixel", arguments: [pixel])
            #expect(try shape.call("moved", ["x": 1.0, "y": 2.0], 2) == ["x": 2.5, "y": 3.75])
        }

        try live { _, frame, report in
            #expect(report.notRestored.map(\.description) == [])
            let shape = try #require(frame.child)
            #expect(try shape.call("wasDecoded") == true)
            #expect(try shape.call("centre") == centre)
            #expect(try shape.call("pixel") == pixel)
        }
    }

    @Test func `makes the first children of an object only when it is new, not restored`() throws {
        _ = try CompiledPlugin(inCxx: "nest", in: directory)
        try live { session, frame, _ in
            let nest = try session.make("Nest", under: frame)
            frame.child = nest
            #expect(try nest.call("timesMade") == 1)
            #expect(try nest.call("eggs") == 2)
        }

        try live { _, frame, report in
            #expect(report.notRestored.map(\.description) == [])
            let nest = try #require(frame.child)
            #expect(try nest.call("timesMade") == 0)
            #expect(try nest.call("eggs") == 2)
        }
    }

    @Test(arguments: [
        ("fail", "There are no twigs"),
        (
            "child later",
            "cannot make 'Late': its class waits for data; ask again later, or let the class make"
                + " new objects without the data"
        ),
        ("later", "it asked for time, which only a constructor and decode can"),
        (
            "never",
            "it declined, which only a constructor can; catch the exceptions of make"
                + " where a class may decline"
        ),
    ])
    func `gives up a new object that fails to make its first children`(
        answer: String,
        reason: String
    ) throws {
        _ = try CompiledPlugin(inCxx: "nest", in: directory)

        try live { session, frame, _ in
            let error = #expect(throws: PluginError.self) {
                try session.make("Nest", under: frame, parameters: ["answer": .string(answer)])
            }
            let problem = "org.example.nest failed in made of Nest: \(reason)"
            #expect(error?.diagnosis.problem == problem)
            let other = try session.make("Other", under: frame)
            #expect(try other.call("allEggs") == 2)
        }
    }

    @Test func `asks its host for an object's parent, children and handle`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)

        try live { session, frame, _ in
            let map = try session.make("Map", under: frame)
            frame.child = map
            #expect(try map.call("ask", as: String.self) == "")
        }
    }
}
