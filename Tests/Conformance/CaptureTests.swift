import RestorationTesting
import Testing

/// An action between two steps of a scenario that must have no effect.
enum Interruption: CaseIterable, Sendable {
    /// Captures the state as a test does, without writing it.
    case look
    /// Tries to save to a full disk.
    case failedSave

    fileprivate func occur<Graph>(in launch: TestLaunch<Graph>) throws {
        switch self {
        case .look:
            for _ in 0..<2 { _ = try launch.snapshot() }
        case .failedSave:
            launch.program.faults.insert(.diskFull)
            #expect(throws: StorageError.self) { try launch.session.preserveNow() }
            launch.program.faults.remove(.diskFull)
        }
    }
}

extension TestLaunch {
    /// Captures in the background. The write to disk comes later.
    fileprivate func beginSaving() {
        session.invalidator.invalidate()
        session.runPending()
        program.clock.advance(by: .seconds(1))
        session.runPending()
    }
}

/// Counts how often the session reads its children.
private final class Tray: Restorable {
    let restorationIdentifier: String? = "Tray"
    var held: [any Restorable] = []
    private(set) var requestCount = 0
    var restorationChildren: [any Restorable] {
        requestCount += 1
        return held
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(held, forKey: "held")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        held = try coder.decodeReferences(forKey: "held")
    }
}

@Suite struct `A capture of retained records` {
    /// The paths of retained records are known, so the session does not read objects' children for
    /// them.
    @Test(.rule("PATH-10", under: .granular))
    func `asks objects for their contents as often as a capture without retained records`() throws {
        func requestCount(isThere: Bool) throws -> Int {
            let program = TestProgram(preset: .tested) { session in
                session.register(Node.self, as: "Node")
                let tray = Tray()
                session.addRoot(tray)
                return tray
            }
            let first = try program.launch()
            let node = try first.session.make("node", under: first.graph, className: "Node")
            first.graph.held = [node]
            let below = try first.session.make("below", under: node, className: "Node")
            (node as? Node)?.references = ["below": below]
            try first.terminate()
            if !isThere { program.faults = [.classMissing("Node")] }
            let second = try program.launch()
            let before = second.graph.requestCount
            #expect(try second.snapshot().paths.count == 3)
            return second.graph.requestCount - before
        }

        #expect(try requestCount(isThere: false) == requestCount(isThere: true))
    }
}

/// A capture only reads. Its findings take effect when the generation is durable.
@Suite struct `A capture that is never written` {
    /// Runs a scenario without and with an interruption at each pause, and compares the results.
    private func expectNoTrace(
        of interruption: Interruption,
        _ story: (_ pause: (TestLaunch<Node>) throws -> Void) throws -> [String]
    ) throws {
        let told = try Deliveries.run { _ in try story { _ in } }
        let interrupted = try Deliveries.run { _ in
            try story { try interruption.occur(in: $0) }
        }
        #expect(interrupted == told)
    }

    @Test(arguments: Interruption.allCases)
    func `leaves state waiting for an element that exists by now`(
        _ interruption: Interruption
    ) throws {
        try expectNoTrace(of: interruption) { pause in
            let second = try launchBeforeLoading()
            let owner = try #require(second.graph as? Bookcase)
            owner.awaitsElements = true
            try pause(second)
            let book = Book()
            owner.book = book
            try pause(second)
            second.session.applyAwaitedState(to: owner)
            try pause(second)
            return try [book.text] + second.observableFacts()
        }
    }

    @Test(arguments: Interruption.allCases)
    func `does not affect records that were not looked up`(_ interruption: Interruption) throws {
        try expectNoTrace(of: interruption) { pause in
            let first = try program { _ in Node("Root", [Node("A")]) }.launch()
            first.graph.children[0].text = "of A"
            let second = try first.terminate().crash(at: .create, of: "Root/A").launch()
            let own = second.graph.children[0]
            try pause(second)
            let before = "\(second.session.failure(of: own)?.problem ?? "nothing")"
            // A new object at this path, for which the session retains the record from now on.
            second.graph.hold([RestorationSlot(Node("A"))])
            try pause(second)
            let other = second.graph.children[0]
            let after = "\(second.session.failure(of: other)?.problem ?? "nothing")"
            return try [before, after] + second.observableFacts()
        }
    }

