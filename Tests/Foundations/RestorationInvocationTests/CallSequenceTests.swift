import Testing

@testable import RestorationInvocation

@Suite struct `Reading the calls of a binding` {
    private let iterator = InvocationType.structure([
        .init(name: "dummy1", type: .pointer), .init(name: "dummy2", type: .int32),
    ])

    private func read(
        _ texts: String...,
        finally cleanUp: [String] = [],
        known: [String: InvocationType] = [:],
        allows: CallScope.Allowance = [.object, .value, .freeNames, .callbacks]
    ) throws -> CallSequence {
        let scope = CallScope(
            types: [
                "TextIter": iterator,
                "Orientation": try InvocationType(parsing: "enum {horizontal, vertical}"),
            ],
            constants: ["SQLITE_TRANSIENT": try CallConstant(parsing: "pointer(-1)")],
            known: known,
            allows: allows
        )
        return try CallSequence(parsing: texts, finally: cleanUp, in: scope)
    }

    @Test func `an argument is the object or has a type`() throws {
        let set = try read("gtk_editable_set_text(object, string)")

        #expect(set.calls.count == 1)
        #expect(set.calls[0].function == "gtk_editable_set_text")
        #expect(set.calls[0].arguments == [.object, .value])
        #expect(set.calls[0].signature.description == "gtk_editable_set_text(object, string)")
        #expect(set.usesValue == .string)
        #expect(set.result == nil)
    }

    @Test func `the last result is the sequence's own`() throws {
        let get = try read("gtk_editable_get_text(object) -> owned(g_free) string?")

        #expect(get.result == .optional(.string))
        #expect(get.names.isEmpty)
    }

    @Test func `out-parameters have names`() throws {
        let get = try read(
            "bounds(object, out TextIter start, out TextIter end)",
            "slice(object, TextIter* start, TextIter *end, true) -> owned(g_free) string"
        )

        #expect(get.names == ["start": iterator, "end": iterator])
        #expect(
            get.calls[1].arguments == [
                .object, .named("start"), .named("end"), .constant(.bool(true)),
            ]
        )
        #expect(get.calls[0].outputNames == ["start", "end"])
    }

    @Test func `a nested call runs first, and returns an object unless its type is written`()
        throws
    {
        let create = try read("g_object_ref_sink(gtk_entry_new()) -> object", allows: .freeNames)

        #expect(create.calls.map(\.function) == ["gtk_entry_new", "g_object_ref_sink"])
        #expect(create.calls[0].resultName == "#0")
        #expect(create.calls[1].arguments == [.named("#0")])
        #expect(create.calls[0].signature.result == .object)
        #expect(
            try read("f(g(h(object) -> int32) -> string)").calls.map(\.function) == ["h", "g", "f"]
        )
    }

    @Test func `constants have a type`() throws {
        let call = try read(
            #"f(uint32(0), float64(1.5), Orientation(vertical), pointer(0), "a", 'b', null, SQLITE_TRANSIENT, uint8(0xff), Orientation(1))"#
        ).calls[0]

        #expect(
            call.arguments == [
                .constant(.integer(0)), .constant(.double(1.5)), .constant(.enumerator("vertical")),
                .constant(.null), .constant(.string("a")), .constant(.string("b")),
                .constant(.null),
                .constant(.pointer(.max)), .constant(.integer(255)), .constant(.integer(1)),
            ]
        )
        #expect(call.signature.parameters.map(\.type.bare).prefix(2) == [.uint32, .float64])
    }

    @Test func `a closure is the host's until the object is destroyed`() throws {
        let changed = try read(
            #"id = connect(object, "changed", callback(object, pointer) -> void, null, null, uint32(0)) -> uint64"#
        )

        #expect(changed.names == ["id": .uint64])
        #expect(
            changed.calls[0].signature.description.contains(
                "callback until destroyed (object, pointer)"
            )
        )
    }

    @Test func `names that come from outside have their type written`() throws {
        let set = try read("gtk_window_set_default_size(object, int32 width, int32 height)")

        #expect(set.freeNames == ["width": .int32, "height": .int32])
        #expect(set.usesValue == nil)
    }

    @Test func `a value may be used again by its name, and so may an object`() throws {
        let set = try read("select(object, int32, value)")
        #expect(set.calls[0].arguments == [.object, .value, .value])

        let create = try read("object = make() -> object", "show(object)", allows: [])
        #expect(create.calls[1].arguments == [.named("object")])
        #expect(try read("choose(object, object?)").usesValue == .optional(.object))
    }

    @Test func `an unknown out-parameter cannot report failure`() throws {
        let call = try read("f(object, out pointer? error) -> bool fails error")

        #expect(call.calls[0].signature.failure == .parameter("error"))
        #expect(call.names.isEmpty)
    }

    @Test(arguments: [
        "f(object) ? g(object) : h(object)", "while (object) f(object)", "if (object) f(object)",
    ])
    func `loops and conditions are refused with a remedy`(text: String) throws {
        let fault = #expect(throws: CallFault.self) { try read(text) }

        #expect(
            fault?.fault.remedy
                == "Calls have no conditions and no loops; write a small"
                + " plugin in C instead."
        )
    }

    @Test func `the object is among the names that are known`() throws {
        let fault = #expect(throws: CallFault.self) { try read("f(objekt)", allows: .object) }

        #expect(fault?.fault.remedy.hasPrefix("The known names are object") == true)
    }

    @Test func `cleanup calls can use results of earlier calls`() throws {
        let sequence = try read("text = copy(object) -> pointer", finally: ["release(text)"])

        #expect(sequence.cleanUp[0].arguments == [.named("text")])
    }
}
