import Foundation
import RestorationInvocation
import RestorationKit
import Testing

@Suite struct `The state of a library's objects` {

    /// Saves one dial after `change`, and restores another one.
    private func restored(
        _ state: String,
        make: (Dial) -> Void = { _ in },
        _ change: (Dial) -> Void
    ) throws -> (dial: Dial, report: RestorationReport, journal: DialJournal) {
        let program = try DialProgram(binding: DialBinding.text(state: state))
        var dials: [Dial] = []
        func add(_ window: Dial) {
            let dial = Dial("Dial", "volume", in: program.journal)
            make(dial)
            window.add(dial)
            dials.append(dial)
        }
        _ = try program.run(add) { _, _ in change(dials[0]) }
        _ = program.journal.take()
        let report = try program.run(add)
        return (dials[1], report, program.journal)
    }

    @Test(arguments: [
        ("lit", "bool", InvocationValue.bool(true)), ("notch", "int8", .integer(-7)),
        ("count", "uint64", .unsigned(.max)), ("gain", "float32", .float(0.1)),
        ("angle", "float64", .double(0.1)), ("colour", "Colour", .enumerator("blue")),
        ("position", "int32", .integer(42)), ("label", "string?", .string("Ø")),
    ])
    func `comes back by getter and setter`(
        key: String,
        type: String,
        value: InvocationValue
    ) throws {
        let native = type == "Colour" ? "enum {red, green = 5, blue}" : type

        let (dial, report, _) = try restored(DialBinding.property(key, type)) { dial in
            dial.set(key, native, value)
        }

        #expect(dial.get(key, native) == value)
        #expect(report.entries.count == 2)
        #expect(report.entries.allSatisfy { $0.outcome == .restored && $0.reason == nil })
    }

    /// Each kind derives from the kinds on the lines after it.
    @Test(arguments: ["Knob\nDial", "Dial\nLever"])
    func `is that of the class of the nearest kind`(kind: String) throws {
        let lever = #"{ "id": "Lever", "extends": "Base", "is": "Lever" },"#
        let program = try DialProgram(binding: DialBinding.text(classes: lever))
        var dials: [Dial] = []
        func add(_ window: Dial) {
            dials.append(Dial(kind, "volume", in: program.journal))
            window.add(dials[dials.count - 1])
        }

        _ = try program.run(add) { _, _ in dials[0].set("position", "int32", .integer(42)) }
        _ = try program.run(add)

        #expect(dials[1].get("position", "int32") == .integer(42))
    }

    @Test func `comes back as null if the type allows it`() throws {
        let (dial, _, _) = try restored(
            DialBinding.property("label", "string?"),
            make: { $0.write("made anew") },
            { $0.write(nil) }
        )

        #expect(dial.label == .string(nil))
    }

    @Test func `comes back as bytes`() throws {
        let state = """
            {
                "key": "data", "get": "dial_get_data(object, out size length) -> bytes(length)",
                "set": "dial_set_data(object, bytes)",
            },
            """
        let bytes = InvocationValue.bytes([0, 255, 7])

        let (dial, _, _) = try restored(state) { dial in
            Dial.library.call("dial_set_data(object, bytes)", [dial.object, bytes])
        }

        let found = Dial.library.call(
            "dial_get_data(object, out size length) -> bytes(length)",
            [dial.object]
        )
        #expect(found == bytes)
    }

    @Test func `comes back as several values that belong together`() throws {
        let state = """
            {
                "key": "place", "get": "dial_read_frame(object, out int32 x, out int32 y)",
                "set": "dial_move(object, int32 x, int32 y)",
            },
            """

        let (dial, _, journal) = try restored(state) { dial in
            Dial.library.call(
                "dial_move(object, int32, int32)",
                [dial.object, .integer(3), .integer(4)]
            )
        }

        let frame = dial.get("frame", "{int32 x, int32 y, float64 scale}")
        let place = InvocationValue.structure([
            "x": .integer(3), "y": .integer(4), "scale": .double(0),
        ])
        #expect(frame == place)
        #expect(journal.text.contains("move"))
    }