    @Test(arguments: Interruption.allCases)
    func `retains keys that the class does not know`(_ interruption: Interruption) throws {
        try expectNoTrace(of: interruption) { pause in
            let first = try program { _ in Newer("Root") }.launch()
            let newer = try #require(first.graph as? Newer)
            newer.extra = "from before"
            let second = try first.relaunch()
            let changed = try #require(second.graph as? Newer)
            try pause(second)
            changed.extra = "from now"
            try pause(second)
            changed.extra = nil
            return try second.observableFacts()
        }
    }

    @Test(arguments: Interruption.allCases)
    func `leaves it to the next save to report given-up state`(_ interruption: Interruption)
        throws
    {
        try expectNoTrace(of: interruption) { pause in
            let first = try program { _ in Node("Root", [Node("box")]) }.launch()
            let box = first.graph.children[0]
            try first.make("line", under: try first.make("note", under: box)).text = "typed"
            let program = try first.terminate()
            program.faults = [.decodingFails(at: "Root/box")]
            let second = try program.launch()
            program.faults = []
            try pause(second)
            second.session.invalidate(second.graph.children[0])
            try pause(second)
            return try second.observableFacts() + second.observableFacts()
        }
    }

    /// Unlike a capture, a real save ends the wait, because it checks the object's place.
    @Test func `cancels no wait`() throws {
        try expectNoTrace(of: .look) { pause in
            let first = try program { session in
                let root = Node("Root")
                root.add(Stack("Shelf", .places))
                return root
            }.launch()
            let shelf = try #require(first.shelf)
            let late = try first.session.make("late", under: shelf, className: "Late")
            shelf.restorationPresented = late
            let second = try first.relaunch()
            let presenter = try #require(second.shelf)
            try pause(second)
            presenter.restorationPresented = Node("other")
            try pause(second)
            presenter.restorationPresented = nil
            let outcome = second.entry("Root/Shelf/late")?.outcome
            deliveries.deliver("late")
            second.settle()
            return try ["\(outcome as Any)", "\(presenter.restorationPresented as Any)".prefix(9)]
                .map { "\($0)" } + second.observableFacts()
        }
    }

    @Test(arguments: Interruption.allCases)
    func `does not change the content of the next save`(_ interruption: Interruption) throws {
        try expectNoTrace(of: interruption) { pause in
            let second = try launchWithShelf(failing: .classMissing("Node"))
            let shelf = try #require(second.shelf)
            for name in ["c", "a"] {
                let child = Node(name)
                child.restorationParent = shelf
                shelf.add(child)
                try pause(second)
            }
            second.graph.references["d"] = Node("d")
            try pause(second)
            return try second.observableFacts()
        }
    }
}

@Suite struct `Findings of a save` {
    @Test func `take effect once the save is durable, even a save in the background`() throws {
        let second = try launchWithShelf(failing: .creationFails(at: "Root/Shelf/b"))
        let shelf = try #require(second.shelf)
        shelf.restorationSelection = shelf.members[0]
        second.session.invalidate(second.graph)
        second.advance(by: .seconds(2))

        shelf.restorationSelection = nil
        second.program.faults = []
        let third = try second.relaunch()

        #expect(third.shelf?.restorationSelection == nil)
    }

    /// The program applies the awaited state during the write.
    @Test func `are ignored once they are outdated`() throws {
        let second = try launchBeforeLoading()
        let owner = try #require(second.graph as? Bookcase)
        owner.awaitsElements = true
        let book = Book()
        owner.book = book
        second.beginSaving()
        second.session.applyAwaitedState(to: owner)

        second.settle()

        #expect(book.text == "typed")
        #expect(try second.issues().isEmpty)
        #expect(try second.program.savedState()?["Folder/book"]?.kind.contains("kept") == false)
    }

