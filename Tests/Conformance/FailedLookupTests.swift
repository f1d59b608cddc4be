import RestorationTesting
import Testing

/// The lookup of one of the program's own objects fails although the object exists.
@Suite struct `Failing to find an object of the program's own` {
    private static let ways: [Way] = [
        Way("Root", delegateThrows: true), Way("Root", delegateThrows: false),
        Way("Root/A", delegateThrows: true), Way("Root/A", delegateThrows: false),
    ]

    struct Way: CustomStringConvertible {
        let path: String
        let delegateThrows: Bool
        var description: String { "\(path), \(delegateThrows ? "the delegate throws" : "a fault")" }

        init(_ path: String, delegateThrows: Bool) {
            self.path = path
            self.delegateThrows = delegateThrows
        }
    }

    private struct Unreachable: Error {}

    /// Root, A and B are the program's own objects, and a class makes C below A. The text of each
    /// is its name.
    private func saved(_ delegate: Delegate, rootClass: String? = nil) throws -> TestProgram<Node> {
        let first = try program(delegate) { _ in
            let root = Node("Root", [Node("A", [Node("B")])])
            root.restorationClass = rootClass
            return root
        }.launch()
        first.graph.text = "Root"
        first.graph.children[0].text = "A"
        first.graph.children[0].children[0].text = "B"
        try first.make("C", under: first.graph.children[0]).text = "C"
        return try first.terminate()
    }

    /// A program that has saved, and whose lookups then fail in one of the ways.
    private func failing(_ way: Way) throws -> (TestProgram<Node>, Delegate) {
        let delegate = Delegate()
        let program = try saved(delegate)
        if way.delegateThrows {
            delegate.onObject = { if $0 == way.path { throw Unreachable() } }
        } else {
            program.faults = [.creationFails(at: way.path)]
        }
        return (program, delegate)
    }

    private func heal(_ program: TestProgram<Node>, _ delegate: Delegate) {
        delegate.onObject = { _ in }
        program.faults = []
    }

    private func object(at way: Way, in launch: TestLaunch<Node>) -> Node {
        way.path == "Root" ? launch.graph : launch.graph.children[0]
    }

    private func texts(_ launch: TestLaunch<Node>) -> [String] {
        let a = launch.graph.children[0]
        return [launch.graph.text, a.text] + a.children.map(\.text)
    }

    @Test(.rule("FAIL-19", under: .granular), arguments: ways)
    func `retains the state for the object that the program has built`(way: Way) throws {
        let (program, delegate) = try failing(way)
        let path = try RestorationPath(parsing: way.path)

        let second = try program.launch()
        // Only A's state references C.
        let lost = way.path == "Root/A" ? [way.path, "Root/A/C"] : [way.path]
        #expect(second.outcomes == Dictionary(uniqueKeysWithValues: lost.map { ($0, .retained) }))
        #expect(second.session.failure(of: object(at: way, in: second)) != nil)
        for _ in 0..<3 {
            #expect(try second.issues() == [.retainedInstead(path, type: "Node")])
        }
        try second.terminate()
        heal(program, delegate)

        #expect(try texts(program.launch()) == ["Root", "A", "B", "C"])
    }

    @Test(.rule("FAIL-19"), arguments: ways)
    func `costs none of its descendants`(way: Way) throws {
        let (program, _) = try failing(way)

        let second = try program.launch()

        #expect(second.outcomes[way.path] == .notApplied)
        #expect(second.outcomes["Root/A/B"] == nil)
        let expected = way.path == "Root" ? ["", "A", "B", "C"] : ["Root", "", "B"]
        #expect(texts(second).starts(with: expected))
    }

    @Test(.rule("FAIL-19", under: .granular), arguments: ways)
    func `saves the object's own state once the program changes it`(way: Way) throws {
        let (program, delegate) = try failing(way)
        let path = try RestorationPath(parsing: way.path)

        let second = try program.launch()
        object(at: way, in: second).text = "new"
        second.session.invalidate(object(at: way, in: second))
        #expect(try second.issues().contains(.outdatedRetained(path)))
        #expect(try second.issues().isEmpty)
        try second.terminate()
        heal(program, delegate)

        #expect(object(at: way, in: try program.launch()).text == "new")
    }

    @Test(
        .rule("FAIL-19", under: .granular),
        arguments: [Fault.creationFails(at: "Root"), .classMissing("Node")]
    )
    func `retains the state of a root whose class fails or is missing`(fault: Fault) throws {
        let program = try saved(Delegate(), rootClass: "Node")
        let path = try RestorationPath(parsing: "Root")
        program.faults = [fault]

        let second = try program.launch()
        #expect(second.outcomes["Root"] == .retained)
        for _ in 0..<2 {
            #expect(try second.issues() == [.retainedInstead(path, type: "Node")])
        }
        try second.terminate()
        program.faults = []

        #expect(try program.launch().graph.text == "Root")
    }
}
