import RestorationDiscovery
import RestorationKit
import RestorationPlugins
import Testing

/// The program's own object, which shows a map.
private final class Frame: Restorable {
    let restorationIdentifier: String? = "Frame"
    var map: (any Restorable)?

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(map, forKey: "map")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        map = try coder.decodeReference(forKey: "map")
    }
}

@Suite struct `A class in C++` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// One life of the program.
    private func live(
        _ body: (RestorationSession, Frame, RestorationReport) throws -> Void
    ) throws {
        var options = RestorationOptions()
        options.stateDirectory = "\(directory.path)/state"
        options.keyProvider = FileKeyProvider(directory: "\(directory.path)/keys")
        options.pluginDirectories = [directory.path]
        options.pluginIndexing = .off
        let session = try RestorationSession(application: "org.example.test", options: options)
        let frame = Frame()
        session.addRoot(frame)
        try body(session, frame, try session.restore())
        try session.preserveNow()
        session.close()
    }

    @Test func `has its properties preserved, and restored in their order`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)
        try live { session, frame, _ in
            let map = try session.make("Map", under: frame)
            frame.map = map
            try map.call("setZoom", 1.5)
            try map.call("setTitle", "Home")
            try map.call("setNote", "by the river")
        }

        try live { _, frame, report in
            #expect(report.notRestored.map(\.description) == [])
            let map = try #require(frame.map)
            #expect(try map.call("zoom", as: Double.self) == 1.5)
            #expect(try map.call("title", as: String.self) == "Home")
            #expect(try map.call("label", as: String.self) == "Home")
            #expect(try map.call("note") == "by the river")
            #expect(try map.call("shortNote") == "by the river")
            try map.call("setNote", nil)
            #expect(try map.call("note") == .null)
        }
    }

    @Test func `may have members of its own that are called like those for the host`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)

        try live { session, frame, _ in
            let tag = try session.make("Tag", under: frame)
            try tag.call("setText", "Home")
            #expect(try tag.call("own", as: String.self) == "Home 3 false")
        }
    }

    @Test func `fails to restore what its setter throws at`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)
        try live { session, frame, _ in
            frame.map = try session.make("Map", under: frame, parameters: ["zoom": 0.0])
        }

        try live { _, _, report in
            #expect(
                report.notRestored.first?.reason?.problem.contains("There is no such zoom") == true
            )
        }
    }

    @Test func `stores arrays and dictionaries by scope, by hand or by function`() throws {
        let plugin = try CompiledPlugin(inCxx: "drawer", in: directory).discovered()
        let drawer = try PluginHost().create("Drawer", of: plugin, parameters: ["way": "right"])

        let state = try Record.coder { try drawer.encodeRestorableState(with: $0) }

        let keys = ["scoped", "closed", "passed", "named", "last", "thrown", "after"]
        #expect(state.keys == keys)
        let values = try keys.map { try state.decode(RestorationValue.self, forKey: $0) }
        #expect(values[0] == [1, [2], ["three": 3]])
        #expect(values[1] == ["one": 1])
        #expect(values[2] == values[0])
        #expect(values[3] == ["none": []])
        #expect(values[5] == [1])
    }

    // Building takes its time, so there is one plugin for all of them.
    @Test func `is told which array or dictionary is still open, and what to do about it`() throws {
        let plugin = try CompiledPlugin(inCxx: "drawer", in: directory).discovered()
        let host = PluginHost()
        let close = "is still open; close it, or let its variable go out of scope"
        let first = "\(close), before the next put"
        let reasons = [
            "array": "cannot store 'zoom': the array 'layers' \(first)",
            "in array": "cannot store 'rows': the array 'layers' \(first)",
            "dictionary": "cannot store 'zoom': the dictionary 'legend' \(first)",
            "caught": "cannot store 'zoom': the dictionary 'legend' \(first)",
            "mark": "cannot mark 'colour': the dictionary 'legend' \(first)",
            "element": "cannot store an element: the array that was added last \(first)",
            "closed": "cannot store an element: the array or dictionary for it is closed",
            "kept": "at the end the array 'layers' \(close)",
            "crossed": "cannot end the array 'outer': the array that was added last is open in it",
        ]
        for (way, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            let drawer = try host.create("Drawer", of: plugin, parameters: ["way": .string(way)])

            let error = diagnosedError {
                try Record.coder { try drawer.encodeRestorableState(with: $0) }
            }

            #expect(
                error?.description == """
                    error: org.example.drawer failed to encode Drawer: \(reason)
                       at: Tabs/Find
                      fix: If you write org.example.drawer, mend what is said here; \
                    if not, report this to its authors.
                    """
            )
        }
    }

    @Test func `makes the first children of a new object once the host knows that`() throws {
        _ = try CompiledPlugin(inCxx: "nest", in: directory)
        try live { session, frame, _ in
            let nest = try session.make("Nest", under: frame)
            frame.map = nest
            #expect(try nest.call("timesMade") == 1)
            #expect(try nest.call("eggs") == 2)
        }

        try live { _, frame, report in
            #expect(report.notRestored.map(\.description) == [])
            let nest = try #require(frame.map)
            #expect(try nest.call("timesMade") == 0)
            #expect(try nest.call("eggs") == 2)
        }
    }

    @Test(arguments: [
        ("fail", "There are no twigs"),
        ("later", "it asked for time, which only a constructor and decode can"),
        (
            "never",
            "it declined, which only a constructor can; catch what make throws where a class may"
                + " decline"
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
            #expect(
                error?.description == """
                    error: org.example.nest failed in made of Nest: \(reason)
                       at: Frame/Nest
                      fix: If you write org.example.nest, mend what is said here; \
                    if not, report this to its authors.
                    """
            )
            let other = try session.make("Other", under: frame)
            #expect(try other.call("allEggs") == 2)
        }
    }

    @Test func `asks its host for what is around an object, and behind a handle`() throws {
        _ = try CompiledPlugin(inCxx: "properties", in: directory)

        try live { session, frame, _ in
            let map = try session.make("Map", under: frame)
            frame.map = map
            #expect(try map.call("ask", as: String.self) == "")
        }
    }
}
