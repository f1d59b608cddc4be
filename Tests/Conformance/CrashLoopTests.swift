import RestorationTesting
import Testing

@Suite struct `After one crash upon the other` {
    @Test(.rule("T-96", "FAIL-13", "FAIL-14", under: .granular))
    func `the launch after three crashes is clean although nothing could be saved`() throws {
        let program = try savedProgram("A", "B", "C", "D")
        for name in ["A", "B"] { try program.crash(at: .decode, of: "Root/\(name)") }
        #expect(try program.savedState() != nil)
        try program.crash(at: .decode, of: "Root/C")

        let last = try program.launch()

        #expect(last.report.entries.isEmpty)
        #expect(program.disk.setAside.map(\.reason) == [.crashed])
        #expect(
            last.report.notes.map(\.problem) == [
                "3 launches in a row ended while they restored it"
            ]
        )
        last.graph.text = "fresh"
        #expect(try last.relaunch().graph.text == "fresh")
    }

    @Test(.rule("FAIL-13", "FAIL-19", under: .granular))
    func `two objects are left out, and a launch that gets through counts`() throws {
        let program = try savedProgram("A", "B", "C", "D")
        for name in ["A", "B"] { try program.crash(at: .decode, of: "Root/\(name)") }

        let third = try program.launch()
        #expect(third.outcomes == ["Root/A": .retained, "Root/B": .retained])
        try third.terminate()
        try program.crash(at: .decode, of: "Root/C")

        #expect(try program.launch().graph.children.map(\.name) == ["D"])
    }

    @Test(.rule("FAIL-13", "FAIL-4", under: .granular))
    func `two launches that end in nobody's code cost the state`() throws {
        let program = try savedProgram(
            "A",
            "B",
            "C",
            "D",
            onDecode: { $0.restorationWindow.extend() }
        )

        try program.launch().terminate(.killed)
        let second = try program.launch()
        #expect(second.graph.text == "root")
        #expect(
            second.report.notes.map(\.problem) == [
                "The last launch ended while it restored, in the code of no object"
            ]
        )
        try second.terminate(.killed)
        let third = try program.launch()

        #expect(third.report.entries.isEmpty)
        #expect(program.disk.setAside.map(\.reason) == [.crashed])
        #expect(
            third.report.notes.map(\.problem) == [
                "Two launches in a row ended while they restored it, in nobody's code"
            ]
        )
    }

    @Test(.rule("FAIL-13", "FAIL-4", under: .granular))
    func `a launch in between that gets through counts when nobody is to blame`() throws {
        let program = try savedProgram(
            "A",
            "B",
            "C",
            "D",
            onDecode: { $0.restorationWindow.extend() }
        )
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
    func `a program that wants to try again gets everything`() throws {
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