    @Test func `are ignored if a later save has overtaken it`() throws {
        let second = try launchWithShelf(failing: .creationFails(at: "Root/Shelf/b"))
        let shelf = try #require(second.shelf)
        shelf.restorationSelection = shelf.members[0]
        second.beginSaving()
        shelf.restorationSelection = nil
        try second.session.preserveNow()
        second.settle()
        second.program.faults = []

        let third = try second.relaunch()

        #expect((third.shelf?.restorationSelection as? Node)?.name == "b")
    }

    @Test func `about given-up state are reported by only one of two concurrent saves`() throws {
        let second = try launchWithFailingChild()
        second.program.faults = []
        var told: [[PreservationError]] = []
        second.session.onSave = { told.append($0.report.issues) }
        second.graph.children[0].text = "changed"
        second.session.invalidate(second.graph.children[0])

        second.beginSaving()
        try second.session.preserveNow()
        second.settle()
        try second.session.preserveNow()

        let path = try RestorationPath(parsing: "A/B")
        #expect(told == [[.outdatedRetained(path)], []])
    }

    /// The copy of state left out after a crash belongs to the save that gives that state up.
    @Test func `include the copy of given-up state even if the first save fails`() throws {
        let directory = StateDirectory()
        let program = directory.program(preset: .granular) { Node("Root", [Node("A")]) }
        let first = try program.launch()
        first.graph.children[0].text = "of A"
        try first.terminate().crash(at: .decode, of: "Root/A")
        let second = try program.launch()
        func copies() throws -> Int {
            try directory.files().keys.count { $0.hasPrefix("set-aside/") }
        }
        #expect(try copies() == 0)
        second.graph.children[0].text = "changed"
        second.session.invalidate(second.graph.children[0])

        program.faults = [.diskFull]
        #expect(throws: StorageError.self) { try second.session.preserveNow() }
        program.faults = []
        try second.session.preserveNow()

        #expect(try copies() > 0)
    }
}

/// A launch of a program whose root has a shelf with "a" and "b" from a class. The selection was
/// "b".
private func launchWithShelf(failing fault: Fault) throws -> TestLaunch<Node> {
    let first = try program { _ in
        let root = Node("Root")
        root.add(Stack("Shelf", .places))
        return root
    }.launch()
    let shelf = try #require(first.shelf)
    for name in ["a", "b"] {
        let made = try first.session.make(name, under: shelf, className: "Node")
        shelf.add(try #require(made as? Node))
    }
    shelf.restorationSelection = shelf.members[1]
    let program = try first.terminate()
    program.faults = [fault]
    return try program.launch()
}

/// A launch whose bookcase has not loaded its saved book.
private func launchBeforeLoading() throws -> TestLaunch<Node> {
    var isLater = false
    let first = try program { _ in
        let bookcase = Bookcase("Folder")
        bookcase.book = isLater ? nil : Book(text: "typed")
        return bookcase
    }.launch()
    isLater = true
    return try first.relaunch()
}

extension TestLaunch<Node> {
    fileprivate var shelf: Stack? {
        graph.restorationChildren.lazy.compactMap { $0 as? Stack }.first
    }

    /// Every observable fact about the launch and its saves.
    fileprivate func observableFacts() throws -> [String] {
        let issues = try issues().map { "\($0)" }
        let entries = session.report?.entries.map {
            "\($0.path) \($0.outcome) \($0.reason?.problem ?? "")"
        }
        let cancelled = deliveries.cancelled
        return try issues + (entries ?? []) + cancelled + ["\(program.savedState() as Any)"]
    }
}

/// Encodes a key that it never decodes.
private final class Newer: Node {
    var extra: String?

    override func encodeRestorableState(with coder: RestorationCoder) throws {
        if let extra { coder.encode(extra, forKey: "extra") }
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {}
}
