import RestorationTesting
import Testing

@Suite struct `A registered object` {
    @Test(.rule("T-80", "T-93", "OBJ-6", "OBJ-7", "OBJ-8", "OBJ-9", "OBJ-14"))
    func `is created once by its class, with its path, and is in the next archive`() throws {
        var isFirst = true
        let program = program(Delegate()) { session in
            let root = Node("Root", [Node("A")])
            guard isFirst else { return root }
            let model = Node(nil, text: "of the model")
            model.restorationClass = "Peeking"
            try session.registerObject(model, identifier: "Model", parent: root.children[0])
            root.references = ["model": model]
            root.children[0].references = ["model": model]
            return root
        }
        let first = try program.launch()

        isFirst = false
        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        let launch = try #require(second)
        #expect(
            log.filter { $0.hasPrefix("create") } == [
                "create Root/A/Model", "create sees of the model",
            ]
        )
        // The session notifies it with the others, after all objects have decoded and the delegate
        // was notified.
        let last = log.drop { $0 != "did decode" }.dropFirst()
        #expect(last.sorted() == ["finish A", "finish Model", "finish Root"])
        #expect(log.filter { $0.hasPrefix("finish") }.count == 3)
        let model = try #require(launch.graph.references["model"] as? Node)
        #expect(model.text == "of the model")
        #expect(launch.graph.children[0].references["model"] === model)
        #expect(try launch.terminate().savedPaths == ["Root", "Root/A", "Root/A/Model"])
    }

    /// Its parent is the one that `make` was given, unless the registration names another.
    @Test(.rule("OBJ-7", "OBJ-9"), arguments: [false, true])
    func `keeps the class that made it`(namesParent: Bool) throws {
        let first = try program { _ in Node("Root") }.launch()
        let made = try first.make("Note", under: first.graph)
        made.restorationParent = nil
        made.text = "typed"
        let parent = namesParent ? first.graph : nil
        try first.session.registerObject(made, identifier: "Memo", parent: parent)
        #expect(try first.issues() == [])

        let second = try first.relaunch()

        #expect(second.report.notRestored.isEmpty)
        #expect(second.graph.children.map(\.text) == ["typed"])
        #expect(try second.terminate().savedPaths == ["Root", "Root/Memo"])
    }

    @Test(.rule("OBJ-5", "OBJ-7"))
    func `without a class is found by its path`() throws {
        let program = program { session in
            let root = Node("Root")
            let model = Node(nil)
            try session.registerObject(model, identifier: "Model")
            root.references = ["model": model]
            return root
        }
        let first = try program.launch()
        (first.graph.references["model"] as? Node)?.text = "typed"

        let second = try first.relaunch()

        #expect((second.graph.references["model"] as? Node)?.text == "typed")
    }

    @Test(.rule("T-83", "OBJ-2"))
    func `needs an identifier`() throws {
        let first = try program { _ in Node("Root") }.launch()

        for length in [0, 256] {
            #expect(throws: SessionError.invalidIdentifier(length: length)) {
                let identifier = String(repeating: "m", count: length)
                try first.session.registerObject(Node(nil), identifier: identifier)
            }
        }
    }

    @Test(.rule("OBJ-12"))
    func `at the path of another one is reported, and the earlier counts`() throws {
        var models: [Node] = []
        let program = program { session in
            models = ["earlier", "later"].map { Node(nil, text: $0) }
            for model in models { try session.registerObject(model, identifier: "Model") }
            let root = Node("Root")
            root.references = ["a": models[0], "b": models[1]]
            return root
        }
        let first = try program.launch()
        models[0].text = "changed"

        guard case .duplicatePath(let path, _, _) = try first.issues().first else {
            return #expect(Bool(false), "nothing was reported")
        }
        #expect("\(path)" == "Model")
        let second = try first.relaunch(after: .killed)

        #expect(models.map(\.text) == ["changed", "later"])
        #expect(second.graph.references["a"] === models[0])
        #expect(second.report.notes.count == 1)
        #expect(second.report.notes.first?.problem.contains("one path") == true)
    }

    @Test(.rule("OBJ-12"))
    func `at the path of a deallocated one is used, in a save and in a restore`() throws {
        let program = program { session in
            let root = Node("Root")
            let later = Node(nil)
            let earlier = Node(nil, text: "earlier")
            try session.registerObject(earlier, identifier: "Model")
            try session.registerObject(later, identifier: "Model")
            root.references = ["model": later]
            return root
        }
        let first = try program.launch()
        (first.graph.references["model"] as? Node)?.text = "typed"

        #expect(try first.issues().isEmpty)
        let second = try first.relaunch(after: .killed)

        #expect((second.graph.references["model"] as? Node)?.text == "typed")
        #expect(second.report.notes.isEmpty)
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("OBJ-15"))
    func `that is registered while others decode is found by objects that decode later`() throws {
        var isFirst = true
        let model = Node(nil)
        let program = program { session in
            let root = Node("Root", [Node("A")])
            if isFirst {
                try session.registerObject(model, identifier: "Model")
                root.children[0].references = ["model": model]
            } else {
                root.onDecode = { [unowned session] _ in
                    try session.registerObject(model, identifier: "Model")
                }
            }
            return root
        }
        let first = try program.launch()

        isFirst = false
        let second = try first.relaunch()

        #expect(second.graph.children[0].references["model"] === model)
    }

    @Test(.rule("OBJ-15", under: .granular))
    func `that is registered during the restore decodes, even if another is retained`() throws {
        var isFirst = true
        var model = Node(nil, text: "saved")
        let program = program { session in
            let root = Node("Root")
            root.references["model"] = model
            if isFirst {
                session.register(Node.self, as: "Page")
                try session.registerObject(model, identifier: "Model")
            } else {
                root.onDecode = { [unowned session] _ in
                    try session.registerObject(model, identifier: "Model")
                }
            }
            return root
        }
        let first = try program.launch()
        first.graph.references["page"] =
            try first.session.make("Page", under: first.graph, className: "Page") as? Node

        try first.terminate()
        isFirst = false
        model = Node(nil)
        let second = try program.launch()

        #expect(second.outcomes["Root/Page"] == .retained)
        #expect(model.text == "saved")
    }

    @Test(.rule("OBJ-13"))
    func `of another type does not decode`() throws {
        var isOther = false
        let program = program { session in
            let root = Node("Root")
            let model: any Restorable = isOther ? Foreign("Model") : Node("Model")
            try session.registerObject(model, identifier: "Model")
            root.references = ["model": model]
            return root
        }
        let first = try program.launch()

        isOther = true
        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(!log.contains { $0.hasSuffix("foreign") })
        #expect(second?.outcomes == ["Model": .created])
        #expect(second?.graph.references["model"] is Foreign)
    }

    /// The session reads the children of an object on the way to another, and that registers the
    /// filter.
    @Test(.rule("OBJ-15"))
    func `is restored if it is registered during its lookup`() throws {
        let program = TestProgram(preset: .tested) { session in
            let desk = try LazyDesk(session)
            session.addRoot(desk)
            return desk
        }
        let first = try program.launch()
        _ = first.graph.restorationChildren
        first.graph.filter?.text = "typed"

        let second = try first.relaunch()

        #expect(second.graph.filter?.text == "typed")
        #expect(second.report.notRestored.isEmpty)
    }
}

/// Registers a filter when the session reads its children.
private final class LazyDesk: Restorable {
    let restorationIdentifier: String? = "Desk"
    private let tray = Node("Tray")
    private let lamp = Node("lamp")
    private weak var session: RestorationSession?
    private(set) var filter: Node?

    init(_ session: RestorationSession) throws {
        self.session = session
        try session.registerObject(lamp, identifier: "lamp", parent: tray)
    }

    var restorationChildren: [any Restorable] {
        if filter == nil {
            let new = Node("filter")
            filter = new
            try? session?.registerObject(new, identifier: "filter", parent: self)
        }
        return [tray]
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode([tray, lamp] + [filter].compactMap(\.self), forKey: "held")
    }

    func decodeRestorableState(with coder: RestorationCoder) {}
}
