import RestorationTesting
import Testing

@Suite struct `Retained state whose name a new object takes` {
    /// A launch without the class that made "B", whose child is "note" with the child "line".
    private func launchWithoutClass() throws -> TestLaunch<Node> {
        var isThere = true
        let program = program { session in
            if isThere { session.register(Node.self, as: "Gone") }
            return Node("A")
        }
        let first = try program.launch()
        let gone = try first.make("B", of: "Gone", under: first.graph)
        let note = try first.make("note", under: gone)
        try first.make("line", under: note).text = "typed"
        gone.text = "typed"
        isThere = false
        return try first.relaunch()
    }

    @Test(.rule("REST-15", "PATH-8", under: .granular))
    func `stays, and the new object gets a number`() throws {
        let second = try launchWithoutClass()

        try second.make("B", under: second.graph).text = "new"

        #expect(try second.issues().isEmpty)
        let state = try #require(try second.program.savedState())
        #expect(state["A/B"]?.values["text"] == .string("typed"))
        #expect(state["A/B/note/line"]?.values["text"] == .string("typed"))
        #expect(state["A/B#2"]?.values["text"] == .string("new"))
        let third = try second.relaunch()
        let paths = ["A/B", "A/B/note", "A/B/note/line"]
        #expect(third.outcomes == Dictionary(uniqueKeysWithValues: paths.map { ($0, .retained) }))
    }

    @Test(.rule("PATH-8")) func `gives an object another number if a new one has taken its own`()
        throws
    {
        let first = try program { _ in Node("A") }.launch()
        let pages = try ["one", "two"].map { text in
            let page = try first.make("B", under: first.graph)
            page.text = text
            return page
        }
        #expect(try first.issues().isEmpty)
        first.graph.hold([RestorationSlot(pages[0])])
        try first.make("B", under: first.graph).text = "three"
        _ = try first.issues()

        first.graph.add(pages[1])

        #expect(try first.issues().isEmpty)
        let state = try #require(try first.program.savedState())
        #expect(state.paths == ["A", "A/B", "A/B#2", "A/B#3"])
        let texts = ["A/B", "A/B#2", "A/B#3"].map { state[$0]?.values["text"] }
        #expect(texts == ["one", "three", "two"].map { .string($0) })
    }

    @Test(.rule("REST-15", "PRES-18", under: .granular))
    func `stays below an object that is written unchanged`() throws {
        var isThere = true
        let program = program { session in
            if isThere { session.register(Bookcase.self, as: "Gone") }
            let root = Node("Root")
            root.encodesChildren = false
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
        // Fails before the save writes any retained record.
        second.graph.onEncode = { _ in throw Failing.Failure() }

        for _ in 0..<2 {
            let issues = try second.issues()
            let state = try #require(try program.savedState())
            #expect(issues.count == 1)
            #expect(state["Root/case/book"]?.values["text"] == .string("typed"))
        }
    }
}
