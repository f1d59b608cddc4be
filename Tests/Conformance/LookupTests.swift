import RestorationTesting
import Testing

@Suite struct `Finding the object of a record` {
    @Test(.rule("T-37", "REST-9"))
    func `ends with a class that declines, for the record and its descendants`() throws {
        let plugins = StateDirectory()
        try plugins.addPlugin("routed")
        let delegate = Delegate()
        var isBuilt = false
        let program = program(delegate, configure: { $0.pluginDirectories = [plugins.path] }) {
            session in
            return Node("Root", isBuilt ? [Node("Routed")] : [])
        }
        let first = try program.launch()
        let declining = try first.make("Routed", of: "Declining", under: first.graph)
        try first.make("Child", under: declining)
        declining.text = "typed"
        try first.terminate()

        // The delegate, the live graph and a route can all provide an object at the path.
        delegate.objects = ["Root/Routed": Node("Routed")]
        isBuilt = true
        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try program.launch() }

        #expect(second?.outcomes == ["Root/Routed": .skipped, "Root/Routed/Child": .skipped])
        #expect(delegate.asked == ["Root"])
        #expect(second?.graph.restorationChildren.count == 1)
        #expect(second?.graph.children.map(\.text) == [""])
        #expect(!log.contains("decode Routed"))
    }

    @Test(.rule("T-38", "REST-9", "REST-10", "REST-26"))
    func `uses the delegate's object, even if it exists already, and decodes it once`() throws {
        let delegate = Delegate()
        let existing = Node("Existing")
        let program = program(delegate) { _ in Node("Root", [Node("A")]) }
        let first = try program.launch()
        first.graph.children[0].text = "typed"
        try first.terminate()
        delegate.objects = ["Root/A": existing]

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try program.launch() }

        #expect(existing.text == "typed")
        #expect(log.filter { $0 == "decode Existing" }.count == 1)
        #expect(second?.graph.children.first?.text == "")
    }

    @Test(.rule("T-39", "REST-9", "REST-17"))
    func `uses the object that the program builds at the path`() throws {
        let first = try program(Delegate()) { _ in Node("Root", [Node("A")]) }.launch()
        first.graph.children[0].text = "typed"

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(second?.graph.children.map(\.text) == ["typed"])
        #expect(!log.contains { $0.hasPrefix("create") })
    }

    @Test(.rule("T-40", "REST-9"))
    func `asks the class of a matching route last`() throws {
        let plugins = StateDirectory()
        try plugins.addPlugin("routed")
        let delegate = Delegate()
        var isBuilt = true
        let program = program(delegate, configure: { $0.pluginDirectories = [plugins.path] }) { _ in
            routed(isBuilt)
        }
        try program.launch().terminate()

        isBuilt = false
        let second = try program.launch()

        #expect(delegate.asked.suffix(3) == ["Root", "Root/A", "Root/Routed"])
        // The object exists with another type than the saved one, whose state is retained
        // (REST-19).
        #expect(second.outcomes == ["Root/Routed": .created])
        #expect(second.graph.restorationChildren.count == 2)
        #expect(second.graph.children.map(\.name) == ["A"])
    }

    @Test(.rule("PRES-26"))
    func `lets a plugin ask when and by which version its state was saved`() throws {
        let plugins = StateDirectory()
        try plugins.addPlugin("routed")
        let program = program(configure: { $0.pluginDirectories = [plugins.path] }) { _ in
            Node("Root")
        }
        let first = try program.launch()
        first.graph.add(try first.session.make("Routed", under: first.graph))
        first.advance(by: .milliseconds(500))

        // It fails to decode unless the plugin gets the answer.
        let second = try first.relaunch()

        #expect(second.report.restored.map(\.description) == ["Root", "Root/Routed"])
        #expect(second.report.notRestored.isEmpty)
    }

    /// A root with a child without a class, whose path a plugin claims by a route.
    private func routed(_ isBuilt: Bool) -> Node {
        Node("Root", [Node("A")] + (isBuilt ? [Node("Routed", text: "typed")] : []))
    }

    /// The class has the name of its type. Later launches do not register it.
    private func withoutClass(
        _ body: (TestLaunch<Node>, _ bringBack: () -> Void) throws -> Void
    ) throws {
        var isRegistered = true
        let name = String(reflecting: Node.self)
        let first = try TestProgram(preset: .tested) { session in
            if isRegistered { session.register(Node.self, as: name) }
            let root = Node("Root", [Node("A")])
            session.addRoot(root)
            return root
        }.launch()
        try first.make("M", of: name, under: first.graph).text = "typed"
        first.graph.children[0].text = "kept"
        isRegistered = false

        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(!log.contains { $0.hasPrefix("create") })
        try body(try #require(second)) { isRegistered = true }
    }

    @Test(.rule("T-43", "REST-15", "SEC-14", under: .granular))
    func `retains and reports the state of a missing class`() throws {
        try withoutClass { second, bringBack in
            #expect(second.outcomes == ["Root/M": .retained])
            #expect(
                second.report.notRestored.first?.reason?.problem
                    == #"No restoration class is registered as "ConformanceTests.Node""#
            )
            let missing = try #require(second.graph.restorationChildren.last)
            let error = #expect(throws: MethodError.self) { try missing.call("zoom") }
            #expect(error?.diagnosis.problem.contains("because the object is unavailable") == true)
            bringBack()
            let third = try second.relaunch()

            #expect(third.graph.children.map(\.text) == ["kept", "typed"])
        }
    }

    @Test(.rule("T-43", "REST-15", "REST-22", "FAIL-19", "SEC-14", under: .uikit))
    func `gives up the state of a missing class under the preset uikit`() throws {
        try withoutClass { second, bringBack in
            #expect(second.outcomes == ["Root/M": .missing])
            #expect(second.graph.children.map(\.text) == ["kept"])
            bringBack()
            let third = try second.relaunch()

            #expect(third.graph.children.map(\.text) == ["kept"])
        }
    }

    @Test(.rule("T-90", "REST-14"))
    func `continues after a class fails to create an object`() throws {
        let program = program { _ in Node("Root", [Node("A")]) }
        let first = try program.launch()
        try first.make("F", of: "Failing", under: first.graph)
        first.graph.children[0].text = "typed"

        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/F": .notCreated])
        #expect(second.report.notRestored.first?.reason?.problem.contains("Failure") == true)
        #expect(second.graph.children.first?.text == "typed")
    }

    @Test(.rule("T-46", "REST-19", "REST-20", "REST-28"))
    func `places an object of another type, but does not let it decode`() throws {
        var isOther = false
        let program = program { _ in
            let root = Node("Root")
            if isOther { root.add(Foreign("A")) } else { root.add(Node("A")) }
            root.references = ["other": root.restorationChildren[0]]
            return root
        }
        let first = try program.launch()

        isOther = true
        var second: TestLaunch<Node>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(!log.contains { $0.hasSuffix("foreign") })
        #expect(second?.outcomes == ["Root/A": .created])
        #expect(second?.graph.references["other"] is Foreign)
        #expect(second?.graph.restorationChildren.first is Foreign)
        let problem = second?.report.notRestored.first?.reason?.problem
        #expect(
            problem == "Its state was saved by a ConformanceTests.Node, but the object is a"
                + " ConformanceTests.Foreign"
        )
    }

    @Test(.rule("REST-11", "REST-40", under: .granular))
    func `retains the state of a root whose class waits, and never applies it over changes`() throws
    {
        let first = try program { session in
            let root = Node("Root")
            root.restorationClass = "Late"
            return root
        }.launch()
        first.graph.text = "old"
        let second = try first.relaunch()
        #expect(second.outcomes == ["Root": .retained])
        #expect(try second.issues().count == 1)

        second.graph.text = "typed"
        second.session.invalidate(second.graph)
        deliveries.deliver("Root")
        second.settle()

        #expect(second.graph.text == "typed")
        #expect(try second.relaunch().graph.text == "typed")
    }

    @Test(.rule("REST-11"))
    func `gives a root its state although its class has made a second one`() throws {
        let first = try program { _ in
            let root = Node("Root", [Node("A")])
            root.restorationClass = "Node"
            return root
        }.launch()
        first.graph.text = "typed"
        first.graph.children[0].text = "below"

        let third = try first.relaunch().relaunch()

        #expect(third.outcomes.isEmpty)
        #expect(third.graph.text == "typed")
        #expect(third.graph.children.map(\.text) == ["below"])
    }

    @Test(.rule("REST-20"))
    func `accepts a former name of a class`() throws {
        var isRenamed = false
        let program = TestProgram(preset: .tested) { session in
            if isRenamed {
                session.register(Node.self, as: "Leaf", aliases: ["Node"])
            } else {
                session.register(Node.self, as: "Node")
            }
            let root = Node("Root")
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        try first.make("M", under: first.graph).text = "typed"

        isRenamed = true
        let second = try first.relaunch()

        #expect(second.graph.children.map(\.text) == ["typed"])
        #expect(try second.snapshot()["Root/M"]?.kind == "class Leaf")
    }

    @Test(.rule("PRES-30"))
    func `restores an object completely even if another one encodes it as well`() throws {
        let program = program { _ in
            let root = Node("Root", [Node("A"), Node("B")])
            root.onEncode = { [unowned root] coder in
                try root.children[0].encodeRestorableState(with: coder)
            }
            return root
        }
        let first = try program.launch()
        first.graph.children[0].text = "of A"
        first.graph.children[1].text = "of B"

        let second = try first.relaunch()

        #expect(second.report.notRestored.isEmpty)
        #expect(second.graph.children.map(\.text) == ["of A", "of B"])
    }
}
