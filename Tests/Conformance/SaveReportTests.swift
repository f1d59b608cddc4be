import RestorationTesting
import Testing

@Suite struct `A save's report` {
    private func node(_ path: String, of type: String = "Node") throws -> PreservationError {
        .notEncoded(try RestorationPath(parsing: path), type: type, parent: "Node")
    }

    private func unreferenced(_ path: String, _ type: String) throws -> PreservationError {
        .unreferenced(try RestorationPath(parsing: path), type: type)
    }

    @Test(.rule("T-13", "T-84", "PRES-10", "PRES-18"))
    func `names each child that its parent does not encode, and its descendants`() throws {
        let first = try program { _ in
            Node("A", [Node("B", [Node("C", [Node(nil, [Node("D")])])]), Node("E")])
        }.launch()
        first.graph.encodesChildren = false

        #expect(
            try first.issues() == [
                try node("A/B"), try node("A/E"),
                .belowUnsaved("C", type: "Node", ancestor: "Node"),
                .belowUnsaved("D", type: "Node", ancestor: "Node"),
            ]
        )
        #expect(try first.program.savedPaths == ["A"])
    }

    @Test(.rule("PRES-18", "PATH-8"))
    func `names a child in a slot by its slot, too`() throws {
        let first = try program { _ in
            let root = Node("A")
            root.add(Node("B"), in: "left")
            return root
        }.launch()
        first.graph.encodesChildren = false

        #expect(try first.issues() == [try node("A/B#left")])
    }

    @Test(.rule("PRES-9", "PRES-18"))
    func `does not report a child that another object references`() throws {
        let delegate = Delegate()
        let first = try program(delegate) { _ in
            Node("A", [Node("B"), Node("C"), Node("D")])
        }.launch()
        let (root, children) = (first.graph, first.graph.children)
        root.encodesChildren = false
        delegate.onWillEncode = { $0.encode(children[0], forKey: "B") }
        root.references = ["C": children[1]]
        children[1].references = ["D": children[2]]

        #expect(try first.issues().isEmpty)
        #expect(try Set(first.program.savedPaths) == ["A", "A/B", "A/C", "A/D"])
    }

    @Test(.rule("PRES-14", "VIEW-11"))
    func `does not mention objects that are left out on purpose`() throws {
        let first = try program { _ in
            let root = Node("A", [Node(nil), Node("")])
            root.add(Secret())
            return root
        }.launch()
        first.graph.encodesChildren = false

        #expect(try first.issues().isEmpty)
    }

    @Test(.rule("PRES-14"))
    func `names objects with an identifier below a child without one`() throws {
        let first = try program { _ in
            Node("A", [Node(nil, [Node("B", [Node("C")])])])
        }.launch()
        first.graph.encodesChildren = false

        #expect(
            try first.issues() == [
                .unreachable("B", type: "Node", untaggedAncestor: "Node"),
                .belowUnsaved("C", type: "Node", ancestor: "Node"),
            ]
        )
    }

    @Test(.rule("PATH-7"))
    func `names the descendants of the second object at one path`() throws {
        let first = try program { _ in
            Node("A", [Node("B"), Node("B", [Node("C")])])
        }.launch()

        #expect(
            try first.issues() == [
                .duplicatePath(try RestorationPath(parsing: "A/B"), saved: "Node", leftOut: "Node"),
                .belowUnsaved("C", type: "Node", ancestor: "Node"),
            ]
        )
    }

    @Test(.rule("PRES-33"))
    func `names objects that are referenced only by an object that fails to encode`() throws {
        struct Failure: Error {}
        let first = try program { _ in Node("A", [Node("B", [Node("C")])]) }.launch()
        let failing = first.graph.children[0]
        failing.encodesChildren = false
        failing.onEncode = { _ in throw Failure() }

        let issues = try first.issues()

        #expect(issues.first?.diagnosis.place == "A/B")
        #expect(issues.dropFirst() == [.belowUnsaved("C", type: "Node", ancestor: "Node")])
    }

    @Test(.rule("PATH-5"))
    func `names a child whose identifier cannot be one, whether or not it is encoded`() throws {
        let first = try program { _ in
            Node("A", [Node(String(repeating: "x", count: 256), [Node("C")])])
        }.launch()
        let expected: [PreservationError] = [
            .invalidIdentifier(type: "Node", under: try RestorationPath(parsing: "A")),
            .belowUnsaved("C", type: "Node", ancestor: "Node"),
        ]
        var issues = try first.issues()
        #expect(issues == expected)

        first.graph.encodesChildren = false

        issues = try first.issues()
        #expect(issues == expected)
    }

    @Test(.rule("PRES-14", "PRES-18"))
    func `names objects presented by an object that is not saved`() throws {
        let first = try program { _ in
            let untagged = Stack(nil)
            untagged.restorationPresented = Node("Sheet", [Node("Field")])
            let root = Node("A")
            root.add(untagged)
            return root
        }.launch()

        #expect(
            try first.issues() == [
                .untaggedReference(type: "Stack", referrer: try RestorationPath(parsing: "A")),
                .unreachable("Sheet", type: "Node", untaggedAncestor: "Stack"),
                .belowUnsaved("Field", type: "Node", ancestor: "Node"),
            ]
        )
    }

    @Test(.rule("VIEW-1", "PRES-18"))
    func `names the elements of an owner that is not saved`() throws {
        let first = try program { _ in
            Node("A", [Owner("B", owning: [Leaf("leaf"), Secret(), Leaf(nil)])])
        }.launch()
        first.graph.encodesChildren = false

        #expect(
            try first.issues() == [
                try node("A/B", of: "Owner"),
                .belowUnsaved("leaf", type: "Leaf", ancestor: "Owner"),
            ]
        )
    }

    @Test(.rule("VIEW-3", "PRES-18"))
    func `names an element that its own owner does not list`() throws {
        let inner = Owner("B")
        let leaf = Leaf("leaf")
        leaf.restorationParent = inner
        let first = try program { _ in
            let outer = Owner("A", owning: [leaf])
            outer.add(inner)
            return outer
        }.launch()

        #expect(try first.issues() == [try unreferenced("A/B/leaf", "Leaf")])
        inner.leaves = [leaf]
        #expect(try first.issues().isEmpty)
    }

    @Test(.rule("OBJ-3", "PRES-18"))
    func `names a registered object without references, and its descendants`() throws {
        let model = Node(nil, [Node("Part")])
        let first = try program { session in
            let root = Node("A")
            try session.registerObject(model, identifier: "Model", parent: root)
            return root
        }.launch()
        first.graph.add(Node("B"))

        #expect(
            try first.issues() == [
                try unreferenced("A/Model", "Node"),
                .belowUnsaved("Part", type: "Node", ancestor: "Node"),
            ]
        )
        first.graph.references = ["model": model]
        #expect(try first.issues().isEmpty)
    }

    @Test(.rule("PRES-9", "PRES-18"))
    func `names a made object that no parent lists while it exists`() throws {
        let first = try program { _ in Node("A") }.launch()
        var made: Node? = try first.make("B", under: first.graph)
        first.graph.hold([])
        try first.make("C", under: first.graph)

        #expect(try first.issues() == [try unreferenced("A/B", "Node")])
        #expect(made?.name == "B")
        made = nil
        #expect(try first.issues().isEmpty)
    }

    @Test(.rule("PRES-18", "PRES-33", under: .granular))
    func `does not name as given up the state of an object that fails to encode`() throws {
        var fails = false
        let first = try program { _ in
            let root = Node("A")
            root.onDecode = { _ in if fails { throw Failing.Failure() } }
            root.onEncode = { _ in if fails { throw Failing.Failure() } }
            return root
        }.launch()
        first.graph.text = "typed"
        try first.session.preserveNow()
        fails = true
        let second = try first.relaunch(after: .killed)
        let path = try RestorationPath(parsing: "A")
        second.session.invalidate(second.graph)

        let issues = try second.issues()

        #expect(issues.count == 1)
        guard case .encodingFailed(path, _, retainsEarlierState: true)? = issues.first else {
            Issue.record("\(issues)")
            return
        }
        fails = false
        #expect(try second.issues() == [.outdatedRetained(path)])
        #expect(try second.issues().isEmpty)
    }

    /// Gives up after a failure, as a plugin's object gives up its instance.
    private final class Brittle: Node, RestorationFailureObserving {
        private(set) var failure: Diagnosis?

        func restorationDidFail(_ reason: Diagnosis) { failure = reason }
        override func encodeRestorableState(with coder: RestorationCoder) throws {
            guard failure == nil else { throw Failing.Failure() }
            try super.encodeRestorableState(with: coder)
        }
    }

    @Test(.rule("PRES-18", "PRES-33", under: .granular))
    func `is empty after an object whose instance was given up is invalidated`() throws {
        var fails = false
        let first = try program { _ in
            let child = Brittle("B")
            child.onDecode = { _ in if fails { throw Failing.Failure() } }
            return Node("A", [child])
        }.launch()
        first.graph.children[0].text = "typed"
        fails = true
        let second = try first.relaunch()

        second.session.invalidate(second.graph.children[0])

        #expect(try second.issues().isEmpty)
        fails = false
        #expect(try second.relaunch().graph.children[0].text == "typed")
    }
}

/// An element that must not be written to disk.
private final class Secret: RestorableElement {
    let restorationIdentifier: String? = "Secret"
    var isSecret: Bool { true }
    var restorationChildren: [any Restorable] { [Node("Hint")] }
}

private final class Owner: Node, RestorableElementOwner {
    var leaves: [any RestorableElement] = []
    var restorationElements: [any RestorableElement]? { leaves }

    convenience init(_ identifier: String, owning leaves: [any RestorableElement]) {
        self.init(identifier)
        self.leaves = leaves
    }
}

private final class Leaf: RestorableElement {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?

    init(_ identifier: String?) { restorationIdentifier = identifier }
}
