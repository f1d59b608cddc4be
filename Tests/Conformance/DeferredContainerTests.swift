import RestorationTesting
import Testing

/// A program with a stack whose own state is its title. Later launches cannot apply that state.
private final class Waiting {
    enum Trouble { case none, notYet, failure }

    /// The reason why the stack cannot decode its own state.
    var trouble = Trouble.none
    var title = "none"
    private(set) lazy var program = stackProgram(arrangement) { [self] stack in
        build(stack)
        title = "none"
        stack.onEncode = { [self] in $0.encode(title, forKey: "title") }
        stack.onDecode = { [self] coder in
            switch trouble {
            case .none: title = try coder.decode(String.self, forKey: "title") ?? ""
            case .notYet: throw StateNotYetApplicable()
            case .failure: throw Failing.Failure()
            }
        }
    }
    private let arrangement: RestorationArrangement
    private let build: (Stack) -> Void

    init(
        _ arrangement: RestorationArrangement = .stack,
        _ build: @escaping (Stack) -> Void = { _ in }
    ) {
        self.arrangement = arrangement
        self.build = build
    }

    /// A first launch that saves a title and members.
    func leave(_ names: String...) throws {
        let first = try program.launch()
        for name in names { try first.push(name) }
        title = "typed"
        try first.terminate()
    }
}

@Suite struct `A container whose own state is deferred or failed to decode` {
    @Test(.rule("PRES-29", "REST-39", "CONT-2"))
    func `is saved with its current children, and its state is not lost`() throws {
        let waiting = Waiting()
        try waiting.leave("a", "b")
        waiting.trouble = .notYet
        let second = try waiting.program.launch()
        #expect(second.outcomes == ["Stack": .awaited])
        try second.push("c")

        #expect(try second.issues().isEmpty)
        waiting.trouble = .none
        let third = try second.relaunch(after: .killed)

        #expect(third.report.notRestored.isEmpty)
        #expect(third.graph.members.map(\.text) == ["of a", "of b", "of c"])
        #expect(waiting.title == "typed")
    }

    @Test(.rule("PRES-29", "REST-39"))
    func `applies its state after a save, and retains its children`() throws {
        let waiting = Waiting()
        try waiting.leave("a")
        waiting.trouble = .notYet
        let second = try waiting.program.launch()
        try second.push("b")
        try second.session.preserveNow()
        waiting.trouble = .none

        #expect(second.session.applyAwaitedState(to: second.graph).isEmpty)

        #expect(waiting.title == "typed")
        #expect(try second.relaunch().graph.names == ["a", "b"])
        #expect(waiting.title == "typed")
    }

    @Test(.rule("PRES-29", "REST-40"))
    func `does not get removed children back, and the report does not mention them`() throws {
        let waiting = Waiting()
        try waiting.leave("a", "b")
        waiting.trouble = .notYet
        let second = try waiting.program.launch()

        second.graph.attachRestored([RestorationSlot(second.graph.members[0])], selecting: nil)

        #expect(try second.issues().isEmpty)
        waiting.trouble = .none
        #expect(try second.relaunch(after: .killed).graph.names == ["a"])
    }

    @Test(.rule("PRES-29", "FAIL-19", under: .granular))
    func `is saved with its children if its state could not be applied`() throws {
        let waiting = Waiting()
        try waiting.leave("a")
        waiting.trouble = .failure
        let second = try waiting.program.launch()
        try second.push("b")

        let issues = try second.issues()
        waiting.trouble = .none
        let third = try second.relaunch(after: .killed)

        #expect(issues == [.retainedInstead(try RestorationPath(parsing: "Stack"), type: "Stack")])
        #expect(third.graph.members.map(\.text) == ["of a", "of b"])
        #expect(waiting.title == "typed")
    }

    @Test(.rule("PRES-29", "CONT-3", under: .granular))
    func `is saved with its unavailable children`() throws {
        let waiting = Waiting(.places)
        try waiting.leave("a", "b")
        waiting.trouble = .notYet
        waiting.program.faults = [.creationFails(at: "Stack/a")]
        let second = try waiting.program.launch()
        #expect(second.graph.names == ["b"])
        try second.push("c")
        try second.session.preserveNow()
        waiting.program.faults = []
        waiting.trouble = .none

        #expect(try second.relaunch(after: .killed).graph.names == ["a", "b", "c"])
    }

    // MARK: Set aside after a crash

    @Test(.rule("FAIL-19", "PRES-29", under: .granular), arguments: [CrashStage.decode, .attach])
    func `retains children that it did not receive, beside its current children`(stage: CrashStage)
        throws
    {
        let waiting = Waiting { $0.add(Node("base")) }
        try waiting.leave("a", "a")
        try waiting.program.crash(at: stage, of: "Stack")
        let second = try waiting.program.launch()
        #expect(second.graph.names == ["base"])

        try second.push("a")
        let pushed = second.graph.members[1]
        pushed.text = "half-typed"
        let path = try #require(second.session.path(of: pushed))
        try second.session.preserveNow()
        #expect("\(path)" == "Stack/a#3")
        #expect(
            try second.program.savedPaths.sorted() == [
                "Stack", "Stack/a", "Stack/a#2", "Stack/a#3", "Stack/base",
            ]
        )
        second.session.retryObjectsSetAside()
        let third = try second.relaunch(after: .killed)

        #expect(third.report.notRestored.isEmpty)
        #expect(third.graph.members.map(\.text) == ["", "of a", "of a", "half-typed"])
        #expect(waiting.title == "typed")
    }

    @Test(.rule("FAIL-19", "CONT-1", under: .granular))
    func `retains a presented object that it did not receive, whatever it presents now`() throws {
        let waiting = Waiting()
        let first = try waiting.program.launch()
        let sheet = try first.session.make("sheet", under: first.graph, className: "Node")
        first.graph.restorationPresented = sheet
        try first.terminate().crash(at: .attach, of: "Stack")
        let second = try waiting.program.launch()
        try second.session.preserveNow()
        second.session.retryObjectsSetAside()
        let other = try second.session.make("other", under: second.graph, className: "Node")
        second.graph.restorationPresented = other

        let third = try second.relaunch()

        #expect((third.graph.restorationPresented as? Node)?.name == "other")
        #expect(third.outcomes == ["Stack/sheet": .retained])
    }

    @Test(.rule("FAIL-19", "PRES-29", under: .granular))
    func `retains children that it did not receive if they were not looked up`() throws {
        let waiting = Waiting { $0.add(Node("base")) }
        try waiting.leave("a")
        try waiting.program.crash(at: .create, of: "Stack")
        let second = try waiting.program.launch()
        #expect(second.graph.names == ["base"])
        try second.push("b")
        try second.session.preserveNow()
        second.session.retryObjectsSetAside()

        let third = try second.relaunch(after: .killed)

        #expect(third.graph.members.map(\.text) == ["", "of a", "of b"])
        #expect(waiting.title == "typed")
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `retains children that it did not receive after the program has changed it`() throws {
        let waiting = Waiting { $0.add(Node("base")) }
        try waiting.leave("a")
        try waiting.program.crash(at: .attach, of: "Stack")
        let second = try waiting.program.launch()
        try second.push("b")
        waiting.title = "changed"
        second.session.invalidate(second.graph)
        try second.session.preserveNow()
        second.session.retryObjectsSetAside()

        let third = try second.relaunch()

        #expect(third.graph.names == ["base", "a", "b"])
        #expect(waiting.title == "changed")
    }
}
