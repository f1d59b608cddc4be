import RestorationTesting
import Testing

@Suite struct `State that the program gives up` {
    /// A program with A, its children B and C, and D. The class of A and C is missing.
    private func savedTree() throws -> TestProgram<Node> {
        let program = program { session in
            session.register(Node.self, as: "Other")
            return Node("Root")
        }
        let first = try program.launch()
        let a = try first.make("A", under: first.graph)
        try first.make("B", of: "Other", under: a)
        try first.make("C", under: a)
        try first.make("D", of: "Other", under: first.graph)
        try first.terminate()
        program.faults = [.classMissing("Node")]
        return program
    }

    private func path(_ text: String) throws -> RestorationPath {
        try RestorationPath(parsing: text)
    }

    @Test(.rule("FAIL-19", under: .granular), arguments: ["Root/A", "Root"])
    func `ends with that of its descendants, in a separate save`(_ top: String) throws {
        let program = try savedTree()
        let launch = try program.launch()
        #expect(launch.outcomes["Root/A"] == .retained)
        let before = try #require(try program.savedState())

        let given = try launch.session.giveUp(.path(path(top)))

        #expect(given.map { "\($0.path)" } == ["Root/A", "Root/A/B", "Root/A/C"])
        #expect(given.map(\.className) == ["Node", "Other", "Node"])
        #expect(given.allSatisfy { $0.sizeInBytes > 0 })
        let after = try #require(try program.savedState())
        #expect(after.paths == ["Root", "Root/D"])
        #expect(after["Root/D"]?.values == before["Root/D"]?.values)
        #expect(launch.entry("Root/A")?.outcome == .skipped)
        program.faults = []
        #expect(try launch.relaunch().graph.children.map(\.name) == ["D"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `must be retained, or else an error names the retained state`() throws {
        let program = try savedTree()
        let launch = try program.launch()
        let before = try #require(try program.savedState()?.paths)

        let error = #expect(throws: SessionError.self) {
            try launch.session.giveUp(.path(path("Root/D")))
        }

        #expect(error?.diagnosis.problem == "No state is retained at Root/D")
        #expect(error?.diagnosis.remedy.contains("Root/A, Root/A/B, Root/A/C") == true)
        #expect(try program.savedState()?.paths == before)
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `can be that of an object that failed to decode`() throws {
        var fails = false
        let program = program { _ in
            let root = Node("Root")
            root.onDecode = { _ in if fails { throw Failing.Failure() } }
            return root
        }
        let first = try program.launch()
        first.graph.text = "old"
        try first.terminate()
        fails = true
        let second = try program.launch()
        second.graph.text = "new"

        try second.session.giveUp(.path(path("Root")))

        fails = false
        #expect(try second.relaunch().graph.text == "new")
    }
}
