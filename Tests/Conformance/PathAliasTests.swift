import RestorationTesting
import Testing

@Suite struct `An object with a former path` {
    /// A program whose versions have their objects at different paths.
    private final class Versions {
        var root: () -> Node
        var aliases: [(former: String, path: String)] = []
        var hasClass = true
        var plan: RestorationPlan?
        lazy var program = TestProgram(preset: .tested) { [unowned self] session in
            if hasClass { session.register(Node.self, as: "Node") }
            for alias in aliases { try session.alias(alias.former, forPath: alias.path) }
            let root = root()
            session.addRoot(root)
            plan = try session.restorationPlan()
            return root
        }

        init(_ root: @escaping @autoclosure () -> Node) { self.root = root }
    }

    /// A first version with typed text at two paths, one below the other.
    private func saved() throws -> Versions {
        let versions = Versions(Node("Tabs", [Node("Games", [Node("Score")]), Node("News")]))
        let first = try versions.program.launch()
        let games = first.graph.children[0]
        games.text = "games"
        games.children[0].text = "score"
        try first.make("Details", under: games.children[0]).text = "details"
        try first.terminate()
        return versions
    }

    @Test(.rule("REST-20"))
    func `has its state, with all below it, and needs the alias once`() throws {
        let versions = try saved()
        versions.root = { Node("Tabs", [Node("Matches", [Node("Score")]), Node("News")]) }
        versions.aliases = [("Tabs/Games", "Tabs/Matches")]

        let second = try versions.program.launch()
        let matches = second.graph.children[0]
        #expect(matches.text == "games")
        #expect(matches.children[0].text == "score")
        #expect(matches.children[0].children.map(\.text) == ["details"])
        #expect(second.report.notRestored.isEmpty)
        let note = "State saved at Tabs/Games is restored at Tabs/Matches"
        #expect(second.report.notes.map(\.problem) == [note])
        try second.terminate()

        versions.aliases = []
        let third = try versions.program.launch()
        #expect(third.graph.children[0].children[0].children.map(\.text) == ["details"])
        #expect(third.report.notes.isEmpty)
    }

    @Test(.rule("REST-20"))
    func `gets its state under a new parent, even if its descendants have moved, too`() throws {
        let versions = try saved()
        versions.root = { Node("Tabs", [Node("Sports", [Node("Matches")]), Node("Score")]) }
        versions.aliases = [
            ("Tabs/Games/Score", "Tabs/Score"), ("Tabs/Games", "Tabs/Sports/Matches"),
        ]

        let second = try versions.program.launch()

        #expect(second.graph.children[0].children[0].text == "games")
        #expect(second.graph.children[1].text == "score")
        #expect(second.graph.children[1].children.map(\.text) == ["details"])
        #expect(second.report.notRestored.map(\.path.description) == ["Tabs/News"])
    }

    @Test func `may have had several paths in turn`() throws {
        let versions = try saved()
        versions.root = { Node("Tabs", [Node("Matches")]) }
        versions.aliases = [
            ("Tabs/Plays", "Tabs/Matches"), ("Tabs/Games", "Tabs/Matches"),
            ("Tabs/News", "Tabs/Matches"),
        ]

        let second = try versions.program.launch()

        #expect(second.graph.children[0].text == "games")
        #expect(second.report.notes.count == 1)
    }

    @Test func `gets the state saved at its present path, if there is any`() throws {
        let versions = try saved()
        versions.aliases = [("Tabs/Games", "Tabs/News")]

        let second = try versions.program.launch()

        #expect(second.graph.children[0].text == "games")
        #expect(second.report.notes.isEmpty)
    }

    /// The former path still finds the earlier generation.
    @Test func `keeps its state if the first save fails to encode it`() throws {
        let versions = try saved()
        versions.root = { Node("Tabs", [Node("Matches", [Node("Score")])]) }
        versions.aliases = [("Tabs/Games", "Tabs/Matches")]
        let second = try versions.program.launch()
        second.graph.children[0].onEncode = { _ in throw Failing.Failure() }
        try second.terminate()

        #expect(try versions.program.launch().graph.children[0].text == "games")
    }

    @Test func `is retained at its present path if it is unavailable`() throws {
        let versions = try saved()
        versions.root = { Node("Tabs", [Node("Matches", [Node("Score")]), Node("News")]) }
        versions.aliases = [("Tabs/Games", "Tabs/Matches")]
        versions.hasClass = false
        let second = try versions.program.launch()
        #expect(second.outcomes == ["Tabs/Matches/Score/Details": .retained])
        try second.terminate()

        versions.aliases = []
        versions.hasClass = true
        let score = try versions.program.launch().graph.children[0].children[0]
        #expect(score.children.map(\.text) == ["details"])
    }

    @Test func `is reported by its current path before the restore, too`() throws {
        let versions = try saved()
        versions.root = { Node("Desk", [Node("Matches", [Node("Score")])]) }
        versions.aliases = [("Tabs", "Desk"), ("Tabs/Games", "Desk/Matches")]
        let report = try versions.program.launch().report
        let plan = try #require(versions.plan)

        #expect(Set(plan.entries.map(\.path)) == Set(report.entries.map(\.path)))
        let details = plan.entries.filter { "\($0.path)" == "Desk/Matches/Score/Details" }
        #expect(details.map(\.decision) == [.restore])
        #expect(report.entries.allSatisfy { $0.planned == nil })
        #expect(plan.notes == report.notes)
        #expect(plan.notes.count == 2)
    }

    @Test func `cannot have a former path that is its own, an ancestor's or a descendant's`() throws
    {
        let versions = Versions(Node("Tabs"))
        for (former, path) in [("Tabs", "Tabs/Games"), ("Tabs/Games", "Tabs"), ("Tabs", "Tabs")] {
            versions.aliases = [(former, path)]
            #expect {
                try versions.program.launch()
            } throws: { error in
                "\(error)".contains("State saved at \(former) cannot be restored at \(path)")
            }
        }
        versions.aliases = [("Tabs/*", "Games")]
        #expect(throws: PathSyntaxError.self) { try versions.program.launch() }
    }
}
