import RestorationTesting
import Testing

/// State of objects that are no longer held or referenced is retained and reported.
@Suite struct `State that no object applies` {
    private struct Refusal: Error {}

    // MARK: After a restore

    @Test(.rule("REST-15", under: .granular))
    func `is retained if its parent is no longer built`() throws {
        var builds = true
        let program = program { _ in Node("Root", builds ? [Node("Panel")] : []) }
        let first = try program.launch()
        try first.make("note", under: first.graph.children[0]).text = "typed"
        builds = false
        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/Panel": .missing, "Root/Panel/note": .retained])
        #expect(
            second.entry("Root/Panel/note")?.reason?.problem
                == "Restored, but nothing references it"
        )
        builds = true
        let third = try second.relaunch().relaunch()
        let panel = third.graph.children[0]
        #expect(try third.make("note", under: panel).text == "")
        #expect(third.outcomes == ["Root/Panel/note": .retained])
    }

    @Test(.rule("REST-15", under: .granular))
    func `is retained with all objects that only it references`() throws {
        let program = program { _ in
            let root = Node("Root")
            root.decodesChildren = false
            return root
        }
        let first = try program.launch()
        let note = try first.make("note", under: first.graph)
        try first.make("line", under: note).text = "typed"

        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/note": .retained, "Root/note/line": .retained])
        let saved = try #require(try second.terminate().savedState())
        #expect(saved["Root/note/line"]?.values["text"] == .string("typed"))
    }

    @Test(.rule("REST-15", under: .granular))
    func `is retained with elements that it has not loaded`() throws {
        let first = try program { session in
            session.register(Bookcase.self, as: "Bookcase")
            let root = Node("Root")
            root.decodesChildren = false
            return root
        }.launch()
        let made = try first.make("case", of: "Bookcase", under: first.graph)
        (made as? Bookcase)?.book = Book(text: "typed")

        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/case": .retained, "Root/case/book": .retained])
        let saved = try #require(try second.terminate().savedState())
        #expect(saved["Root/case/book"]?.values["text"] == .string("typed"))
    }

    @Test(.rule("REST-37", under: .granular))
    func `is retained if all its referrers are declined late`() throws {
        let program = try lateProgram(.places)
        let first = try program.launch()
        let (late, note) = (try first.make("late"), try first.make("note"))
        late.references = ["note": note]
        first.graph.add(late)
        let second = try first.relaunch()
        #expect(second.entry("Stack/note")?.outcome == .retained)

        deliveries.deliver("late", as: .declined)
        second.settle()

        #expect(second.entry("Stack/late")?.outcome == .skipped)
        #expect(try second.issues() == [])
        let saved = try #require(try second.terminate().savedState())
        #expect(saved["Stack/note"]?.values["text"] == .string("of note"))
    }

    @Test(.rule("CONT-3", under: .granular))
    func `ends above a member of a stack that is no longer built`() throws {
        var builds = true
        let first = try stackProgram { if builds { $0.add(Node("base")) } }.launch()
        try first.push("top")
        builds = false

        let second = try first.relaunch()

        #expect(second.outcomes == ["Stack/base": .missing, "Stack/top": .skipped])
        #expect(try second.relaunch().graph.members.isEmpty)
    }

    // MARK: The application's own record

    @Test(.rule("REST-22", under: .granular))
    func `includes the delegate's references until their class is available again`() throws {
        let delegate = Delegate()
        let program = program(delegate) { _ in Node("Root") }
        let first = try program.launch()
        let tool = try first.session.make("tool", className: "Node")
        (tool as? Node)?.text = "typed"
        var held = tool as? Node
        delegate.onWillEncode = { $0.encode(held, forKey: "tool") }
        delegate.onDidDecode = { held = try? $0.decode(Node.self, forKey: "tool") }
        try first.terminate()
        program.faults = [.classMissing("Node")]
        let second = try program.launch()
        #expect(held == nil)
        program.faults = []

        _ = try second.relaunch()

        #expect(held?.text == "typed")
    }

    @Test(.rule("PRES-33"))
    func `includes the delegate's keys that an older program does not know`() throws {
        let delegate = Delegate()
        var isNew = true
        delegate.onWillEncode = { if isNew { $0.encode("kept", forKey: "future") } }
        let program = try program(delegate) { _ in Node("Root") }.launch().terminate()
        isNew = false

        try program.launch().terminate()

        #expect(try program.savedState()?[""]?.values["future"] == .string("kept"))
    }

    @Test(.rule("PRES-33"))
    func `is the delegate's earlier state if the delegate fails to encode`() throws {
        let delegate = Delegate()
        var fails = false
        var draft: String?
        delegate.onWillEncode = { coder in
            coder.encode(fails ? "new" : "typed", forKey: "draft")
            if fails { coder.encode(1, forKey: "restoration.children") }
        }
        delegate.onDidDecode = { draft = try? $0.decode(String.self, forKey: "draft") }
        let first = try program(delegate) { _ in Node("Root") }.launch()
        try first.session.preserveNow()
        fails = true

        let issues = try first.issues()
        _ = try first.relaunch()

        guard case .encodingFailed(nil, _, retainsEarlierState: true)? = issues.first else {
            Issue.record("\(issues)")
            return
        }
        #expect(draft == "typed")
    }

    // MARK: Objects that fail to encode

    @Test(.rule("PRES-29", "PRES-33"))
    func `does not include the children of a container that fails to encode`() throws {
        var fails = false
        let first = try stackProgram { stack in
            stack.onEncode = { coder in
                coder.encode("own", forKey: "own")
                if fails { throw Refusal() }
            }
        }.launch()
        try first.push("a", "b")
        try first.session.preserveNow()
        try first.push("c")
        fails = true

        let program = try first.terminate()

        #expect(try program.savedState()?["Stack"]?.values["own"] == .string("own"))
        #expect(try program.launch().graph.members.map(\.text) == ["of a", "of b", "of c"])
    }

    // MARK: Objects whose state could not be applied
}
