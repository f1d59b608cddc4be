import RestorationInvocation
import RestorationKit
import Testing

/// The left dial refers to the right one.
@Suite struct `A reference to another object of a library` {
    private static let single = DialBinding.property("partner", "object?")

    /// A program that has saved the reference.
    private func program(_ state: String = Self.single) throws -> DialProgram {
        let program = try DialProgram(binding: DialBinding.text(state: state))
        _ = try program.run({ make(["left", "right"], in: $0, program) }) { _, window in
            let left = window.firstChild
            left.set("notch", "int8", .integer(1))
            left.set("partner", "object", left.next.object)
        }
        return program
    }

    private func make(_ names: [String], in window: Dial, _ program: DialProgram) {
        for name in names { window.add(Dial("Dial", name, in: program.journal)) }
    }

    /// The left dial's partner in a launch with both dials, and the right dial.
    private func next(_ program: DialProgram) throws -> (found: InvocationValue, right: Dial) {
        var found = InvocationValue.null
        var right: Dial?
        _ = try program.run({ make(["left", "right"], in: $0, program) }) { _, window in
            found = window.firstChild.get("partner", "object?")
            right = window.firstChild.next
        }
        return (found, right!)
    }

    @Test func `comes back, and to the same object`() throws {
        let (found, right) = try next(try program())

        #expect(found == right.object)
        #expect(right.get("partner", "object?") == .object(0))
    }

    @Test(arguments: [
        single,
        """
        {
            "key": "pair", "get": "partner = dial_get_partner(object) -> object?",
            "set": "dial_set_partner(object, object? partner)",
        },
        """,
        DialBinding.property("notch", "int8") + """
            {
                "key": "list", "after": "notch", "list": { "count": "dial_get_notch(object) -> int8" },
                "get": "dial_get_partner(object) -> object?",
                "set": "dial_set_partner(object, object?)",
            },
            """,
    ])
    func `is retained while that object is missing`(state: String) throws {
        let program = try program(state)

        let report = try program.run({ make(["left"], in: $0, program) }) { session, window in
            #expect(window.firstChild.get("partner", "object?") == .object(0))
            try session.preserveNow()
        }
        let (found, right) = try next(program)

        #expect(found == right.object)
        let problem = report.entries.first { "\($0.path)" == "Main/left" }?.reason?.problem
        #expect(problem?.hasSuffix(" of Dial: Main/right is not there") == true, "\(problem ?? "")")
    }

    @Test func `is omitted from a list if the session does not know the referenced object`() throws
    {
        let state = """
            {
                "key": "companions", "list": {},
                "get": "dial_companion(object, int32 index) -> object?",
                "set": "dial_add_companion(object, object?)",
            },
            """
        let program = try program(state)
        let stranger = Dial("Dial", nil, in: program.journal)
        _ = try program.run({ make(["left"], in: $0, program) }) { _, window in
            window.firstChild.set("partner", "object", stranger.object)
        }
        _ = program.journal.take()

        _ = try program.run({ make(["left"], in: $0, program) }) { _, _ in
            let set = program.journal.take().filter { ["self", "other"].contains($0) }
            #expect(set == ["self", "self"])
        }
    }

    @Test func `is set when the referenced object arrives`() throws {
        let program = try program()
        let session = try program.session()
        defer { session.close() }
        let window = Dial("Window", "Main", in: program.journal)
        make(["left"], in: window, program)
        let root = try program.adopt(window, into: session)
        try session.restore()

        make(["right"], in: window, program)
        session.applyAwaitedState(to: root)

        let left = window.firstChild
        #expect(left.get("partner", "object?") == left.next.object)
    }

    @Test func `is retained if a save precedes the state of the referenced object`() throws {
        let program = try program()

        _ = try program.run({ make(["left"], in: $0, program) }) { session, window in
            make(["right"], in: window, program)
            try session.preserveNow()
        }
        let (found, right) = try next(program)

        #expect(found == right.object)
    }

    @Test func `is dropped if the user sets another object first`() throws {
        let program = try program()

        _ = try program.run({ make(["left"], in: $0, program) }) { session, window in
            window.firstChild.set("partner", "object", window.firstChild.object)
        }
        let (found, right) = try next(program)

        #expect(found != right.object)
        #expect(found != .object(0))
    }
}
