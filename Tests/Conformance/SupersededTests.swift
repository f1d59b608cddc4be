import RestorationTesting
import Testing

@Suite struct `State whose place a new object has taken` {
    /// A launch of a program whose class is gone that had made "B", with "note" below it and "line"
    /// below that.
    ///
    /// - Parameter isReferredTo: Whether the root refers to the note, too.
    private func launchWithoutClass(isReferredTo: Bool = false) throws -> TestLaunch<Node> {
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
        if isReferredTo { first.graph.references["note"] = note }
        isThere = false
        return try first.relaunch()
    }

    private static var issues: [PreservationError] {
        get throws {
            let above = try RestorationPath(parsing: "A/B")
            let note = try RestorationPath(parsing: "A/B/note")
            let line = try RestorationPath(parsing: "A/B/note/line")
            return [
                .supersededRetained(above), .displacedRetained(note, above: above),
                .displacedRetained(line, above: above),
            ]
        }
    }

    @Test(.rule("REST-15", "PRES-18", under: .granular))
    func `is named by each save, with what was below it`() throws {
        let second = try launchWithoutClass()
        #expect(try second.issues().isEmpty)

        try second.make("B", under: second.graph)

        for _ in 0..<3 { #expect(try second.issues() == Self.issues) }
        #expect(try second.program.savedPaths == ["A", "A/B"])
        #expect(try second.relaunch().report.notRestored.isEmpty)
    }

    @Test(.rule("REST-15", under: .granular))
    func `is saved once more when that is gone, with what was below it`() throws {
        let second = try launchWithoutClass()
        try second.make("B", under: second.graph)
        #expect(try second.issues() == Self.issues)

        second.graph.hold([])

        #expect(try second.issues() == [])
        let state = try #require(try second.program.savedState())
        #expect(state["A/B/note/line"]?.values["text"] == .string("typed"))
    }

    @Test(.rule("REST-15", under: .granular))
    func `leaves what was below it to whatever else refers to that`() throws {
        let second = try launchWithoutClass(isReferredTo: true)

        try second.make("B", under: second.graph)

        #expect(try second.issues() == [Self.issues[0]])
        let state = try #require(try second.program.savedState())
        #expect(state["A/B/note/line"]?.values["text"] == .string("typed"))
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
                    == "What it was to come with does not come: Another object has its path by now,"
                    + " so it is not waited for any longer"
            )
            #expect(
                reason?.remedy == "Nothing needs to be done: that object is saved instead."
            )
            _ = try second.issues()
            #expect(try second.program.savedPaths == ["Root", "Root/late"])
        }
    }

    /// Under the next save's report, nothing has taken its place: what is there is as it was.
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

    /// The program shows something until the class has data; the class may return that.
    @Test(.rule("REST-37", under: .granular), arguments: ["comes", "does not come", "is changed"])
    func `is not that of the program's own object in an awaited place`(_ end: String) throws {
        try Deliveries.run { deliveries in
            let program = program { session in
                session.register(Late.self, as: "Late")
                let shell = Node("late")
                shell.restorationClass = "Late"
                return Node("Root", [shell])
            }
            let first = try program.launch()
            let shell = first.graph.children[0]
            shell.text = "typed"
            try first.make("line", under: shell).text = "below"
            let second = try first.relaunch()
            #expect(second.entry("Root/late")?.outcome == .awaited)
            func isSaved() throws -> Bool {
                #expect(try second.issues().isEmpty)
                let state = try #require(try program.savedState())
                return state["Root/late"]?.values["text"] == .string("typed")
                    && state["Root/late/line"]?.values["text"] == .string("below")
            }

            #expect(try isSaved())
            switch end {
            case "comes": deliveries.deliver("late")
            case "does not come": second.advance(by: .seconds(60))
            default:
                second.graph.children[0].text = "mine"
                second.session.invalidate(second.graph.children[0])
            }
            second.settle()

            _ = try second.issues()
            let state = try #require(try program.savedState())
            let text = end == "is changed" ? "mine" : "typed"
            #expect(state["Root/late"]?.values["text"] == .string(text))
        }
    }
}
