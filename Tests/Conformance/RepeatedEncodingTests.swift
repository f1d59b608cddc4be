import RestorationTesting
import Testing

@Suite struct `A save whose delegate causes a second encoding` {
    /// Counts the encoding passes.
    private final class Repeating: RestorationDelegate {
        var isRepeating = true
        private(set) var passes = 0
        var shouldEncodeStateAgain: Bool { isRepeating }

        func willEncodeState(to coder: RestorationCoder) {
            passes += 1
            coder.encode(passes, forKey: "passes")
        }
    }

    @Test(.rule("FAIL-22"))
    func `writes the result of the second encoding, and reports each issue once`() throws {
        let delegate = Repeating()
        let program = TestProgram(preset: .tested) { session in
            session.delegate = delegate
            let root = Node("Root", [Node("A"), Node("A")])
            session.addRoot(root)
            return root
        }
        let launch = try program.launch()

        let issues = try launch.issues()

        #expect(delegate.passes == 2)
        #expect(issues.count == 1)
        let state = try #require(try launch.terminate(.killed).savedState())
        #expect(state[""]?.values["passes"] == .integer(2))
        #expect(state.paths == ["Root", "Root/A"])
    }

    @Test(.rule("FAIL-22"))
    func `is followed by a save that asks the delegate again`() throws {
        let delegate = Repeating()
        let program = TestProgram(preset: .tested) { session in
            session.delegate = delegate
            session.addRoot(Node("Root"))
        }
        let launch = try program.launch()
        try launch.session.preserveNow()

        delegate.isRepeating = false
        try launch.session.preserveNow()

        #expect(delegate.passes == 3)
    }
}