    @Test(arguments: [
        (#""get": "dial_get_frame(object) -> Frame", "set": "dial_set_frame(object, Frame)","#, ""),
        (
            #""get": "dial_get_frame(object) -> Frame", "set": "dial_apply_frame(object, Frame *)","#,
            #""default": {"x": 1, "y": 2, "scale": 3}, "omitDefault": true,"#
        ),
        (
            """
            "get": "dial_copy_frame(object, out Frame frame)",
            "set": "dial_apply_frame(object, Frame *frame)",
            """,
            #""default": {"frame": {"x": 1, "y": 2, "scale": 3}}, "omitDefault": true,"#
        ),
    ])
    func `comes back as a structure, whose fields are stored by name`(
        calls: String,
        more: String
    ) throws {
        let type = "{int32 x, int32 y, float64 scale}"
        func frame(_ x: Int64, _ y: Int64, _ scale: Double) -> InvocationValue {
            .structure(["x": .integer(x), "y": .integer(y), "scale": .double(scale)])
        }
        let state = "{ \"key\": \"frame\", \(calls) \(more) },"

        let (changed, report, _) = try restored(state) { $0.set("frame", type, frame(3, -4, 0.1)) }
        let (usual, _, _) = try restored(state) { $0.set("frame", type, frame(1, 2, 3)) }

        #expect(changed.get("frame", type) == frame(3, -4, 0.1))
        #expect(usual.get("frame", type) == frame(1, 2, 3))
        #expect(report.entries.allSatisfy { $0.outcome == .restored && $0.reason == nil })
    }

    @Test(arguments: [
        """
        "get": "dial_mark(object, int32 index) -> int32",
        "set": "dial_add_mark(object, int32 index, int32)",
        "list": { "count": "dial_mark_count(object) -> int32", "clear": "dial_clear_marks(object)" },
        """,
        """
        "get": "dial_mark_name(object, int32 index) -> string?",
        "set": "dial_name_mark(object, int32 index, string?)",
        "list": { "from": 2, "clear": "dial_clear_marks(object)" },
        """,
    ])
    func `comes back as a list`(members: String) throws {
        let add: (Dial, Int64, Int64) -> Void = { dial, index, value in
            Dial.library.call(
                "dial_add_mark(object, int32, int32)",
                [dial.object, .integer(index), .integer(value)]
            )
        }

        let (dial, _, journal) = try restored(
            "{ \"key\": \"marks\", \(members) },",
            make: { add($0, 0, 99) },
            { dial in
                dial.call("dial_clear_marks")
                for (index, value) in [Int64(7), -3, 12].enumerated() {
                    add(dial, Int64(index), value)
                }
            }
        )

        let count = Dial.library.call("dial_mark_count(object) -> int32", [dial.object])
        let marks: [InvocationValue] = (0..<3).map { index in
            Dial.library.call(
                "dial_mark(object, int32) -> int32",
                [dial.object, .integer(Int64(index))]
            )
        }
        #expect(count == .integer(3))
        #expect(marks == [.integer(7), .integer(-3), .integer(12)])
        #expect(!journal.text.contains("misplaced"))
    }

    @Test func `comes back as a long list`() throws {
        let state =
            DialBinding.property("count", "uint64")
                + """
                {
                    "key": "numbers", "after": "count",
                    "list": { "from": 0, "count": "dial_get_count(object) -> uint64" },
                    "get": "dial_endless(object, int32 index) -> int32",
                    "set": "dial_turn_by(object, int32)",
                },
                """

        let (dial, report, _) = try restored(state) { $0.set("count", "uint64", .integer(100_000)) }

        #expect(report.entries.allSatisfy { $0.reason == nil })
        #expect(dial.get("angle", "float64") == .double(99_999 * 50_000))
    }

    @Test func `is set in the binding's order`() throws {
        let state =
            DialBinding.property("position", "int32", #""after": ["angle", "label"],"#)
            + DialBinding.property("label", "string?", #""after": "angle","#)
            + DialBinding.property("angle", "float64")

        let (_, _, journal) = try restored(state) { $0.turn(to: 3) }

        let set = journal.take().filter { ["position", "label", "angle"].contains($0) }
        #expect(set == ["angle", "label", "position"])
    }

    @Test func `is set to the default if it was not stored`() throws {
        let program = try DialProgram(binding: DialBinding.text())
        _ = try program.runDial()
        let state =
            DialBinding.position
            + DialBinding.property("label", "string?", #""default": "unlabelled","#)
        try program.install(DialBinding.text(state: state))
        let label = try program.next(\.label)

        #expect(label == .string("unlabelled"))
    }

    @Test func `is omitted while it is null, if null is the default`() throws {
        let more = #""default": null, "omitDefault": true,"#
        let state = DialBinding.property("label", "string?", more)

        // The newer binding has another default for a missing value.
        let program = try DialProgram(binding: DialBinding.text(state: state))
        _ = try program.runDial()
        try program.install(
            DialBinding.text(
                state: state.replacingOccurrences(of: "null", with: #""unlabelled""#)
            )
        )
        let label = try program.next(\.label)

        #expect(label == .string("unlabelled"))
    }

    @Test func `is left out while it is the default, and the default is set again`() throws {
        let more = #""default": 5, "omitDefault": true,"#
        let state = DialBinding.property("position", "int32", more)

        let (dial, _, _) = try restored(state, make: { $0.turn(to: 9) }, { $0.turn(to: 5) })

        #expect(dial.position == .integer(5))
    }
}
