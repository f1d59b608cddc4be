import RestorationTesting
import Testing

@Suite struct `State whose place a new object has taken` {
    /// A launch of a program whose class is gone that had made "B", with "note" below it and "line"
    /// below that.
    private func launchWithoutClass() throws -> TestLaunch<Node> {
        var isThere = true
        let program = TestProgram(preset: .tested) { session in
            if isThere { session.register(Node.self, as: "Gone") }
            session.register(Node.self, as: "Node")
            let root = Node("A")
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        let gone = try first.make("B", of: "Gone", under: first.graph)
        let note = try first.make("note", under: gone)
        try first.make("line", under: note).text = "typed"
        gone.text = "typed"
        isThere = false
        return try first.relaunch()
    }

    @Test(.rule("REST-15", "PRES-18", under: .granular))
    func `is named by each save`() throws {
        let second = try launchWithoutClass()
        #expect(try second.issues().isEmpty)

        try second.make("B", under: second.graph)

        let path = try RestorationPath(parsing: "A/B")
        for _ in 0..<3 { #expect(try second.issues() == [.supersededRetained(path)]) }
    }

    @Test(.rule("REST-15", under: .granular))
    func `is saved once more when that is gone`() throws {
        let second = try launchWithoutClass()
        try second.make("B", under: second.graph)
        #expect(try second.issues().count == 1)

        second.graph.hold([])

        #expect(try second.issues() == [])
        let state = try #require(try second.program.savedState())
        #expect(state["A/B/note/line"]?.values["text"] == .string("typed"))
        #expect(state["A/B"]?.values["text"] == .string("typed"))
    }

    /// The classes of those may know where to put them.
    @Test(.rule("REST-15", under: .granular))
    func `leaves what was below it for later launches`() throws {
        let second = try launchWithoutClass()
        try second.make("B", under: second.graph)

        let third = try second.relaunch()

        #expect(third.outcomes == ["A/B/note": .retained, "A/B/note/line": .retained])
    }

    @Test(.rule("REST-37", under: .granular))
    func `was awaited, and the report says so of what was below it`() throws {
        try Deliveries.run { _ in
            let program = program { session in
                session.register(Late.self, as: "Late")
                return Node("Root")
            }
            let first = try program.launch()
            let late = try first.make("late", of: "Late", under: first.graph)
            try first.make("line", under: late).text = "typed"
            let second = try first.relaunch()

            try second.make("late", under: second.graph)
            second.settle()

            let reason = second.entry("Root/late/line")?.reason
            #expect(
                reason?.problem
                    == "The object that it depends on was not restored: Another object has its path now,"
                    + " so the session no longer waits for the object"
            )
            #expect(reason?.remedy.hasPrefix("Its state is retained") == true)
        }
    }

    /// Nothing has taken its place: what is there is as it was.
    @Test(.rule("REST-15", "PRES-18", under: .granular))
    func `is not that of an object which is written as it was before`() throws {
        var isThere = true
        let program = TestProgram(preset: .tested) { session in
            if isThere { session.register(Bookcase.self, as: "Gone") }
            session.register(Node.self, as: "Node")
            let root = Node("Root")
            root.encodesChildren = false
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        let made = try first.session.make("case", under: first.graph, className: "Gone")
        let bookcase = try #require(made as? Bookcase)
        bookcase.book = Book(text: "typed")
        first.graph.onEncode = { [unowned bookcase] in $0.encode(bookcase, forKey: "case") }
        isThere = false
        let second = try first.relaunch()
        #expect(try second.issues() == [])
        // Before anything is written that was kept.
        second.graph.onEncode = { _ in throw Failing.Failure() }

        for _ in 0..<2 {
            let issues = try second.issues()
            let state = try #require(try program.savedState())
            #expect(issues.count == 1)
            #expect(state["Root/case/book"]?.values["text"] == .string("typed"))
        }
    }
}
