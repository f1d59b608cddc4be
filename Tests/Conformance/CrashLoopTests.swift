import RestorationTesting
import Testing

@Suite struct `After several crashes in a row` {
    @Test(.rule("FAIL-13", under: .granular))
    func `the launch after three crashes retains everything`() throws {
        let program = try savedProgram("A", "B", "C", "D")
        for name in ["A", "B"] { try program.crash(at: .decode, of: "Root/\(name)") }
        #expect(try program.savedState() != nil)
        try program.crash(at: .decode, of: "Root/C")

        let fourth = try program.launch()

        #expect(fourth.report.restored.isEmpty)
        #expect(fourth.graph.text == "")
        #expect(program.disk.setAside.isEmpty)
        #expect(
            fourth.report.notes.map(\.problem) == [
                "Several launches in a row ended during a restore, or in code that it called"
            ]
        )
        let fifth = try fourth.relaunch()
        #expect(fifth.graph.text == "root")
        #expect(fifth.graph.children.map(\.name) == ["D"])
    }

    @Test(.rule("FAIL-13", "FAIL-19", under: .granular))
    func `two objects are left out, and a successful launch restarts the count`() throws {
        let program = try savedProgram("A", "B", "C", "D")
        for name in ["A", "B"] { try program.crash(at: .decode, of: "Root/\(name)") }

        let third = try program.launch()
        #expect(third.outcomes == ["Root/A": .retained, "Root/B": .retained])
        try third.terminate()
        try program.crash(at: .decode, of: "Root/C")

        #expect(try program.launch().graph.children.map(\.name) == ["D"])
    }

    @Test(.rule("T-96", "FAIL-4", "FAIL-13", "FAIL-14", under: .granular))
    func
        `the launch after two crashes outside any object's code restores nothing, and retains everything`()
        throws
    {
        let (program, third) = try afterTwoUnexplainedEnds()

        #expect(third.report.restored.isEmpty)
        #expect(third.graph.text == "")
        #expect(program.disk.setAside.isEmpty)
        #expect(
            third.report.notes.map(\.problem) == [
                "Several launches in a row ended during a restore, or in code that it called"
            ]
        )
        // The clean launch saves, too. The root's state is then the program's own.
        third.graph.text = "fresh"
        third.session.invalidate(third.graph)
        third.session.restorationWindow.complete()
        third.settle()
        let fourth = try third.relaunch()
        #expect(fourth.graph.text == "fresh")
        // The descendants of the changed root are still retained.
        #expect(fourth.outcomes.keys.sorted() == ["Root/A", "Root/B"])
        #expect(fourth.outcomes.values.allSatisfy { $0 == .retained })
    }

    @Test(.rule("FAIL-13", "FAIL-14", under: .granular))
    func `the launch after a clean one tries everything again`() throws {
        let (program, third) = try afterTwoUnexplainedEnds()
        try third.terminate()

        let fourth = try program.launch()
        #expect(fourth.report.notRestored.isEmpty)
        #expect(fourth.graph.text == "root")
        // The count starts again with this end.
        try fourth.terminate(.killed)
        #expect(try program.launch().report.notRestored.isEmpty)
    }

    /// A program whose restoration continues after its restore, in the clean launch after two
    /// kills.
    private func afterTwoUnexplainedEnds() throws -> (TestProgram<Node>, TestLaunch<Node>) {
        let program = try savedProgram("A", "B", onDecode: { $0.restorationWindow.extend() })
        try program.launch().terminate(.killed)
        let second = try program.launch()
        #expect(second.graph.text == "root")
        #expect(
            second.report.notes.map(\.problem) == [
                "The program ended during a restore, outside the code of any object"
            ]
        )
        try second.terminate(.killed)
        return (program, try program.launch())
    }

    @Test(.rule("FAIL-13", "FAIL-19", under: .granular))
    func `an object in which launches end is deferred once, and then set aside`() throws {
        let program = try savedProgram("A", "B")
        for _ in 0..<2 { try program.kill(at: .decode, of: "Root/A") }
        let third = try program.launch()
        #expect(third.outcomes == ["Root/A": .retained])
        // A completed restore resets the count.
        #expect(try third.relaunch().relaunch().report.notRestored.isEmpty)
        for _ in 0..<2 { try program.kill(at: .decode, of: "Root/A") }
        try program.launch().terminate()
        try program.kill(at: .decode, of: "Root/A")

        for _ in 0..<3 {
            let launch = try program.launch()
            #expect(launch.outcomes == ["Root/A": .retained])
            try launch.terminate()
        }
    }

    @Test(.rule("FAIL-13", "FAIL-19", under: .granular))
    func `a program may try a deferred object at once`() throws {
        var triesAgain = false
        let program = program { session in
            if triesAgain { session.retryObjectsSetAside() }
            return Node("Root")
        }
        let first = try program.launch()
        try first.make("A", under: first.graph)
        try first.terminate()
        for _ in 0..<2 { try program.kill(at: .decode, of: "Root/A") }
        #expect(try program.launch().terminate().savedState() != nil)
        try program.kill(at: .decode, of: "Root/A")
        #expect(try program.launch().outcomes == ["Root/A": .retained])

        triesAgain = true

        #expect(try program.launch().graph.children.map(\.name) == ["A"])
    }

    @Test(.rule("FAIL-13", "FAIL-4", under: .granular))
    func `a successful launch in between resets the count of unexplained crashes`() throws {
        let program = try savedProgram("A", "B", onDecode: { $0.restorationWindow.extend() })
        try program.launch().terminate(.killed)
        let second = try program.launch()
        second.session.restorationWindow.complete()
        second.settle()
        try second.terminate(.killed)

        try program.launch().terminate(.killed)

        #expect(try program.launch().graph.text == "root")
    }

    @Test(.rule("FAIL-15", under: .granular))
    func `a developer keeps the state through any number of them`() throws {
        let program = try savedProgram(
            "A",
            "B",
            "C",
            "D",
            configure: { $0.keepsStateForDevelopment = true }
        )
        for name in ["A", "B", "C", "D"] { try program.crash(at: .decode, of: "Root/\(name)") }

        #expect(try program.launch().report.notRestored.isEmpty)
    }

    @Test(.rule("FAIL-13", under: .granular))
    func `a program that retries restores everything`() throws {
        var triesAgain = false
        let program = program { session in
            if triesAgain { session.retryObjectsSetAside() }
            return Node("Root")
        }
        let first = try program.launch()
        for name in ["A", "B", "C"] { try first.make(name, under: first.graph) }
        try first.terminate()
        for name in ["A", "B", "C"] { try program.crash(at: .decode, of: "Root/\(name)") }

        triesAgain = true

        #expect(try program.launch().graph.children.map(\.name).sorted() == ["A", "B", "C"])
    }
}
