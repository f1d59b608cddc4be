import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `A binding that does not match its library` {
    /// The diagnosis of an adoption that the binding refuses.
    private func refusal(
        _ binding: String = DialBinding.text(),
        of kind: String = "Window",
        as className: String? = nil
    ) throws -> Diagnosis? {
        let program = try DialProgram(binding: binding)
        let session = try program.session()
        defer { session.close() }
        let object = Dial(kind, "Main", in: program.journal)
        let error = #expect(throws: (any Error).self) {
            try program.adopt(object, into: session, as: className)
        }
        return error.map { Diagnosis($0) }
    }

    @Test func `is too new for the library, and names the missing functions, too`() throws {
        let top = """
            "requires": {
                "version": "2.11.0",
                "get": ["dial_version_major() -> int32", "dial_version_minor() -> int32"],
                "symbols": ["dial_spin"],
            },
            """
        let enough = """
            "requires": { "version": "2.10.1", "get": "dial_version() -> string" },
            """

        let both = try refusal(DialBinding.text(top: top))
        let parts = try refusal(
            DialBinding.text(
                top: """
                    "requires": {
                        "version": "2.11", "get": "dial_version_parts(out int32 major, out int32 minor)",
                    },
                    """
            )
        )
        let program = try DialProgram(binding: DialBinding.text(top: enough))
        let session = try program.session()
        defer { session.close() }

        let file = DialLibrary.shared.file
        #expect(
            both?.problem == "org.example.dials needs \(file) 2.11.0 or newer, and this is 2.10; it"
                + " calls functions that \(file) does not have: dial_spin"
        )
        #expect(
            parts?.problem == "org.example.dials needs \(file) 2.11 or newer, and this is 2.10"
        )
        _ = try program.adopt(Dial("Window", "Main", in: program.journal), into: session)
    }

    @Test func `loses only the class whose functions are missing`() throws {
        let program = try DialProgram(
            binding: DialBinding.text(
                state: DialBinding.position,
                classes: """
                    {
                        "id": "Slider", "extends": "Base", "is": "Slider",
                        "state": [
                            { "key": "a", "get": "dial_slide(object) -> int32" },
                            { "key": "b", "get": "dial_glide(object) -> int32" },
                        ],
                    },
                    """
            )
        )
        let session = try program.session()
        defer { session.close() }
        let slider = Dial("Slider", "one", in: program.journal)
        let window = Dial("Window", "Main", in: program.journal)

        _ = try program.adopt(window, into: session)
        let error = #expect(throws: (any Error).self) {
            try program.adopt(slider, into: session, as: "Slider")
        }

        #expect(
            error.map { Diagnosis($0).problem }
                == "The class Slider of org.example.dials calls functions that"
                + " \(DialLibrary.shared.file) does"
                + " not have: dial_glide, dial_slide"
        )
    }

    @Test func `is refused for an object of another class`() throws {
        let refusal = try refusal(of: "Panel", as: "Dial")

        #expect(
            refusal?.description == """
                error: The class Dial does not accept objects of the kind Panel
                   at: org.example.dials
                  fix: Name the class of that kind, or none, so that the binding chooses.
                """
        )
    }

    @Test func `calls only failure functions of the object's class after a failed call`() throws {
        // A failure message of the whole file takes no object, so it names none.
        let file = #""failureMessage": "dial_version() -> string","#
        let message = #""failureMessage": "dial_get_error(object) -> string","#
        let texts = [
            (DialBinding.text(state: Self.trying, top: file), "position 12 is not free"),
            (
                DialBinding.text(state: Self.trying, top: file)
                    .replacingOccurrences(message, ""), "2.10.1"
            ),
        ]
        for (text, words) in texts {
            let program = try DialProgram(binding: text)
            let make = { (window: Dial) in
                window.add(Dial("Dial", "volume", in: program.journal))
                window.firstChild.set("fails", "bool", .bool(true))
            }
            _ = try program.runDial { $1.turn(to: 12) }

            let report = try program.run(make)

            let problems = report.entries.compactMap { $0.reason?.problem }
            #expect(problems.contains { $0.hasSuffix("(\(words))") }, "\(problems)")
        }
    }

    @Test func `has no class for an object`() throws {
        let refusal = try refusal(of: "Lever")

        #expect(
            refusal?.problem
                == "org.example.dials has no class for objects of this kind: Lever"
        )
    }

    // MARK: Functions that fail

    /// Saves and restores a dial with one failing and one working property.
    private func life(
        _ state: String,
        saving: (Dial) -> Void = { _ in },
        restoring: (Dial) -> Void = { _ in }
    ) throws -> (dial: Dial, reason: Diagnosis?, program: DialProgram) {
        let program = try DialProgram(
            binding: DialBinding.text(state: state + DialBinding.property("angle", "float64"))
        )
        _ = try program.runDial { _, dial in
            dial.set("angle", "float64", .double(0.5))
            saving(dial)
        }
        var dials: [Dial] = []
        let report = try program.run { window in
            let dial = Dial("Dial", "volume", in: program.journal)
            restoring(dial)
            window.add(dial)
            dials.append(dial)
        }
        #expect(dials[0].get("angle", "float64") == .double(0.5))
        return (dials[0], report.entries.first { "\($0.path)" == "Main/volume" }?.reason, program)
    }

    private static let trying = """
        {
            "key": "position", "get": "dial_get_position(object) -> int32",
            "set": "dial_try_position(object, int32) -> int32 fails negative",
        },
        """

    @Test func `costs one property if a getter returns null`() throws {
        let (dial, reason, program) = try life(
            DialBinding.property("label", "string"),
            restoring: { $0.write("as made") }
        )

        #expect(dial.label == .string("as made"))
        #expect(reason == nil)
        #expect(
            program.log == [
                "org.example.dials failed to read \"label\" of Dial: The function returned null,"
                    + " which string does not allow, in dial_get_label"
            ]
        )
    }

    @Test func `costs one property if a getter returns invalid UTF-8`() throws {
        let (dial, _, program) = try life(
            DialBinding.property("label", "string?"),
            saving: { $0.call("dial_spoil") },
            restoring: { $0.write("as made") }
        )

        #expect(dial.label == .string("as made"))
        #expect(
            program.log == [
                "org.example.dials failed to read \"label\" of Dial: The function returned text"
                    + " that is not UTF-8, in dial_get_label"
            ]
        )
    }

    @Test(arguments: ["", #""default": "as made", "omitDefault": true,"#])
    func `retains the saved value if a getter fails later, and saves the rest`(
        more: String
    ) throws {
        let program = try DialProgram(
            binding: DialBinding.text(
                state: DialBinding.property("label", "string?", more) + DialBinding.position
            )
        )
        func make(_ window: Dial) {
            let dial = Dial("Dial", "volume", in: program.journal)
            dial.write("as made")
            window.add(dial)
        }
        var issues: [PreservationError] = []
        _ = try program.run(make) { session, window in
            session.onSave = { issues += $0.report.issues }
            window.firstChild.write("typed")
            try session.preserveNow()
            #expect(issues.isEmpty)
            window.firstChild.call("dial_spoil")
            window.firstChild.turn(to: 7)
            try session.preserveNow()
        }
        var found: [InvocationValue] = []
        _ = try program.run(make) { found = [$1.firstChild.label, $1.firstChild.position] }

        #expect(found == [.string("typed"), .integer(7)])
        let problem =
            "org.example.dials failed to read \"label\" of Dial: The function returned text that"
            + " is not UTF-8, in dial_get_label"
        #expect(program.log == [problem])
        let said = issues.map(\.diagnosis)
        #expect(said.count == 2)
        #expect(
            said.first?.problem
                == "A value could not be preserved: \(problem). Its earlier value is retained"
        )
        #expect(said.first?.place == "Main/volume")
    }

    @Test func `retains a reference, too, if its getter fails in a later save`() throws {
        // The getter reads the label first, and fails if that fails.
        let partner = """
            {
                "key": "partner", "get": ["dial_get_label(object) -> string",
                    "dial_get_partner(object) -> object?"],
                "set": "dial_set_partner(object, object?)",
            },
            """
        let program = try DialProgram(binding: DialBinding.text(state: partner))
        func make(_ window: Dial) {
            for name in ["left", "right"] {
                let dial = Dial("Dial", name, in: program.journal)
                dial.write("")
                window.add(dial)
            }
        }
        _ = try program.run(make) { session, window in
            let left = window.firstChild
            let right = Dial.library.call("dial_next(object) -> object", [left.object])
            left.set("partner", "object", right)
            try session.preserveNow()
            left.write(nil)
        }
        var (found, expected) = (InvocationValue.null, InvocationValue.null)
        _ = try program.run(make) { _, window in
            let left = window.firstChild
            found = left.get("partner", "object?")
            expected = Dial.library.call("dial_next(object) -> object?", [left.object])
        }

        #expect(found == expected)
        #expect(found != .object(0))
    }

    @Test func `fails for one property if its setter fails, and retains the value`() throws {
        let (dial, reason, program) = try life(
            Self.trying,
            saving: { $0.turn(to: 12) },
            restoring: { $0.set("fails", "bool", .bool(true)) }
        )
        let next = try program.next(\.position)

        #expect(dial.position == .integer(0))
        #expect(
            reason?.problem == "A value could not be decoded, and was skipped:"
                + " org.example.dials failed to restore \"position\" of Dial: dial_try_position"
                + " failed with -1 (position 12 is not free)"
        )
        #expect(next == .integer(12))
    }

    @Test func `fails for one property if its type has changed, and retains the value`() throws {
        let program = try DialProgram()
        _ = try program.runDial { $1.turn(to: 33) }
        try program.install(
            DialBinding.text(
                state: """
                    {
                        "key": "position", "get": "dial_get_label(object) -> string?",
                        "set": "dial_set_label(object, string?)",
                    },
                    """
            )
        )
        let report = try program.runDial()
        try program.install(DialBinding.text())
        let position = try program.next(\.position)

        let problem = report.entries.compactMap(\.reason?.problem)
        #expect(
            problem == [
                "A value could not be decoded, and was skipped: org.example.dials"
                    + " failed to take the stored value of \"position\" of Dial: it is of kind"
                    + " integer, not string?"
            ]
        )
        #expect(position == .integer(33))
    }

    @Test(arguments: [
        ("uint64", InvocationValue.unsigned(.max)), ("uint64", .integer(4_000_000_000)),
        ("int64", .integer(-1)),
    ])
    func `retains a list if the library later reports an impossible number of values`(
        type: String,
        number: InvocationValue
    ) throws {
        let state = """
            {
                "key": "numbers", "list": { "count": "dial_get_count(object) -> \(type)", "from": 4 },
                "get": "dial_endless(object, int32 index) -> int32",
                "set": "dial_turn_by(object, int32)",
            },
            """
        let program = try DialProgram(binding: DialBinding.text(state: state))
        _ = try program.runDial { session, dial in
            dial.set("count", type, .integer(3))
            try session.preserveNow()
            dial.set("count", type, number)
        }
        let sum = try program.next { $0.get("angle", "float64") }

        #expect(sum == .double(4 + 5 + 6))
    }

    @Test func `costs one property if a list does not end`() throws {
        let (_, reason, program) = try life(
            """
            {
                "key": "kinds", "get": "dial_kind(object) -> string?",
                "set": "dial_set_label(object, string?)", "list": { "from": 0 },
            },
            """
        )

        #expect(reason == nil)
        let problem =
            "org.example.dials failed to read \"kinds\" of Dial: dial_kind never"
            + " ends, or returns an earlier object again"
        #expect(program.log == [problem, problem])
    }
}

extension String {
    fileprivate func replacingOccurrences(_ text: String, _ other: String) -> String {
        split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
    }
}
