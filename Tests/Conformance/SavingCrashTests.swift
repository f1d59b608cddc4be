import RestorationTesting
import Testing

@Suite struct `After a crash while saving` {
    /// The save's issues for objects that it skipped.
    private func notAsked(_ launch: TestLaunch<Node>) throws -> [String] {
        try launch.issues().compactMap { issue in
            guard case .notAsked(let path, let reason, retainsEarlierState: true) = issue else {
                return nil
            }
            return "\(path.map { "\($0)" } ?? "-"): \(reason.problem)"
        }
    }

    @Test(.rule("FAIL-19", "PRES-29", under: .granular))
    func `an object that crashed while it encoded is restored, and not asked again`() throws {
        var program = try savedProgram("A", "B").crash(at: .encode, of: "Root/A")

        for round in 0..<3 {
            let launch = try program.launch()
            #expect(
                launch.graph.children.map(\.text) == (round == 0 ? ["A", "B"] : ["A", "new B"])
            )
            launch.graph.children[0].text = "new A"
            launch.graph.children[1].text = "new B"

            #expect(
                try notAsked(launch) == [
                    "Root/A: The program crashed while the object encoded its state (SIGSEGV)"
                ]
            )
            program = try launch.terminate()
        }
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the report names the object, the crash, and the remedy`() throws {
        let program = try savedProgram("A", "B").crash(at: .encode, of: "Root/A")

        let notes = try program.launch().report.notes.map(\.description)

        #expect(
            notes == [
                """
                error: The program crashed while the object encoded its state (SIGSEGV)
                   at: Root/A
                  fix: It is not asked again: its earlier state is saved again. \
                Another build of the program ends that, and so does \
                session.retryObjectsSetAside().
                """
            ]
        )
    }

    @Test(.rule("FAIL-15", "FAIL-19", under: .granular))
    func `a program in development asks the object again, and the report has no notes`() throws {
        let program = try savedProgram("A", "B", configure: { $0.keepsStateForDevelopment = true })
        try program.crash(at: .encode, of: "Root/A")

        let launch = try program.launch()

        #expect(launch.report.notes.isEmpty)
        #expect(try notAsked(launch) == [])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `a container that crashed while it was asked retains its children`() throws {
        let program = stackProgram(.places)
        let first = try program.launch()
        for name in ["A", "B"] { try first.push(name) }
        try first.terminate()
        let second = try program.crash(at: .list, of: "Stack").launch()
        #expect(second.graph.names == ["A", "B"])
        try second.push("C")

        let third = try second.relaunch()

        #expect(third.graph.names == ["A", "B"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the delegate is not asked again, and its state is saved once more`() throws {
        let delegate = Delegate()
        var (own, restored) = ("first", "")
        delegate.onWillEncode = { $0.encode(own, forKey: "own") }
        delegate.onShouldRestore = {
            restored = (try? $0.decode(String.self, forKey: "own")) ?? "none"
        }
        let program = stackProgram(delegate: delegate)
        try program.launch().terminate()
        try program.crash(at: .preserve)
        own = "second"

        for _ in 0..<2 {
            let launch = try program.launch()
            #expect(restored == "first")
            let log = try Log.collect { try launch.session.preserveNow() }
            #expect(log.filter { $0 == "will encode" } == [])
            try launch.terminate()
        }
    }

    /// No earlier save contains the object.
    @Test(.rule("FAIL-19", under: .granular))
    func `an object that crashed in the first save of all is not asked in the next launch`() throws
    {
        let program = program { _ in Node("Root", [Node("A", text: "a")]) }
        try program.crash(at: .encode, of: "Root/A")

        let launch = try program.launch()

        let issues = try launch.issues()
        #expect(
            issues.contains {
                if case .notAsked(_, _, retainsEarlierState: false) = $0 { true } else { false }
            },
            "\(issues)"
        )
        #expect(try program.savedPaths == ["Root", "Root/A"])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `a new object is asked if one of its name crashed before it was saved`() throws {
        let program = program { _ in Node("Root", [Node("A")]) }
        try program.crash(at: .encode, of: "Root/A")
        let second = try program.launch()
        _ = try second.issues()
        let third = try second.relaunch()

        try third.make("A", under: third.graph).text = "new"
        _ = try third.issues()

        let state = try #require(try program.savedState())
        #expect(state.paths == ["Root", "Root/A", "Root/A#2"])
        #expect(state["Root/A"]?.values.isEmpty == true)
        #expect(state["Root/A#2"]?.values["text"] == .string("new"))
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `no object is blamed for a kill`() throws {
        let program = try savedProgram("A", "B").kill(at: .encode, of: "Root/A")

        let launch = try program.launch()

        #expect(launch.report.notes.map(\.place) == ["Root/A"])
        #expect(
            launch.report.notes.map(\.problem) == [
                "The program ended while the object encoded its state, for an unknown reason"
            ]
        )
        #expect(try launch.issues() == [])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `another version of the program asks again`() throws {
        var version = "1"
        let program = try savedProgram("A", "B", configure: { $0.applicationVersion = version })
        try program.crash(at: .encode, of: "Root/A")
        #expect(try notAsked(try program.launch()).count == 1)
        version = "2"

        #expect(try program.launch().issues() == [])
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `the program may ask again, before it restores or afterwards`() throws {
        var triesAgain = false
        let program = program { session in
            if triesAgain { session.retryObjectsSetAside() }
            return Node("Root", [Node("A", text: "a")])
        }
        try program.launch().terminate()
        try program.crash(at: .encode, of: "Root/A")
        triesAgain = true
        let before = try program.launch()
        #expect(before.report.notes.isEmpty)
        #expect(try before.issues() == [])
        try before.terminate()

        triesAgain = false
        let after = try program.crash(at: .encode, of: "Root/A").launch()
        #expect(try notAsked(after).count == 1)
        after.session.retryObjectsSetAside()
        #expect(try after.issues() == [])
        #expect(try after.relaunch().report.notes.isEmpty)
    }

    /// The object can crash in a restore, too, and the reports mention both crashes.
    @Test(.rule("FAIL-19", under: .granular))
    func `an object may also be left out of restores`() throws {
        let program = try savedProgram("A", "B").crash(at: .encode, of: "Root/A")
        try program.crash(at: .decode, of: "Root/A")

        let launch = try program.launch()

        #expect(launch.outcomes == ["Root/A": .retained])
        #expect(try launch.issues() == [])
        launch.session.retryObjectsSetAside()
        #expect(try launch.relaunch().outcomes == [:])
    }
}
