import RestorationTesting
import Testing

extension TestLaunch<Node> {
    fileprivate var texts: [String] { graph.children.map(\.text) }
}

/// The behaviour of the program at its next launches.
private final class Conduct {
    /// Whether the program retries objects that were set aside, before it restores.
    var triesAgain = false
    /// Whether the program extends the restoration window.
    var extends = false

    func launch() throws -> TestLaunch<Node> {
        try program { [self] session in
            if triesAgain { session.retryObjectsSetAside() }
            let root = Node("Root")
            root.onDecode = { [self] _ in if extends { session.restorationWindow.extend() } }
            return root
        }.launch()
    }
}

@Suite struct `After a crash while restoring` {
    @Test(
        .rule("T-97", "FAIL-19", under: .granular),
        arguments: [CrashStage.create, .decode, .finish]
    )
    func `only the object that crashed is left out, and its state is retained`(
        stage: CrashStage
    ) throws {
        var program = try savedProgram("A", "B").crash(at: stage, of: "Root/A")

        for _ in 0..<3 {
            let launch = try program.launch()

            #expect(launch.graph.text == "root")
            #expect(launch.texts == ["B"])
            #expect(launch.outcomes == ["Root/A": .retained])
            program = try launch.terminate()
        }
        #expect(
            try program.savedState()?["Root/A"]?.lines.contains { $0.contains("\"A\"") } == true
        )
    }

    @Test(.rule("T-97", "FAIL-19", under: .granular))
    func `an object that the program built stays, without its state`() throws {
        let program = try savedProgram("A", "B").crash(at: .decode, of: "Root")

        let launch = try program.launch()

        #expect(launch.graph.text == "")
        #expect(launch.outcomes == ["Root": .retained, "Root/A": .retained, "Root/B": .retained])
    }

    @Test(.rule("FAIL-19", "REST-11", under: .granular), arguments: [CrashStage.create, .decode])
    func `a root with a restoration class keeps its state like any other root`(stage: CrashStage)
        throws
    {
        let first = try program { _ in
            let root = Node("Root")
            root.restorationClass = "Node"
            return root
        }.launch()
        first.graph.text = "typed"
        let program = try first.terminate().crash(at: stage, of: "Root")
        let second = try program.launch()
        #expect(second.graph.text == "")
        #expect(try second.issues().count == 1)
        try second.terminate()

        let third = try program.launch()
        third.session.retryObjectsSetAside()

        #expect(try third.relaunch().graph.text == "typed")
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `an object that the program built keeps its saved state while it is set aside`() throws {
        let first = try program { _ in Node("Root", [Node("A", [Node("B")])]) }.launch()
        let own = first.graph.children[0]
        own.text = "of A"
        own.children[0].text = "of B"
        try first.make("C", under: own).text = "of C"
        let program = try first.terminate().crash(at: .create, of: "Root/A")

        // Saves retain the subtree unchanged.
        let paths = try ["Root/A", "Root/A/B"].map { try RestorationPath(parsing: $0) }
        for _ in 0..<2 {
            let launch = try program.launch()
            #expect(launch.outcomes.count == 3)
            try launch.session.preserveNow()
            #expect(try launch.issues() == paths.map { .retainedInstead($0, type: "Node") })
            try launch.terminate()
        }
        let second = try program.launch()
        let changed = second.graph.children[0].children[0]
        changed.text = "new"
        second.session.invalidate(changed)
        second.session.retryObjectsSetAside()
        let third = try second.relaunch()

        let kept = third.graph.children[0]
        #expect(kept.text == "of A")
        #expect(kept.children.map(\.text) == ["new", "of C"])
    }

    /// The program does not build the member while the stack is set aside.
    @Test(.rule("FAIL-19", "PRES-29", under: .granular))
    func `a stack gets members back that the program did not build while it was set aside`() throws
    {
        var builds = true
        let program = TestProgram(preset: .tested) { session in
            let stack = Stack("stack")
            if builds { stack.add(Node("page")) }
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        first.graph.members[0].text = "typed"
        try first.terminate().crash(at: .create, of: "stack")
        builds = false
        let second = try program.launch()
        try second.session.preserveNow()
        second.session.retryObjectsSetAside()
        builds = true

        let third = try second.relaunch(after: .killed)

        #expect(third.graph.members.map(\.text) == ["typed"])
    }

    /// The outer container saves its retained children before the save reaches the inner one.
    @Test(.rule("FAIL-19", "PRES-29", under: .granular))
    func `a nested container has its current and its former children`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let inner = Stack("inner", .places)
            let outer = Stack("outer", .places)
            outer.attachRestored([RestorationSlot(inner)], selecting: nil)
            session.addRoot(outer)
            return outer
        }
        func inner(_ launch: TestLaunch<Stack>) throws -> Stack {
            try #require(launch.graph.restorationSlots.first?.child as? Stack)
        }
        func push(_ name: String, _ launch: TestLaunch<Stack>) throws {
            let made = try launch.session.make(name, under: try inner(launch), className: "Node")
            let node = try #require(made as? Node)
            node.text = "of \(name)"
            try inner(launch).add(node)
        }
        let first = try program.launch()
        try push("a", first)
        try first.terminate().crash(at: .create, of: "outer/inner")
        let second = try program.launch()
        try push("b", second)
        let path = try RestorationPath(parsing: "outer/inner")
        #expect(try second.issues() == [.retainedInstead(path, type: "Stack")])
        second.session.retryObjectsSetAside()

        let third = try second.relaunch()

        #expect(try inner(third).members.map(\.text) == ["of a", "of b"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the report gives the crash and the way to restore the object`() throws {
        let launch = try savedProgram("A", "B").crash(at: .decode, of: "Root/A").launch()

        #expect(
            launch.report.notRestored.map(\.description) == [
                "Root/A: retained: The program crashed while the object decoded its state"
                    + " (SIGSEGV). Its"
                    + " state is retained. Another build of the program brings it back, and so does"
                    + " session.retryObjectsSetAside()."
            ]
        )
    }

    @Test(.rule("FAIL-19", under: .granular), arguments: [true, false])
    func `a retry before the restore disregards the end of the last launch`(
        isKnown: Bool
    ) throws {
        let conduct = Conduct()
        let first = try conduct.launch()
        try first.make("A", under: first.graph).text = "A"
        let program = try first.terminate()
        conduct.triesAgain = true
        conduct.extends = !isKnown
        if isKnown {
            try program.crash(at: .decode, of: "Root/A")
        } else {
            try program.launch().terminate(.killed)
        }
        conduct.extends = false

        let launch = try program.launch()

        #expect(launch.texts == ["A"])
        #expect(launch.report.notes.isEmpty)
        #expect(launch.session.previousLaunch.ending == .ordinary)
    }

    @Test(.rule("FAIL-19", "FAIL-13", under: .granular))
    func `a retry before the restore does not count as a crash outside any object's code`() throws {
        let conduct = Conduct()
        let first = try conduct.launch()
        first.graph.text = "typed"
        let program = try first.terminate().crash(at: .decode, of: "Root")
        (conduct.triesAgain, conduct.extends) = (true, true)
        try program.launch().terminate(.killed)
        (conduct.triesAgain, conduct.extends) = (false, false)

        #expect(try program.launch().graph.text == "typed")
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the object comes back with another version of the program`() throws {
        var version = "1.0"
        let program = try savedProgram("A", "B", configure: { $0.applicationVersion = version })
        try program.crash(at: .decode, of: "Root/A").launch().terminate()

        version = "1.1"

        #expect(try program.launch().texts.sorted() == ["A", "B"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the object comes back when the program tries again`() throws {
        let launch = try savedProgram("A", "B").crash(at: .decode, of: "Root/A").launch()

        launch.session.retryObjectsSetAside()

        #expect(try launch.relaunch().texts.sorted() == ["A", "B"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `an object whose state has changed since is restored again`() throws {
        let second = try savedProgram("A", "B").crash(at: .decode, of: "Root").launch()
        second.graph.text = "new"
        second.session.invalidate(second.graph)

        let third = try second.relaunch()

        #expect(third.graph.text == "new")
        #expect(third.outcomes == ["Root/A": .retained, "Root/B": .retained])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `a new object in its place is restored again`() throws {
        let second = try savedProgram("A", "B").crash(at: .decode, of: "Root/A").launch()
        second.graph.hold(second.graph.children.map { RestorationSlot($0) })
        try second.make("A", under: second.graph).text = "new"

        let third = try second.relaunch()

        #expect(third.texts.sorted() == ["B", "new"])
    }

    @Test(.rule("FAIL-19", under: .granular), arguments: [CrashStage.create, .decode, .finish])
    func `no object is blamed for a kill, and after two in a row the object is deferred`(
        stage: CrashStage
    ) throws {
        let program = try savedProgram("A", "B")

        let second = try program.kill(at: stage, of: "Root/A").launch()
        #expect(second.texts.sorted() == ["A", "B"])
        #expect(second.report.notes.count == 1)
        try second.terminate()

        try program.kill(at: stage, of: "Root/A").kill(at: stage, of: "Root/A")
        let last = try program.launch()
        #expect(last.texts == ["B"])
        #expect(last.outcomes == ["Root/A": .retained])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `no object is blamed for the first power loss`() throws {
        let program = try savedProgram("A", "B")

        let second = try program.kill(at: .decode, of: "Root/A").restartMachine().launch()

        #expect(second.texts.sorted() == ["A", "B"])
        #expect(
            second.report.notes.map(\.problem) == [
                "The program ended while the object decoded its state, for an unknown reason"
            ]
        )
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `a successful launch in between restarts the count`() throws {
        let program = try savedProgram("A", "B")
        try program.kill(at: .decode, of: "Root/A").launch().terminate()

        let launch = try program.kill(at: .decode, of: "Root/A").launch()

        #expect(launch.texts.sorted() == ["A", "B"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the next restore has the reason recovery, and later ones the reason the program gives`()
        throws
    {
        let program = try savedProgram("A", "B")
        let launch = try program.kill(at: .decode, of: "Root").launch()

        #expect(launch.report.reason == .recovery)
        #expect(try launch.relaunch().report.reason == .launch)
    }

    @Test(
        .rule("FAIL-19", "REST-37", under: .granular),
        arguments: [CrashStage.create, .decode, .finish]
    )
    func `an object that crashes on late arrival is left out, even after a save`(
        stage: CrashStage
    ) throws {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        try first.make("late", of: "Late", under: first.graph).text = "typed"
        let second = try first.relaunch()
        try second.make("A", under: second.graph)
        try second.session.preserveNow()

        try second.crash(at: stage, of: "Root/late") { deliveries.deliver("late") }
        let third = try program.launch()

        #expect(third.outcomes == ["Root/late": .retained])
        #expect(third.graph.children.map(\.name) == ["A"])
    }

    @Test(
        .rule("FAIL-19", "REST-37", under: .granular),
        arguments: [CrashStage.create, .decode, .finish]
    )
    func `an object that came late is deferred after two kills, as any other`(
        stage: CrashStage
    ) throws {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        try first.make("late", of: "Late", under: first.graph).text = "typed"
        try first.terminate()
        for _ in 0..<2 {
            try program.launch().kill(at: stage, of: "Root/late") {
                deliveries.deliver("late")
            }
            deliveries.forget()
        }

        let deferring = try program.launch()
        #expect(deferring.outcomes == ["Root/late": .retained])
        let trying = try deferring.relaunch()
        #expect(trying.outcomes == ["Root/late": .awaited])
        deliveries.deliver("late")
        trying.settle()
        let report = try #require(trying.session.report)
        #expect(
            report.entries.contains { "\($0.path)" == "Root/late" && $0.outcome != .awaited }
        )

        // A completed restore resets the count.
        try trying.terminate()
        deliveries.forget()
        try program.launch().kill(at: stage, of: "Root/late") { deliveries.deliver("late") }
        deliveries.forget()
        #expect(try program.launch().outcomes == ["Root/late": .awaited])
    }

    @Test(.rule("FAIL-19", "FAIL-4", "REST-37", under: .granular))
    func `an object whose late creation crashes in an extended restore is left out`() throws {
        let program = program { session in
            let root = Node("Root")
            root.onDecode = { _ in session.restorationWindow.extend() }
            return root
        }
        let first = try program.launch()
        try first.make("late", of: "Late", under: first.graph)
        let second = try first.relaunch()
        try second.make("A", under: second.graph)
        try second.session.preserveNow()

        try second.crash(at: .create, of: "Root/late") { deliveries.deliver("late") }

        #expect(try program.launch().outcomes == ["Root/late": .retained])
    }

    @Test(.rule("FAIL-19", "REST-37", under: .granular))
    func `references withheld from the delegate survive a late object`() throws {
        let delegate = Delegate()
        let program = program { session in
            session.delegate = delegate
            return Node("Root", [Node("A")])
        }
        let first = try program.launch()
        let child = first.graph.children[0]
        try first.make("late", of: "Late", under: first.graph)
        delegate.onWillEncode = { $0.encode(child, forKey: "child") }
        try first.terminate()
        delegate.onWillEncode = { _ in }
        let second = try program.crash(at: .delegate).launch()

        deliveries.deliver("late")
        second.settle()
        second.session.retryObjectsSetAside()
        try second.terminate()
        var found: Node?
        delegate.onDidDecode = { found = try? $0.decode(Node.self, forKey: "child") }
        let third = try program.launch()

        #expect(found != nil)
        #expect(found === third.graph.children[0])
    }

    @Test(.rule("FAIL-19", "REST-39", under: .granular))
    func `an object that took its state late does not get it again`() throws {
        var isReady = true
        let program = program { _ in
            let child = Node("A")
            child.onDecode = { _ in if !isReady { throw StateNotYetApplicable() } }
            return Node("Root", [child])
        }
        let first = try program.launch()
        first.graph.children[0].text = "typed"
        try first.terminate()
        isReady = false
        let second = try program.launch()
        #expect(second.outcomes == ["Root/A": .awaited])
        try second.session.preserveNow()

        isReady = true
        try second.crash(at: .decode, of: "Root/A") {
            second.session.applyAwaitedState(to: second.graph.children[0])
        }
        let third = try program.launch()

        #expect(third.outcomes == ["Root/A": .retained])
        third.session.retryObjectsSetAside()
        #expect(try third.relaunch().graph.children[0].text.hasPrefix("typed"))
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the object comes back when the program tries again from the start`() throws {
        let conduct = Conduct()
        let first = try conduct.launch()
        try first.make("A", under: first.graph)
        let program = try first.terminate().crash(at: .decode, of: "Root/A")
        #expect(try program.launch().terminate().launch().outcomes == ["Root/A": .retained])

        conduct.triesAgain = true

        #expect(try program.launch().report.notRestored.isEmpty)
    }

    @Test(.rule("FAIL-19"))
    func `a store without a ledger still restores`() throws {
        let program = try savedProgram("A", "B")
        program.faults = [.diskFull]

        #expect(try program.launch().texts.sorted() == ["A", "B"])
    }
}

@Suite struct `After a crash under the preset uikit` {
    @Test(
        .rule("T-64", "FAIL-2", "FAIL-13", under: .uikit),
        arguments: [CrashStage.delegate, .create, .decode, .attach, .finish]
    )
    func `the next launch restores nothing, and the launch after a new save restores that save`(
        stage: CrashStage
    ) throws {
        let delegate = Delegate()
        let first = try stackProgram(delegate: delegate).launch()
        try first.push("A")
        let path: String? =
            switch stage {
            case .delegate: nil
            // Only containers receive children.
            case .attach: "Stack"
            default: "Stack/A"
            }
        let program = try first.terminate().crash(at: stage, of: path)

        let second = try program.launch()
        #expect(second.report.entries.isEmpty)
        #expect(second.graph.names.isEmpty)
        #expect(program.disk.setAside.map(\.reason) == [.crashed])
        try second.push("fresh")

        #expect(try second.relaunch().graph.names == ["fresh"])
    }

    @Test(.rule("T-65", "FAIL-4", under: .uikit))
    func `the next launch restores nothing if a restore was in progress`() throws {
        let program = try savedProgram("A", "B", onDecode: { $0.restorationWindow.extend() })

        let second = try program.launch()
        #expect(second.graph.text == "root")
        let third = try second.relaunch(after: .killed)

        #expect(third.graph.text == "")
    }

    @Test(.rule("T-66", "REST-33", "REST-35", under: .uikit))
    func `the next launch restores if all extensions were completed`() throws {
        let program = try savedProgram(
            "A",
            "B",
            onDecode: { for _ in 0..<2 { $0.restorationWindow.extend() } }
        )
        let second = try program.launch()

        for _ in 0..<3 { second.session.restorationWindow.complete() }
        second.settle()
        let third = try second.relaunch(after: .killed)

        #expect(third.graph.text == "root")
    }

    @Test(.rule("T-67", "FAIL-3", under: .uikit))
    func `two launches in a row that fail cost the state`() throws {
        let program = try savedProgram("A", "B")

        try program.launch().terminate(.killed)
        #expect(try program.launch().terminate(.killed).savedState() != nil)
        let last = try program.launch()

        #expect(last.graph.text == "")
    }

    @Test(.rule("FAIL-3", under: .uikit))
    func `a successful launch in between keeps the state`() throws {
        let program = try savedProgram("A", "B")
        try program.launch().terminate(.killed)
        let second = try program.launch()
        second.settle()
        try second.terminate(.killed)

        #expect(try program.launch().graph.text == "root")
    }

    @Test(.rule("T-96", "FAIL-13", "FAIL-14", under: .uikit))
    func `the third launch is clean although nothing could be saved`() throws {
        let program = try savedProgram("A", "B")
        try program.crash(at: .decode, of: "Root/A")
        try program.launch().terminate(.killed)

        let third = try program.launch()

        #expect(third.report.entries.isEmpty)
        #expect(third.report.notes.isEmpty)
    }
}
