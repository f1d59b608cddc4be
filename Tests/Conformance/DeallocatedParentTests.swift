import RestorationTesting
import Testing

@Suite struct `Paths below a deallocated parent` {
    @Test(.rule("PATH-13", "PATH-14"))
    func `stay the same for registered objects`() throws {
        let model = Node(nil, text: "typed")
        let program = program { session in
            let root = Node("A", [Node("Panel")])
            try session.registerObject(model, identifier: "Model", parent: root.children[0])
            root.references = ["model": model]
            return root
        }
        let first = try program.launch()
        #expect(try first.issues().isEmpty)
        first.graph.hold([])
        #expect(try first.issues().isEmpty)

        let path = try RestorationPath(parsing: "A/Panel/Model")
        #expect(first.session.path(of: model) == path)
        let saved = try program.savedState()?["A/Panel/Model"]
        #expect(saved?.values["text"] == .string("typed"))
    }

    @Test(.rule("PATH-13"))
    func `stay the same for made objects, which are restored`() throws {
        let first = try program { _ in Node("A") }.launch()
        do {
            let panel = try first.make("Panel", under: first.graph)
            let note = try first.make("note", under: panel)
            note.text = "typed"
            first.graph.references = ["note": note]
        }
        first.graph.hold([])
        // Enough other objects to make the session discard its facts about deallocated ones.
        for number in 0..<200 { _ = try first.make("n\(number)", under: first.graph) }
        first.graph.hold([])

        let second = try first.relaunch()

        #expect(try first.program.savedPaths.contains("A/Panel/note"))
        #expect((second.graph.references["note"] as? Node)?.text == "typed")
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-8", "PATH-13"))
    func `of made objects differ from those below a new object with the parent's name`() throws {
        let first = try program { _ in Node("A") }.launch()
        do {
            let panel = try first.make("Panel", under: first.graph)
            first.graph.references = ["note": try first.make("note", under: panel)]
        }
        first.graph.hold([])
        _ = try first.issues()

        let panel = try first.make("Panel", under: first.graph)
        _ = try first.make("note", under: panel)
        _ = try first.issues()

        let paths = try first.program.savedPaths
        #expect(paths.sorted() == ["A", "A/Panel#2", "A/Panel#2/note", "A/Panel/note"])
    }

    @Test(.rule("PATH-10", "PATH-13"))
    func `begin with the parent that a made object names`() throws {
        let first = try program { _ in Node("A", [Node("B")]) }.launch()
        let heir = first.graph.children[0]
        do {
            let panel = try first.make("Panel", under: first.graph)
            heir.add(try first.make("note", under: panel))
            first.graph.hold([RestorationSlot(heir)])
        }
        let note = heir.children[0]

        #expect(first.session.path(of: note)?.description == "A/B/note")
        #expect(try first.issues().isEmpty)
        #expect(try first.program.savedPaths == ["A", "A/B", "A/B/note"])
        #expect(try first.relaunch().graph.children[0].children.map(\.name) == ["note"])
    }

    @Test(.rule("PATH-10", "REST-17"))
    func `begin at an object of the program's own`() throws {
        let first = try program { _ in Node("A", [Node("Panel", [Node("B")])]) }.launch()
        let child = first.graph.children[0].children[0]
        first.graph.hold([])
        first.graph.references = ["child": child]

        #expect(first.session.path(of: child)?.description == "B")
        #expect(try first.relaunch().outcomes["B"] == .missing)
    }

    /// Another object holds the descendant, and its parent is deallocated after the restore.
    @Test(.rule("PATH-13", "PATH-11", under: .granular))
    func `stay the same until the parent, which failed to decode, comes back`() throws {
        var focus: Node?
        let program = stackProgram(.places) { stack in
            stack.onEncode = { $0.encode(focus, forKey: "focus") }
            stack.onDecode = { focus = try $0.decode(Node.self, forKey: "focus") }
        }
        let first = try program.launch()
        try first.push("page")
        let page = first.graph.members[0]
        focus = try first.session.make("edit", under: page, as: Node.self, className: "Node")
        try first.terminate()
        program.faults = [.decodingFails(at: "Stack/page")]
        let second = try program.launch()
        #expect(second.graph.members.isEmpty)
        #expect(focus.flatMap { second.session.path(of: $0) }?.description == "Stack/page/edit")

        #expect(try second.issues() == [])
        program.faults = []
        let third = try second.relaunch()

        #expect(third.graph.names == ["page"])
        #expect(focus.flatMap { third.session.path(of: $0) }?.description == "Stack/page/edit")
    }

    /// Two roots, because the paths of their children would otherwise be equal.
    @Test(.rule("PATH-13", "PATH-11", under: .granular))
    func `stay the same below top-level objects that fail to decode`() throws {
        var held: [Node] = []
        var windows: [any Restorable] = []
        let program = stackProgram(.places) { stack in
            stack.onEncode = {
                $0.encode(held, forKey: "held")
                $0.encode(windows, forKey: "windows")
            }
            stack.onDecode = {
                held = try $0.decodeReferences(forKey: "held").compactMap { $0 as? Node }
            }
        }
        let first = try program.launch()
        for name in ["one", "two"] {
            let window = try first.session.make(name, under: nil, className: "Node")
            let edit = try first.session.make("edit", under: window, className: "Node")
            held.append(try #require(edit as? Node))
            held[held.count - 1].text = name
            windows.append(window)
        }
        try first.terminate()
        (held, windows) = ([], [])
        program.faults = [.decodingFails(at: "one"), .decodingFails(at: "two")]
        let second = try program.launch()

        let paths = held.map { second.session.path(of: $0)?.description }
        #expect(paths == ["one/edit", "two/edit"])
    }
}
