import RestorationInvocation
import RestorationKit
import Testing

/// A dial clamps its value to its range, as a scroll bar does before layout.
@Suite struct `A value that a library does not accept yet` {
    private static let state = DialBinding.property(
        "position",
        "int32",
        """
        "ready": "dial_watch_range(object, callback(object, pointer) -> void, null) -> uint64",
        "unready": "dial_unwatch(object, uint64 result)",
        """
    )

    /// Restores a position of 80 into a dial that goes up to 10.
    private func restored(
        _ state: String = Self.state,
        _ body: (RestorationSession, Dial) throws -> Void
    ) throws -> DialProgram {
        let program = try DialProgram(binding: DialBinding.text(state: state))
        _ = try program.run(
            { $0.add(Dial("Dial", "volume", in: program.journal)) },
            { $1.firstChild.turn(to: 80) }
        )
        _ = try program.run(
            { $0.add(Dial("Dial", "volume", upper: 10, in: program.journal)) },
            { session, window in try body(session, window.firstChild) }
        )
        return program
    }

    @Test func `is set once, as soon as it can be`() throws {
        _ = try restored { session, dial in
            #expect(dial.position == .integer(10))

            dial.set("upper", "int32", .integer(50))
            #expect(dial.position == .integer(50))
            dial.set("upper", "int32", .integer(100))
            #expect(dial.position == .integer(80))

            dial.turn(to: 20)
            dial.set("upper", "int32", .integer(200))
            #expect(dial.position == .integer(20))
            session.runPending()
        }
    }

    /// Holds without a `ready` notification, too.
    @Test(arguments: [state, DialBinding.position])
    func `survives a save that happens before the library accepts it`(state: String) throws {
        let program = try restored(state) { session, dial in
            #expect(dial.position == .integer(10))
            try session.preserveNow()
        }

        #expect(try program.next(\.position) == .integer(80))
    }

    @Test(arguments: [state, DialBinding.position])
    func `is dropped if the user changes the property first`(state: String) throws {
        let program = try restored(state) { _, dial in
            dial.turn(to: 4)
            dial.set("upper", "int32", .integer(100))
            #expect(dial.position == .integer(4))
        }

        #expect(try program.next(\.position) == .integer(4))
    }

    @Test func `survives even if it equals the default that saves omit`() throws {
        let more = #""default": 50, "omitDefault": true,"#
        let state = DialBinding.property("position", "int32", more)
        let program = try DialProgram(binding: DialBinding.text(state: state))
        func make(_ upper: Int64) -> (Dial) -> Void {
            { $0.add(Dial("Dial", "volume", upper: upper, in: program.journal)) }
        }
        _ = try program.run(make(100), { $1.firstChild.turn(to: 50) })
        _ = try program.run(make(10))

        #expect(try program.next(\.position) == .integer(50))
    }

    @Test func `is no longer awaited after the session abandons the dial`() throws {
        var dials: [Dial] = []

        _ = try restored { _, dial in
            #expect(dial.watcherCount == .integer(2))
            dials.append(dial)
        }

        #expect(dials[0].watcherCount == .integer(0))
    }
}
