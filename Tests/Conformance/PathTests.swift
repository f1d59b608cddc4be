import RestorationTesting
import Testing

@Suite struct `Restoration paths` {
    @Test(.rule("T-28", "PATH-1", "PATH-2", "REST-12"))
    func `lead from the root to the object`() throws {
        let first = try program { _ in Node("T", [Node("N")]) }.launch()
        try first.make("M", under: first.graph.children[0])

        let log = try Log.collect { _ = try first.relaunch() }

        #expect(log.filter { $0.hasPrefix("create") } == ["create T/N/M"])
    }

    @Test(.rule("PATH-1"))
    func `end if parents form a cycle, which is reported`() throws {
        let first = try program { _ in Node("A", [Node("B", [Node("C")])]) }.launch()
        let child = first.graph.children[0]
        child.restorationParent = child.children[0]

        #expect(try first.issues().contains(.circularParents(type: "Node")))
    }

    @Test(.rule("PATH-3"))
    func `of members of a presented stack are one level deeper than of pushed ones`() throws {
        let program = stackProgram { stack in
            stack.add(Node("Pushed"))
            let navigation = Stack("Navigation")
            navigation.add(Node("Pushed"))
            stack.restorationPresented = navigation
        }
        let first = try program.launch()
        let navigation = try #require(first.graph.restorationPresented as? Stack)
        navigation.members[0].text = "typed"

        let second = try first.relaunch()

        #expect(
            try program.savedPaths == [
                "Stack", "Stack/Navigation", "Stack/Navigation/Pushed", "Stack/Pushed",
            ]
        )
        #expect(second.graph.members.map(\.text) == [""])
        #expect(
            (second.graph.restorationPresented as? Stack)?.members.map(\.text) == ["typed"]
        )
    }

    @Test(.rule("T-30", "PATH-5", "PATH-6", "PATH-8"))
    func `of equal siblings differ by the keys of their container`() throws {
        func node(_ slots: [String]) -> Node {
            let root = Node("N")
            for slot in slots { root.add(Node("d", text: "default"), in: slot) }
            return root
        }
        var slots = ["left", "right"]
        let program = program { _ in node(slots) }
        let first = try program.launch()
        first.graph.children[0].text = "of left"
        first.graph.children[1].text = "of right"

        slots.reverse()
        let second = try first.relaunch()

        #expect(try program.savedPaths == ["N", "N/d#left", "N/d#right"])
        #expect(second.graph.children.map(\.text) == ["of right", "of left"])
        #expect(second.graph.children.map(\.name) == ["d", "d"])
    }

    @Test(.rule("T-31", "PATH-4", "PATH-7"))
    func `of equal siblings without keys are reported, and neither gets its state`() throws {
        let first = try program { _ in
            Node("N", [Node("d", text: "default"), Node("d", text: "default")])
        }.launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].text = "two"
        // References between the siblings make no difference.
        for child in first.graph.children { child.references = ["d": first.graph.children[1]] }

        let issues = try first.issues()
        let second = try first.relaunch(after: .killed)

        #expect(
            issues == [
                .duplicatePath(
                    try RestorationPath(parsing: "N/d"),
                    saved: "Node",
                    leftOut: "Node"
                )
            ]
        )
        #expect(second.graph.children.map(\.text) == ["default", "default"])
        #expect(second.outcomes == ["N/d": .missing])
    }

    @Test(.rule("PATH-7"))
    func `of a restored object and a new equal sibling are reported`() throws {
        let program = program { _ in Node("N", [Node("d")]) }
        let first = try program.launch()
        first.graph.children[0].text = "typed"
        let second = try first.relaunch()

        second.graph.add(Node("d"))

        #expect(
            try second.issues() == [
                .duplicatePath(
                    try RestorationPath(parsing: "N/d"),
                    saved: "Node",
                    leftOut: "Node"
                )
            ]
        )
        #expect(try second.relaunch().graph.children[0].text == "typed")
    }

    @Test(.rule("PATH-5", "PATH-15"))
    func `of class-made objects below parents without identifier differ`() throws {
        let program = program { _ in Node("N", [Node(nil), Node(nil)]) }
        let first = try program.launch()
        for (key, parent) in zip(["left", "right"], first.graph.children) {
            let object = try first.make("d", under: parent)
            object.text = key
            first.graph.references[key] = object
        }

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["N", "N/d", "N/d#2"])
        let texts = second.graph.references.mapValues { ($0 as? Node)?.text }
        #expect(texts == ["left": "left", "right": "right"])
    }

    @Test(.rule("T-32", "PATH-9", "PATH-17"))
    func `do not collide when identifiers hold separators`() throws {
        let first = try program { _ in Node("N", [Node("a/b"), Node("a", [Node("b")])]) }.launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].children[0].text = "two"

        let second = try first.relaunch()

        #expect(second.graph.children[0].text == "one")
        #expect(second.graph.children[1].children[0].text == "two")
    }

    @Test(.rule("PATH-9"))
    func `are compared byte by byte`() throws {
        let first = try program { _ in Node("N", [Node("caf\u{e9}"), Node("cafe\u{301}")]) }
            .launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].text = "two"

        #expect(try first.relaunch().graph.children.map(\.text) == ["one", "two"])
    }

    @Test(.rule("T-34", "PATH-14"))
    func `of registered objects begin with a parent that nothing holds, if it has an identifier`()
        throws
    {
        var strangers: [Node] = []
        let program = program { session in
            let root = Node("Root")
            let filter = Node(nil)
            root.references = ["filter": filter]
            strangers.append(Node("Stranger"))
            try session.registerObject(filter, identifier: "Filter", parent: strangers.last)
            return root
        }
        let first = try program.launch()
        (first.graph.references["filter"] as? Node)?.text = "typed"

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["Root", "Stranger/Filter"])
        #expect((second.graph.references["filter"] as? Node)?.text == "typed")
    }

    @Test(.rule("PATH-14"))
    func `of registered objects keep the parent of the moment of registering`() throws {
        let first = try program { session in
            let root = Node("Root", [Node("A"), Node("B")])
            let filter = Node(nil)
            filter.restorationParent = root.children[0]
            root.references = ["filter": filter]
            try session.registerObject(filter, identifier: "Filter")
            filter.restorationParent = root.children[1]
            return root
        }.launch()

        #expect(try first.terminate().savedPaths.contains("Root/A/Filter"))
    }

    @Test(.rule("T-36", "PATH-16"))
    func `of two windows differ by their scopes`() throws {
        let program = TestProgram(preset: .tested) { session in
            let windows = [Node("Window"), Node("Window")]
            session.addRoot(windows[0], scope: "first")
            session.addRoot(windows[1], scope: "second")
            return windows
        }
        let first = try program.launch()
        first.graph[0].text = "one"
        first.graph[1].text = "two"

        #expect(try first.relaunch().graph.map(\.text) == ["one", "two"])
    }

    @Test(.rule("PATH-16"))
    func `of windows with invalid scopes are reported, and neither gets its state`() throws {
        let directory = "/srv/" + String(repeating: "a", count: 255)
        let program = TestProgram(preset: .tested) { session in
            let windows = [Node("Window"), Node("Window")]
            session.addRoot(windows[0], scope: directory + "/one")
            session.addRoot(windows[1], scope: directory + "/two")
            return windows
        }
        let first = try program.launch()
        first.graph[0].text = "one"
        first.graph[1].text = "two"
        let path = try RestorationPath(parsing: "Window")

        #expect(
            try first.issues() == [
                .duplicatePath(path, saved: "Node", leftOut: "Node"),
                .invalidDiscriminator(path, type: "Node"),
            ]
        )
        let second = try first.relaunch()

        #expect(second.graph.map(\.text) == ["", ""])
        #expect(second.outcomes == ["Window": .missing])
    }

    @Test(.rule("PATH-16"))
    func `of a single window do not need a valid scope`() throws {
        let program = TestProgram(preset: .tested) { session in
            let window = Node("Window")
            session.addRoot(window, scope: "")
            return window
        }
        let first = try program.launch()
        first.graph.text = "typed"

        #expect(try first.relaunch().graph.text == "typed")
    }

    @Test(.rule("PATH-8"), arguments: ["", "\0", String(repeating: "x", count: 256)])
    func `of a child with an invalid key are found without it`(key: String) throws {
        let program = stackProgram(.places) { $0.add(Node("Page"), in: key) }
        let first = try program.launch()
        first.graph.members[0].text = "typed"

        let issues = try first.issues()
        let second = try first.relaunch()

        let path = try RestorationPath(parsing: "Stack/Page")
        #expect(issues == [.invalidDiscriminator(path, type: "Node")])
        #expect(second.graph.members.map(\.text) == ["typed"])
        #expect(second.graph.restorationSlots.map(\.key) == [key])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-10"))
    func `are those of the moment of saving`() throws {
        let first = try program { _ in Node("Root", [Node("A"), Node("B")]) }.launch()
        first.graph.children[0].restorationIdentifier = "Renamed"

        #expect(try first.terminate().savedPaths == ["Root", "Root/B", "Root/Renamed"])
    }

    @Test(.rule("PATH-10"))
    func `are looked up at the objects' current positions in a restore`() throws {
        var isMoved = false
        let program = program { _ in
            let item = Node("Item")
            return Node("Root", isMoved ? [Node("Box", [item])] : [Node("Box"), item])
        }
        let first = try program.launch()
        first.graph.children[1].text = "typed"

        isMoved = true
        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/Item": .missing])
        #expect(second.graph.children[0].children[0].text == "")
    }

    // MARK: Below positions

    @Test(.rule("PATH-8", "PATH-13", "OBJ-7"))
    func `of registered objects use the positions at the time of the save`() throws {
        var models: [Node] = []
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let stack = Stack("Stack")
            stack.add(Node("d", [Node("Panel")]))
            let model = Node(nil)
            models.append(model)
            stack.members[0].references = ["model": model]
            try session.registerObject(
                model,
                identifier: "Model",
                parent: stack.members[0].children[0]
            )
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        let built = try #require(first.graph.restorationSlots.first)
        let below = try first.session.make("d", under: first.graph, className: "Node")
        first.graph.attachRestored([RestorationSlot(below), built], selecting: nil)
        models[0].text = "typed"

        let told = first.session.path(of: models[0])?.description
        let second = try first.relaunch()

        #expect(told == "Stack/d#2/Panel/Model")
        #expect(try program.savedPaths.contains("Stack/d#2/Panel/Model"))
        #expect(second.report.notRestored.isEmpty)
        #expect(models[1].text == "typed")
    }

    @Test(.rule("PATH-8"))
    func `of children with invalid keys are reported for each child, and numbered by position`()
        throws
    {
        let first = try stackProgram { stack in
            for key in ["", "\0", String(repeating: "x", count: 256)] {
                stack.add(Node("Page"), in: key)
            }
        }.launch()

        let issues = try first.issues()

        let paths = try ["Stack/Page", "Stack/Page#2", "Stack/Page#3"].map {
            try RestorationPath(parsing: $0)
        }
        #expect(issues == paths.map { .invalidDiscriminator($0, type: "Node") })
        #expect(first.graph.members.map { first.session.path(of: $0) } == paths)
    }
}
