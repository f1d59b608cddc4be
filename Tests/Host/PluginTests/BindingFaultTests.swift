import RestorationCore
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

@Suite struct `Faults in bindings` {
    @Test func `a call that cannot be read is shown with a caret`() {
        let text = SampleBinding.text.replacing("show(object, bool)", with: "show(object, boolean)")

        let error = #expect(throws: ManifestError.self) { try SampleBinding.read(text) }

        #expect(
            error?.description == """
                error: A call has a syntax error. Found "boolean" at column 14, expected a type or a \
                known name
                       show(object, boolean)
                                    ^
                   at: classes[0].state[0].set, line 29
                  fix: Write bool.
                """
        )
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let original: String
        let replacement: String
        let place: String
        let problem: String
        let remedy: String
        var testDescription: String { replacement }

        init(
            _ original: String,
            _ replacement: String,
            _ place: String,
            _ problem: String,
            _ remedy: String
        ) {
            self.original = original
            self.replacement = replacement
            self.place = place
            self.problem = problem
            self.remedy = remedy
        }
    }

    @Test(arguments: faults)
    func `report the error, its place, and a correction`(fault: Fault) {
        let text = SampleBinding.text.replacing(
            fault.original,
            with: fault.replacement,
            maxReplacements: 1
        )

        let error = #expect(throws: ManifestError.self) { try SampleBinding.read(text) }

        #expect(text != SampleBinding.text)
        #expect(error?.diagnosis.place == fault.place)
        #expect(error?.diagnosis.problem == fault.problem)
        #expect(error?.diagnosis.remedy == fault.remedy)
    }

    private static let faults = [
        Fault(
            #""binding": 1"#,
            #""binding": 2"#,
            "binding, line 4",
            "The binding is of format 2",
            "Write 1, or use a newer version of this host."
        ),
        Fault(
            #""binding": 1,"#,
            #""binding": 1, "failureMessage": "why(object) -> string","#,
            "failureMessage, line 4",
            "The calls serve every class, so they cannot take an object of unknown class",
            "Write \"failureMessage\" in the classes whose objects the calls are for, or in one"
                + " that"
                + " these extend."
        ),
        Fault(
            #"{"from": 1, "count": "count(object) -> int32", "#,
            #"{"from": 1, "#,
            "classes[1].state[2].get, line 48",
            "The list has no end: its getter never returns null",
            "Write ? after the type of the first call's result, as in string?, or add \"count\"."
        ),
        Fault(
            #""set": "show"#,
            #""sett": "show"#,
            "classes[0].state[0].sett, line 29",
            "A binding has no such key there",
            "Did you mean \"set\"?"
        ),
        Fault(
            #""x-note"#,
            #""converters"#,
            "converters, line 15",
            "A binding has no such key there",
            "Remove the key, or begin its name with x- if it is a note."
        ),
        Fault(
            #""libgtk-4.so.1", "#,
            #""../libgtk-4.so", "#,
            "library[0], line 6",
            "The library is neither a soname nor an absolute path nor beside the binding",
            "Write a name such as \"libgtk-4.so.1\", the whole path, or \"./libnotes.so\"."
        ),
        Fault(
            #""version": "4.8""#,
            #""version": "4.x""#,
            "requires.version, line 8",
            "The minimum version is not a list of numbers separated by dots",
            "Write a version such as \"4.8\" or \"3.45.1\"."
        ),
        Fault(
            #"["gtk_get_major_version() -> uint32", "gtk_get_minor_version() -> uint32"]"#,
            #""gtk_init()""#,
            "requires.get, line 9",
            "The calls return something else, expected one text, or numbers",
            "Let the last call return one text, or numbers."
        ),
        Fault(
            #""TextIter": "{pointer a"#,
            #""TextIter": "{pointr a"#,
            "types.TextIter, line 12",
            "A type or constant has a syntax error. Found \"pointr\" at column 2, expected a type",
            "Write one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, size,"
                + " float32, float64, string, object, pointer."
        ),
        Fault(
            #""TextIter":"#,
            #""string":"#,
            "types.string, line 12",
            "\"string\" cannot be the name of a type or constant",
            "Use letters, digits and _, but no keyword and no name of another type."
        ),
        Fault(
            #""NONE": "pointer(0)""#,
            #""NONE": "0""#,
            "constants.NONE, line 13",
            "A type or constant has a syntax error. Found \"0\" at column 1, expected an argument",
            "Write the number's type, as in int32(1) or float64(1.5)."
        ),
        Fault(
            #""kind": "g_type_name_from_instance(object) -> string","#,
            "",
            "classes[1].is, line 34",
            "\"is\" requires \"kind\"",
            "Add \"kind\", or remove \"is\"."
        ),
        Fault(
            #""extends": "Widget""#,
            #""extends": "Wiget""#,
            "classes[1].extends, line 34",
            "The binding has no class \"Wiget\"",
            "Did you mean \"Widget\"?"
        ),
        Fault(
            #""abstract": true"#,
            #""extends": "Window""#,
            "classes[0].extends, line 18",
            "The inheritance of the classes is circular or too deep",
            "Inherit through at most 8 other classes, without a cycle."
        ),
        Fault(
            "gtk_window_new() -> object",
            "gtk_window_new() -> int32",
            "classes[1].create, line 36",
            "The calls return int32, expected object",
            "Let the last call return object."
        ),
        Fault(
            "gtk_window_new() -> object",
            "make(TextIter place) -> object",
            "classes[1].create, line 36",
            "A value of the type {pointer a, int32 b} (place) cannot be stored",

            "Take bool, a number, text, bytes, an enum, an object or a structure of numbers; for"
                + " other types, write a small library beside the binding."
        ),
        Fault(
            #""after": ["visible", "title"]"#,
            #""after": ["visible", "titel"]"#,
            "classes[1].state[0].after[1], line 39",
            "The class has no property \"titel\"",
            "Did you mean \"title\"?"
        ),
        Fault(
            #"{"key": "title","#,
            #"{"key": "title", "after": "size","#,
            "classes[1].state[0].after, line 39",
            "The order of the properties is circular: size, title, size",
            "Remove one \"after\"."
        ),
        Fault(
            #"{"key": "title","#,
            #"{"key": "size","#,
            "classes[1].state[1].key, line 43",
            "The class has the property \"size\" twice",
            "Give each property of the class a key of its own."
        ),
        Fault(
            "get_visible(object) -> bool",
            "get_visible(object) -> string",
            "classes[0].state[0].set, line 29",
            "The property is read as string and written as bool",
            "Declare the same type for both."
        ),
        Fault(
            "out int32 height)",
            "out int32 high)",
            "classes[1].state[0].set, line 41",
            "The setter takes \"height\", which the getter does not name",
            "The getter names high, width."
        ),
        Fault(
            "show(object, bool)",
            "show(object)",
            "classes[0].state[0].set, line 29",
            "The setter takes no value",
            "Write the value's type where it goes: set_text(object, string)."
        ),
        Fault(
            "show(object, bool)",
            "show(object, bool, int32 width)",
            "classes[0].state[0].set, line 29",
            "The setter takes both the whole value and parts of it",
            "Name all parts, or write one type for the whole."
        ),
        Fault(
            #""default": true"#,
            #""default": 1"#,
            "classes[0].state[0].default, line 30",
            "The property cannot have the default value",
            "Write true or false."
        ),
        Fault(
            #""set": "show(object, bool)""#,
            #""set": "show(object, bool)", "x-no": 0}, {"key": "opacity", "default": 1e300, "#
                + #""get": "opacity(object) -> float32", "set": "fade(object, float32)"}, {"#
                + #""key": "shown", "get": "get_visible(object) -> bool", "set": "show(object, bool)""#,
            "classes[0].state[1].default, line 29",
            "The property cannot have the default value",
            "Write a number of the type float32."
        ),
        Fault(
            #""set": "show(object, bool)""#,
            #""set": "show(object, bool)", "x-no": 0}, {"key": "place", "default": {"x": 1}, "#
                + #""get": "place(object) -> {int32 x, float64 y}"}, {"#
                + #""key": "shown", "get": "get_visible(object) -> bool", "set": "show(object, bool)""#,
            "classes[0].state[1].default, line 29",
            "The property cannot have the default value",
            "Write an object with x, y."
        ),
        Fault(
            "callback(object, pointer, pointer), null",
            "null, null",
            "classes[1].state[1].changed, line 45",
            "No call passes a callback to the library",
            "Write callback(object, pointer) -> void where the function takes one."
        ),
        Fault(
            "callback(object, pointer, pointer), null",
            "callback(object, pointer) -> string, null",
            "classes[1].state[1].changed, line 45",
            "A call has a syntax error. Found \"string\" at column 63, expected a type that lasts",
            "Nothing keeps the callback's result alive; write owned string, which the caller"
                + " frees with"
                + " free, or pointer."
        ),
        Fault(
            #", "shows": "shows(object, string) -> string?""#,
            "",
            "classes[1].state[5].base, line 53",
            "\"base\" requires \"shows\"",
            "Add \"shows\", or remove \"base\"."
        ),
        Fault(
            #""base": "base("#,
            #""default": "a", "base": "base("#,
            "classes[1].state[5].base, line 53",
            "\"base\" and \"default\" exclude each other",
            "Remove \"base\", or the other key."
        ),
        Fault(
            "base(object, string)",
            "base(object)",
            "classes[1].state[5].base, line 53",
            "The calls take no salt for their digest",
            "Write string where the salt goes: item_base(object, string) -> string?."
        ),
        Fault(
            "base(object, string) -> string?",
            "base(object, string) -> int32",
            "classes[1].state[5].base, line 53",
            "The calls return int32, expected string",
            "Let the last call return string."
        ),
        Fault(
            "note(object) -> string\", \"set\": \"set_note(object, string)",
            "note(object) -> object?\", \"set\": \"set_note(object, object?)",
            "classes[1].state[5].base, line 53",
            "A value of the type object cannot be stored",
            "Take bool, a number, text, bytes, an enum, an object or a structure of numbers; for"
                + " other types, write a small library beside the binding."
        ),
        Fault(
            "disconnect(object, result)",
            "disconnect(object, handler)",
            "classes[1].state[1].unchanged, line 46",
            "A call has a syntax error. Found \"handler\" at column 20, expected a type or a"
                + " known name",
            "The known names are object, NONE, result."
        ),
    ]

    @Test func `reports all faults at once, one of each property and of each class`() {
        let changes = [
            (
                "from_instance(object) -> string\",\n  \"x-note",
                "from_instance(object)\",\n  \"x-note"
            ),
            ("gtk_widget_get_next_sibling(object)", "gtk_widget_get_next_sibling(objekt)"),
            ("get_visible(object) -> bool", "get_visible(object) -> pointer"),
            ("gtk_window_new() -> object", "gtk_window_new() -> int32"),
            ("set_title(object, string?)", "set_title(object)"),
            ("serial(object) -> uint64", "serial(object)"),
            (#""create": "#, #""x-": 1, "creat": 1, "create": "#),
            (#""after": ["visible", "title"]"#, #""after": ["visible", "title"], "get2": 1"#),
        ]
        let text = changes.reduce(SampleBinding.text) { $0.replacing($1.0, with: $1.1) }

        let places = BindingDocument.faults(parsing: Array(text.utf8)).map(\.location)

        #expect(
            places == [
                "kind", "classes[0].children.next", "classes[0].state[0].set", "classes[1].creat",
                "classes[1].create", "classes[1].state[0].get2", "classes[1].state[1].set",
                "classes[1].state[4].get",
            ]
        )
        #expect(BindingDocument.faults(parsing: Array(SampleBinding.text.utf8)) == [])
        let types = SampleBinding.text.replacing("{pointer a, int32 b}", with: "{pointr a}")
            .replacing(#""pointer(0)""#, with: #""0""#)
        #expect(
            BindingDocument.faults(parsing: Array(types.utf8)).map(\.location)
                == ["types.TextIter", "constants.NONE"]
        )
    }

    @Test func `refuses more properties than all classes can have`() throws {
        func text(_ count: Int) -> String {
            let state = (0..<1_000).map { number in
                #"{"key": "k\#(number)", "get": "g(object) -> bool", "set": "s(object, bool)"}"#
            }
            let classes = (0..<count).map { #"{"id": "C\#($0)", "extends": "A"}"# }
            return #"{"binding": 1, "id": "org.example.a", "library": "liba.so", "classes": ["#
                + #"{"id": "A", "abstract": true, "state": [\#(state.joined(separator: ","))]},"#
                + classes.joined(separator: ",") + "]}"
        }

        let most = try SampleBinding.read(text(19))
        let error = #expect(throws: ManifestError.self) { try SampleBinding.read(text(20)) }

        #expect(most.classes.map(\.state.count) == Array(repeating: 1_000, count: 19))
        #expect(most.classes[18].state == most.classes[0].state)
        #expect(error?.fault == .binding(.tooMany("properties", limit: 20_000)))
        #expect(error?.location == "classes[20]")
        #expect(BindingDocument.faults(parsing: Array(text(25).utf8)) == [error])
    }

    @Test func `refuses more than 1 MiB before it reads it`() {
        let error = #expect(throws: ManifestError.self) {
            try BindingDocument(parsing: Array(repeating: 0x20, count: 1_048_577))
        }

        #expect(error?.diagnosis.problem == "The binding has 1048577 bytes")
        #expect(error?.diagnosis.remedy == "Shorten the binding to 1048576 bytes.")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `yields a binding or an error after every random change`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let original = Array(SampleBinding.text.utf8)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "(", ")", "object", "out ", "null", "->", "\\",
            "/*",
            "int32", "*", "?", "=", "callback", "{int32 a}", "enum", "é", "\u{0}", "...", "fails",
        ].map { Array($0.utf8) }
        for _ in 0..<100 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 0..<12, using: &random))
                let piece = pieces.randomElement(using: &random)!
                bytes.replaceSubrange(start..<end, with: Bool.random(using: &random) ? piece : [])
            }
            do throws(ManifestError) {
                _ = try BindingDocument(parsing: bytes)
            } catch {
                #expect(!error.diagnosis.problem.isEmpty)
                #expect(!error.diagnosis.remedy.isEmpty)
            }
        }
    }
}
