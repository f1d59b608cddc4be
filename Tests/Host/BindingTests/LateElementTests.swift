import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `Contents that an adopted object gets after the restore` {
    /// The library calls back when a dial gains a child.
    private static let telling =
        DialBinding.base + """
            "appeared": "dial_watch_children(object, callback(object, pointer), null) -> uint64",
            "unappeared": "dial_unwatch(object, uint64 result)",
            """

    /// A program that has saved a dial at 42.
    private func program(base: String = DialBinding.base) throws -> DialProgram {
        try program(binding: DialBinding.text(base: base))
    }

    private func program(binding: String) throws -> DialProgram {
        let program = try DialProgram(binding: binding)
        _ = try program.runDial { $1.turn(to: 42) }
        return program
    }

    /// One launch with an initially empty window.
    private func late(
        _ program: DialProgram,
        _ body: (RestorationSession, any Restorable, Dial, Dial) throws -> Void
    ) throws -> RestorationReport {
        let session = try program.session { $0.autosaveInterval = .seconds(3600) }
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let root = try program.adopt(window, into: session)
        let report = try session.restore()
        try session.preserveNow()
        session.runPending()
        try body(session, root, window, Dial("Dial", "volume", in: program.journal))
        try session.preserveNow()
        return report
    }

    @Test func `have their state retained until they exist`() throws {
        let program = try program()

        let report = try late(program) { _, _, _, _ in }

        #expect(report.notRestored.map { "\($0.path)" } == ["Main/volume"])
        #expect(report.notRestored.map(\.outcome) == [.awaited])
        #expect(report.notRestored[0].reason?.problem == "Its owner does not have it yet")
        #expect(try program.next(\.position) == .integer(42))
    }

    @Test func `are retained with the reason if a function of their class is missing`() throws {
        let program = try program()
        let reason =
            "The class Dial of org.example.dials calls functions that \(DialLibrary.shared.file) does not have:"
            + " dial_set_positoin"
        let misspelt = DialBinding.text()
            .replacing("dial_set_position", with: "dial_set_positoin")
        try program.install(misspelt)
        let session = try program.session()
        let window = Dial("Window", "Main", in: program.journal)
        window.add(Dial("Dial", "volume", in: program.journal))
        _ = try program.adopt(window, into: session)

        let report = try session.restore()
        try session.preserveNow()
        let faults = session.pluginFaults.map(\.problem)
        session.close()

        #expect(report.notRestored.map(\.outcome) == [.awaited])
        #expect(report.notRestored.map { $0.reason?.problem } == [reason])
        #expect(faults == [reason])
        #expect(program.log.contains(reason))
        try program.install(DialBinding.text())
        #expect(try program.next(\.position) == .integer(42))
    }

    @Test func `get their state once, on the program's request`() throws {
        let program = try program()

        _ = try late(program) { session, root, window, dial in
            window.add(dial)
            #expect(session.applyAwaitedState(to: root).isEmpty)
            #expect(dial.position == .integer(42))
            dial.turn(to: 7)
            session.applyAwaitedState(to: root)
            #expect(dial.position == .integer(7))
        }

        #expect(try program.next(\.position) == .integer(7))
    }

    @Test func `get their state even if a save found them first`() throws {
        let program = try program()

        _ = try late(program) { session, root, window, dial in
            window.add(dial)
            dial.turn(to: 5)
            try session.preserveNow()
            session.applyAwaitedState(to: root)
            #expect(dial.position == .integer(42))
        }

        #expect(try program.next(\.position) == .integer(42))
    }

    @Test func `get their state when the library reports them, and their changes are observed`()
        throws
    {
        let program = try program(base: Self.telling)

        _ = try late(program) { session, root, window, dial in
            #expect(session.nextDeadline == nil)
            window.add(dial)
            #expect(dial.position == .integer(42))
            session.runPending()
            #expect(session.nextDeadline == nil)
            dial.turn(to: 8)
            session.runPending()
            #expect(session.nextDeadline != nil)
            session.abandon(root)
            #expect(window.watcherCount == .integer(0))
        }
    }

    @Test func `get their state when the library reports them on another thread`() throws {
        let program = try program(base: Self.telling)

        _ = try late(program) { session, _, window, dial in
            dial.set("partner", "object", window.object)
            dial.call("dial_join_elsewhere")
            #expect(dial.position == .integer(0))
            session.runPending()
            #expect(dial.position == .integer(42))
        }
    }

    @Test func `are adopted once if the library reports them during the adoption`() throws {
        let program = try program(
            base: Self.telling.replacing(
                #""dial_ref(object) -> object""#,
                with: #"["dial_ref(object) -> object", "dial_welcome(object)"]"#
            )
        )

        _ = try late(program) { session, _, window, dial in
            _ = program.journal.take()
            window.add(dial)
            session.runPending()
            #expect(dial.position == .integer(42))
            #expect(program.journal.take() == ["ref", "welcome", "+c", "position"])
        }
    }

    @Test func `are not looked up repeatedly if the library reports a change at every lookup`()
        throws
    {
        let program = try program(
            binding: DialBinding.text(base: Self.telling).replacing(
                #""get": "dial_get_name(object) -> string?""#,
                with: #""get": ["dial_welcome(object)", "dial_get_name(object) -> string?"]"#
            )
        )

        _ = try late(program) { session, _, window, dial in
            window.add(dial)
            for _ in 0..<5 { session.runPending() }
            #expect(dial.position == .integer(42))
            _ = program.journal.take()

            for _ in 0..<5 { session.runPending() }
            #expect(program.journal.take() == [])
        }
    }
}
