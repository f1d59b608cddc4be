import RestorationInvocation
import RestorationKit
import TestSupport
import Testing

@Suite struct `The life of a library's objects` {
    private static let destroyed = """
        "adopt": "dial_ref(object) -> object", "release": "dial_unref(object)",
        "destroyed": "dial_watch_end(object, callback(object, pointer) -> void, null) -> uint64",
        "changed": "dial_watch(object, callback(object, pointer) -> void, null) -> uint64",
        "unchanged": "dial_unwatch(object, uint64 result)",
        """

    private static func creating(_ journal: DialJournal, failing: String = "") -> String {
        guard case .object(let address) = journal.address else { return "" }
        return """
            "routes": ["Shelf/{name}"],
            "create": [
                "dial_open(pointer(\(address)), string name, bool lit, out object object) -> int32",
                "dial_state(object) -> int32 fails nonzero",
            ],
            "destroy": "dial_free(object)", "finished": "dial_finish(object)",
            """
    }

    @Test func `begins with create and ends with destroy, once`() throws {
        let program = try DialProgram(binding: nil)
        let state =
            DialBinding.position
            + #"{ "key": "lit", "get": "dial_get_lit(object) -> bool", "default": false },"#
        try program.install(
            DialBinding.text(
                state: state,
                dial: Self.creating(program.journal),
                base: ""
            )
        )
        do {
            let session = try program.session()
            let shelf = Shelf()
            session.addRoot(shelf)
            try session.restore()
            let made = try session.make("one", under: shelf, parameters: ["lit": true])
            shelf.items = [made]
            unsafe Dial(at: session.nativeObject(of: made)).turn(to: 8)
            try session.preserveNow()
            session.close()
        }
        #expect(program.journal.alive == 0)
        _ = program.journal.take()

        do {
            let session = try program.session()
            let shelf = Shelf()
            session.addRoot(shelf)
            let report = try session.restore()

            #expect(report.entries.allSatisfy { $0.outcome == .restored })
            #expect(report.entries.contains { $0.plugin == "org.example.dials" })
            let dial = unsafe Dial(at: session.nativeObject(of: shelf.items[0]))
            #expect(dial.position == .integer(8))
            #expect(dial.isLit == .bool(true))
            session.close()
        }
        #expect(program.journal.take() == ["new", "position", "finished", "free"])
        #expect(program.journal.alive == 0)
    }

    @Test func `ends on the session's thread wherever the last reference is dropped`() throws {
        let program = try DialProgram()
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        var root: (any Restorable)? = unsafe try session.adopt(
            window.pointer,
            from: "org.example.dials"
        )
        #expect(root != nil)
        _ = program.journal.take()

        onAnotherThread { root = nil }
        let before = program.journal.take()
        session.runPending()

        #expect(before == [])
        #expect(program.journal.take() == ["-c", "unref"])
    }

    @Test func `ends when it is abandoned, though the session is closed`() throws {
        let program = try DialProgram()
        let session = try program.session()
        let window = Dial("Window", "Main", in: program.journal)
        let root = try program.adopt(window, into: session)
        try session.restore()
        session.close()
        _ = program.journal.take()

        session.abandon(root)

        #expect(program.journal.take() == ["-c", "unref"])
    }

    @Test(arguments: ["dial_destroy", "dial_destroy_elsewhere"])
    func `ends when the library destroys it`(function: String) throws {
        let program = try DialProgram(binding: DialBinding.text(base: Self.destroyed))
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let root = try program.adopt(window, into: session)
        try session.restore()
        _ = program.journal.take()

        window.call(function)
        session.runPending()
        let address = unsafe session.nativeObject(of: root)

        #expect(unsafe address == nil)
        // The library removes its watchers itself from here on.
        #expect(program.journal.take() == ["destroy"])
        // The library, unaware of the object's end, still reports a change.
        window.turn(to: 3)
        session.runPending()
        session.abandon(root)
        #expect(program.journal.take() == ["position", "unref"])
    }

    @Test(arguments: [
        #""set": "dial_close(object, int32)","#,
        #""set": ["dial_close(object, int32)", "dial_finish(object)"],"#,
        #""set": { "do": "dial_close(object, int32)", "finally": "dial_finish(object)" },"#,
        """
        "set": "dial_try_position(object, int32) -> int32 fails negative",
        "list": { "count": "dial_look(object) -> int32", "clear": "dial_destroy(object)" },
        """,
    ])
    func `ends if a value is set that ends it`(members: String) throws {
        let state = """
            { "key": "a", "get": "dial_look(object) -> int32", \(members) },
            {
                "key": "b", "get": "dial_look(object) -> int32",
                "set": "dial_set_position(object, int32)",
            },
            """
        let program = try DialProgram(
            binding: DialBinding.text(state: state, base: Self.destroyed)
        )
        _ = try program.runDial()
        _ = program.journal.take()

        let report = try program.runDial { _, _ in
            let after = program.journal.take().drop { $0 != "destroy" }
            #expect(!after.isEmpty)
            // The dial is still in its window, so the restore visits it again.
            #expect(after.filter { ["look", "position", "finished"].contains($0) } == [])
        }
        let words = "org.example.dials failed to restore \"a\" of Dial: the library destroyed the"
        #expect(program.log.filter { $0.contains(words) }.count == 1)
        #expect(report.entries.contains { $0.reason?.problem.contains(words) == true })
    }

