import RestorationTesting
import Testing

/// The newer version of the panel has keys that the older one does not know.
private final class Panel: Restorable {
    let restorationIdentifier: String? = "Panel"
    private let isNewer: Bool

    init(isNewer: Bool) { self.isNewer = isNewer }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode("panel", forKey: "title")
        guard isNewer else { return }
        coder.encode(String(repeating: "x", count: 2000), forKey: "history")
        coder.encode(1, forKey: "zoom")
    }
}

@Suite struct `Preserved objects` {
    private func chain(_ identifier: String?) -> TestProgram<Node> {
        program { _ in Node("A", [Node(identifier, text: "b", [Node("C", text: "c")])]) }
    }

    @Test(.rule("SUI-2", "T-8", "PRES-13"))
    func `exclude objects below a root without an identifier`() throws {
        let first = try program { _ in Node(nil, [Node("A")]) }.launch()

        #expect(
            try first.issues() == [
                .untaggedRoot(type: "Node"),
                .unreachable("A", type: "Node", untaggedAncestor: "Node"),
            ]
        )
        #expect(try first.program.savedPaths.isEmpty)
    }

    @Test(.rule("T-9", "PRES-14"))
    func `exclude objects below one without an identifier`() throws {
        #expect(try chain(nil).launch().terminate().savedPaths == ["A"])
    }

    @Test(.rule("T-12", "PRES-15"))
    func `exclude objects below one with an empty identifier`() throws {
        #expect(try chain("").launch().terminate().savedPaths == ["A"])
    }

    @Test(.rule("T-85", "PRES-33"))
    func `include all but those that fail to encode`() throws {
        struct Failure: Error {}
        let first = try program { _ in Node("A", [Node("B"), Node("C")]) }.launch()
        for child in first.graph.children { child.text = "earlier" }
        try first.session.preserveNow()
        first.graph.children[0].onEncode = { _ in throw Failure() }
        for child in first.graph.children { child.text = "changed" }

        let issues = try first.issues()

        #expect(issues.count == 1)
        #expect(issues.first?.diagnosis.place == "A/B")
        let second = try first.relaunch(after: .killed)
        #expect(second.graph.children.map(\.text) == ["earlier", "changed"])
    }

    /// The object fails before it has encoded its children, and another object later references one
    /// of them.
    @Test(.rule("PRES-33"))
    func `include the current children of an object that fails to encode`() throws {
        struct Failure: Error {}
        let first = try program { _ in Node("A", [Node("B"), Node("C", [Node("E")])]) }.launch()
        let failing = first.graph.children[0]
        let other = first.graph.children[1].children[0]
        let child = try first.make("D", under: failing)
        try first.session.preserveNow()
        failing.encodesChildren = false
        failing.onEncode = { _ in throw Failure() }
        child.text = "changed"
        other.references["child"] = child

        let issues = try first.issues()

        #expect(issues.map(\.diagnosis.place) == ["A/B"])
        let second = try first.relaunch(after: .killed)
        #expect(try second.program.savedPaths == ["A", "A/B", "A/B/D", "A/C", "A/C/E"])
        let restored = second.graph.children[0].children
        #expect(restored.map(\.text) == ["changed"])
        let reference = second.graph.children[1].children[0].references["child"]
        #expect(reference === restored.first)
    }

    @Test(.rule("SEC-15"))
    func `are reported if one exceeds its size budget`() throws {
        let first = try program(configure: { $0.objectSizeBudget = 1000 }) { _ in
            Node("A", [Node("B", text: String(repeating: "x", count: 2000)), Node("C")])
        }.launch()

        let issues = try first.issues()

        guard case .objectOverBudget(let path, let size, 1000, unknown: nil)? = issues.first else {
            return #expect(Bool(false), "nothing was said of the budget: \(issues)")
        }
        #expect(issues.count == 1)
        #expect(path.description == "A/B")
        #expect(size > 2000)
        #expect(try first.relaunch(after: .killed).graph.children[0].text.count == 2000)
    }

    @Test(.rule("SEC-15"))
    func `are reported with the keys that their class does not know`() throws {
        var isNewer = true
        let program = TestProgram(preset: .tested, configure: { $0.objectSizeBudget = 1000 }) {
            let panel = Panel(isNewer: isNewer)
            $0.addRoot(panel)
            return panel
        }
        let first = try program.launch()
        isNewer = false

        let second = try first.relaunch()

        let issues = try second.issues()
        guard case .objectOverBudget(_, let size, _, let unknown?)? = issues.first else {
            return #expect(Bool(false), "nothing was said of unknown keys: \(issues)")
        }
        #expect(unknown.keys == ["history", "zoom"])
        #expect(size - unknown.sizeInBytes < 1000)
        let words = try #require(issues.first?.diagnosis)
        #expect(words.problem.contains("does not know: \"history\", \"zoom\""))
        #expect(words.remedy.hasPrefix("The values of another version of the class"))
    }

    @Test(.rule("SEC-15", "SEC-7", "PRES-34"))
    func `are reported by size if all together exceed the budget`() throws {
        let first = try program(configure: { $0.sizeBudget = 1000 }) { _ in
            Node("A", [Node("B", text: String(repeating: "x", count: 2000))])
        }.launch()

        guard case .overBudget(_, 1000, let largest) = try first.issues().first else {
            return #expect(Bool(false), "nothing was said of the budget")
        }
        #expect(largest.first?.contains("A/B") == true)
    }
}
