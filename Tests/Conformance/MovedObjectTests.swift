import RestorationTesting
import Testing

@Suite struct `Objects that a class made` {
    /// A root with two lists of branches.
    private let branches = program { _ in Node("Root", [Node("Left"), Node("Right")]) }

    @Test(.rule("PATH-10", "PATH-11"))
    func `are saved below their new parent, and leave their place to others`() throws {
        let first = try branches.launch()
        let (left, right) = (first.graph.children[0], first.graph.children[1])
        let moved = try first.make("Branch", under: left)
        moved.text = "moved"
        left.hold([])
        right.add(moved)
        try first.session.move(moved, under: right)
        #expect(first.session.path(of: moved)?.description == "Root/Right/Branch")
        #expect(try first.issues() == [])
        try first.make("Branch", under: left).text = "new"

        let second = try first.relaunch()

        #expect(second.graph.children.map { $0.children.map(\.text) } == [["new"], ["moved"]])
        #expect(second.report.notRestored.isEmpty)
    }

    /// A container still references a former member.
    @Test(.rule("PATH-10"))
    func `are saved below their container, whatever else refers to them`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let shelves = [Shelf("A"), Shelf("B")]
            for shelf in shelves { session.addRoot(shelf) }
            return shelves
        }
        let first = try program.launch()
        let (a, b) = (first.graph[0], first.graph[1])
        let made = try first.session.make("Book", under: a, className: "Node")
        a.favourite = made
        b.restorationSlots = [RestorationSlot(made)]
        let path = first.session.path(of: made)?.description

        #expect(try first.issues() == [])

        #expect(path == "B/Book")
        #expect(Set(try program.savedPaths) == ["A", "B", "B/Book"])
    }

    @Test(.rule("PATH-6", "PATH-8"))
    func `are distinguished by numbers that their class does not see`() throws {
        let first = try branches.launch()
        for text in ["one", "two"] {
            try first.make("Tab", under: first.graph.children[0]).text = text
        }

        var launched: TestLaunch<Node>?
        let log = try Log.collect { launched = try first.relaunch() }
        let second = try #require(launched)
        let left = second.graph.children[0]

        #expect(left.children.map(\.text) == ["one", "two"])
        let created = log.filter { $0.hasPrefix("create") }
        #expect(created == Array(repeating: "create Root/Left/Tab", count: 2))
        // The first object goes away, and the second retains its number.
        left.hold([RestorationSlot(left.children[1])])
        #expect(try second.issues() == [])
        let paths = ["Root", "Root/Left", "Root/Left/Tab#2", "Root/Right"]
        #expect(try second.program.savedPaths == paths)
    }

    /// The number is not a position.
    @Test(.rule("PATH-8"))
    func `keep their number when another of their name comes before them`() throws {
        let first = try branches.launch()
        let left = first.graph.children[0]
        try first.make("Tab", under: left).text = "one"
        try first.make("Tab", under: left).text = "two"
        let second = try first.relaunch()
        let tabs = second.graph.children[0].children
        let new = try second.make("Tab", under: second.graph.children[0])

        second.graph.children[0].hold([tabs[0], new, tabs[1]].map { RestorationSlot($0) })

        #expect(try second.issues() == [])
        let paths = ([tabs[0], new, tabs[1]]).map { second.session.path(of: $0)?.description }
        #expect(paths == ["Root/Left/Tab", "Root/Left/Tab#3", "Root/Left/Tab#2"])
    }

    @Test(.rule("PATH-6", "PATH-11"))
    func `are renamed, with their descendants`() throws {
        let first = try branches.launch()
        let branch = try first.make("Branch", under: first.graph.children[0])
        try first.make("Leaf", under: branch).text = "typed"

        try first.session.rename(branch, to: "Bough")

        #expect(first.session.path(of: branch)?.description == "Root/Left/Bough")
        let second = try first.relaunch()
        let bough = try #require(second.graph.children[0].children.first)
        #expect(bough.name == "Bough")
        #expect(bough.children.map(\.text) == ["typed"])
        #expect(try second.program.savedPaths.contains("Root/Left/Bough/Leaf"))
    }

    @Test(.rule("PATH-4", "PATH-10"))
    func `are moved below a former descendant`() throws {
        let first = try branches.launch()
        let left = first.graph.children[0]
        let outer = try first.make("Outer", under: left)
        let inner = try first.make("Inner", under: outer)
        outer.hold([])
        left.hold([RestorationSlot(inner)])
        inner.add(outer)

        try first.session.move(inner, under: left)
        try first.session.move(outer, under: inner)

        #expect(try first.issues() == [])
        #expect(try first.program.savedPaths.contains("Root/Left/Inner/Outer"))
    }

    @Test(.rule("PATH-4", "PATH-7"))
    func `are not renamed or moved to a place that is taken`() throws {
        let first = try branches.launch()
        let (left, right) = (first.graph.children[0], first.graph.children[1])
        let one = try first.make("One", under: left)
        try first.make("Two", under: left)
        try first.make("One", under: right)
        let taken = SessionError.pathTaken
        func path(_ text: String) throws -> RestorationPath { try RestorationPath(parsing: text) }

        #expect(throws: taken(try path("Root/Left/Two"))) {
            try first.session.rename(one, to: "Two")
        }
        #expect(throws: taken(try path("Root/Right/One"))) {
            try first.session.move(one, under: right)
        }
        #expect(throws: SessionError.belowItself(type: "Node")) {
            try first.session.move(one, under: one)
        }
        #expect(throws: SessionError.notNamedBySession(type: "Node")) {
            try first.session.rename(left, to: "Other")
        }
        #expect(throws: SessionError.invalidIdentifier(length: 0)) {
            try first.session.rename(one, to: "")
        }

        #expect(first.session.path(of: one)?.description == "Root/Left/One")
        try first.session.move(one, under: nil)
        #expect(try first.issues() == [])
    }

    /// The session does not ask for the parent's other children.
    @Test(.rule("PATH-4", "PATH-7", "PATH-8"), arguments: [true, false])
    func `are distinguished from a program-built object whose name they take`(
        isMoved: Bool
    ) throws {
        let program = program { _ in
            Node("Root", [Node("Left", [Node("Own")]), Node("Right")])
        }
        let first = try program.launch()
        let (left, right) = (first.graph.children[0], first.graph.children[1])
        left.children[0].text = "the program's"
        let made = try first.make(isMoved ? "Own" : "One", under: isMoved ? right : left)
        made.text = "made"

        if isMoved {
            try first.session.move(made, under: left)
            right.hold([])
        } else {
            try first.session.rename(made, to: "Own")
        }
        // The session meets the made object first.
        left.hold([RestorationSlot(made), RestorationSlot(left.children[0])])
        #expect(try first.issues() == [])

        let second = try first.relaunch()
        #expect(
            Set(second.graph.children[0].children.map(\.text)) == ["the program's", "made"]
        )
        #expect(second.report.notRestored.isEmpty)
    }

    /// An object that could not be restored retains its path.
    @Test(.rule("PATH-4", "REST-15", under: .granular))
    func `are not moved to the place of retained state`() throws {
        let first = try branches.launch()
        try first.make("Gone", under: first.graph.children[0]).text = "typed"
        branches.faults = [.creationFails(at: "Root/Left/Gone")]
        let second = try first.relaunch()
        let other = try second.make("Other", under: second.graph.children[0])

        #expect(throws: SessionError.pathTaken(try RestorationPath(parsing: "Root/Left/Gone"))) {
            try second.session.rename(other, to: "Gone")
        }
        #expect(try second.issues() == [])
    }

    /// No parent lists them as children.
    @Test(.rule("PATH-10"))
    func `are below their new parent even if only references reach them`() throws {
        let first = try branches.launch()
        let (left, right) = (first.graph.children[0], first.graph.children[1])
        let made = try first.session.make("Branch", under: left, className: "Node")
        right.references["branch"] = made

        try first.session.move(made, under: right)

        #expect(first.session.path(of: made)?.description == "Root/Right/Branch")
        _ = try first.issues()
        #expect(try first.program.savedPaths.last == "Root/Right/Branch")
    }

    /// The retained records below them move along.
    @Test(.rule("PATH-10", "REST-15", under: .granular))
    func `take along the retained state of their descendants`() throws {
        let first = try branches.launch()
        let branch = try first.make("Branch", under: first.graph.children[0])
        try first.make("Leaf", under: branch).text = "typed"
        branches.faults = [.creationFails(at: "Root/Left/Branch/Leaf")]
        let second = try first.relaunch()
        let (left, right) = (second.graph.children[0], second.graph.children[1])
        let moved = try #require(left.children.first)

        left.hold([])
        right.add(moved)
        try second.session.move(moved, under: right)
        let new = try second.make("Branch", under: left)
        try second.make("Leaf", under: new).text = "new"

        #expect(try second.issues() == [])
        branches.faults = []
        let third = try second.relaunch()
        let texts = third.graph.children.map { $0.children.flatMap(\.children).map(\.text) }
        #expect(texts == [["new"], ["typed"]])
    }

    /// Their own state is retained until they can decode it.
    @Test(.rule("PATH-6", "PATH-10", "REST-15", under: .granular), arguments: [true, false])
    func `take along their own retained state`(isRenamed: Bool) throws {
        let first = try branches.launch()
        try first.make("Branch", under: first.graph.children[0]).text = "typed"
        branches.faults = [.decodingFails(at: "Root/Left/Branch")]
        let second = try first.relaunch()
        let (left, right) = (second.graph.children[0], second.graph.children[1])
        let moved = try #require(left.children.first)

        if isRenamed {
            try second.session.rename(moved, to: "Bough")
        } else {
            left.hold([])
            right.add(moved)
            try second.session.move(moved, under: right)
        }
        _ = try second.issues()

        let place = isRenamed ? "Root/Left/Bough" : "Root/Right/Branch"
        #expect(
            Set(try second.program.savedPaths) == ["Root", "Root/Left", "Root/Right", place]
        )
        branches.faults = []
        let third = try second.relaunch()
        let holder = third.graph.children[isRenamed ? 0 : 1]
        #expect(holder.children.map(\.text) == ["typed"])
        #expect(holder.children.map(\.name) == [isRenamed ? "Bough" : "Branch"])
    }

    @Test(.rule("PATH-6"))
    func `that change their name are saved under the former one until they are renamed`() throws {
        let first = try branches.launch()
        let branch = try first.make("Branch", under: first.graph.children[0])
        #expect(try first.issues() == [])

        branch.restorationIdentifier = "Bough"

        #expect(try first.issues() == [])
        #expect(try first.program.savedPaths.contains("Root/Left/Branch"))
        try first.session.rename(branch, to: "Bough")
        #expect(try first.issues() == [])
        #expect(try first.program.savedPaths.contains("Root/Left/Bough"))
    }
}

/// Holds objects, one of them as its favourite.
private final class Shelf: RestorableContainer {
    let restorationIdentifier: String?
    let restorationArrangement = RestorationArrangement.places
    var restorationSlots: [RestorationSlot] = []
    var favourite: (any Restorable)?

    init(_ name: String) { restorationIdentifier = name }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(favourite, forKey: "favourite")
    }
}