    /// A dial retains its partner for as long as it watches it.
    private static let partner = """
        "adopt": "dial_ref(object) -> object", "release": "dial_unref(object)",
        "destroyed": "dial_watch_end(object, callback(object, pointer) -> void, null) -> uint64",
        "changed": [
            "partner = dial_ref(dial_get_partner(object) -> object) -> object",
            "dial_watch(partner, callback(object, pointer) -> void, null) -> uint64",
        ],
        "unchanged": ["dial_unwatch(partner, result)", "dial_unref(partner)"],
        """

    @Test(arguments: ["dial_destroy", "dial_destroy_elsewhere", nil])
    func `releases its references to other objects, however it ends`(function: String?) throws {
        let program = try DialProgram(binding: DialBinding.text(base: Self.partner))
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let partner = Dial("Dial", "other", in: program.journal)
        window.set("partner", "object", partner.object)
        let root = try program.adopt(window, into: session)
        try session.restore()
        // From here on only the session retains the partner.
        window.set("partner", "object?", .object(0))
        partner.call("dial_unref")
        #expect(partner.watcherCount == .integer(1))
        _ = program.journal.take()

        if let function {
            window.call(function)
            session.runPending()
        } else {
            session.abandon(root)
        }

        let steps = program.journal.take().filter { $0 != "destroy" }
        #expect(steps.prefix(3) == ["-c", "unref", "free"])
        #expect(program.journal.alive == 1)
        session.abandon(root)
    }

    @Test func `references no other objects if no closure can be created`() throws {
        let program = try DialProgram(binding: DialBinding.text(base: Self.partner))
        let session = try program.session { $0.closurePolicy = .none }
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        window.set("partner", "object", Dial("Dial", "other", in: program.journal).object)
        _ = program.journal.take()

        _ = try program.adopt(window, into: session)

        #expect(program.journal.take() == ["ref"])
    }

    @Test(arguments: [
        // No precompiled trampoline fits a structure.
        #""dial_watch(object, callback(Frame), null) -> uint64""#,
        #""dial_try_position(object, int32(-1)) -> int32 fails negative""#,
    ])
    func `leaves nothing connected if half of a notification fails`(second: String) throws {
        let base = """
            "adopt": "dial_ref(object) -> object", "release": "dial_unref(object)",
            "changed": [
                "partner = dial_ref(dial_get_partner(object) -> object) -> object",
                "first = dial_watch(partner, callback(object, pointer), null) -> uint64", \(second),
            ],
            "unchanged": [
                "dial_unwatch(object, result)", "dial_unwatch(partner, first)",
                "dial_unref(partner)",
            ],
            """
        let program = try DialProgram(binding: DialBinding.text(base: base))
        let session = try program.session { $0.closurePolicy = .precompiled }
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        let partner = Dial("Dial", "other", in: program.journal)
        window.set("partner", "object", partner.object)
        _ = program.journal.take()

        _ = try program.adopt(window, into: session)

        #expect(partner.watcherCount == .integer(0))
        let steps = program.journal.take()
        #expect(steps.count { $0 == "ref" } == steps.count { $0 == "unref" } + 1)
        #expect(program.log.count == 1)
    }

    @Test func `that cannot be adopted as a whole does not begin`() throws {
        let base = """
            "adopt": ["dial_ref(object) -> object",
                "dial_try_position(object, int32(-1)) -> int32 fails negative"],
            "release": "dial_unref(object)",
            """
        let program = try DialProgram(binding: DialBinding.text(base: base))
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)

        #expect(throws: (any Error).self) { try program.adopt(window, into: session) }

        #expect(program.journal.take() == ["new", "ref", "unref"])
    }

    @Test func `ends after a failed creation, and the error gives the reason`() throws {
        let program = try DialProgram(binding: nil)
        try program.install(
            DialBinding.text(dial: Self.creating(program.journal), base: "")
        )
        let session = try program.session()
        defer { session.close() }
        let shelf = Shelf()
        session.addRoot(shelf)
        try session.restore()

        let error = #expect(throws: (any Error).self) {
            try session.make("locked", under: shelf, parameters: ["lit": false])
        }

        let problem =
            "org.example.dials failed to create Dial: dial_state failed with 1"
            + " (the dial locked is locked)"
        #expect(Diagnosis(error!).problem == problem)
        #expect(program.journal.take() == ["new", "free"])
    }

    @Test func `begins once if the same object is adopted twice`() throws {
        let program = try DialProgram()
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)

        let first = try program.adopt(window, into: session)
        let second = try program.adopt(window, into: session)

        #expect(first === second)
        #expect(program.journal.take() == ["new", "ref", "+c"])
    }
}
