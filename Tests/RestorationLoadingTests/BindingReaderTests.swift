import RestorationCore
import RestorationInvocation
import TestSupport
import Testing

@testable import RestorationLoading

@Suite struct `Reading bindings` {
    private static let gtk = """
        {
          // Widgets.
          "$schema": "restoration-binding.schema.json",
          "binding": 1,
          "id": "org.gtk.widgets",
          "library": ["libgtk-4.so.1", "/usr/lib/libgtk-4.so.1"],
          "requires": {
            "version": "4.8",
            "get": ["gtk_get_major_version() -> uint32", "gtk_get_minor_version() -> uint32"],
            "symbols": ["gtk_test"],
          },
          "types": {"TextIter": "{pointer a, int32 b}", "Direction": "enum {ltr, rtl}"},
          "constants": {"NONE": "pointer(0)"},
          "kind": "g_type_name_from_instance(object) -> string",
          "x-note": "of my own",
          "classes": [
            {
              "id": "Widget", "abstract": true,
              "children": {
                "first": "gtk_widget_get_first_child(object) -> object?",
                "next": "gtk_widget_get_next_sibling(object) -> object?"
              },
              "identifier": {
                "get": "gtk_widget_get_name(object) -> string?",
                "unless": "g_type_name_from_instance(object) -> string",
              },
              "adopt": "g_object_ref(object)", "release": "g_object_unref(object)",
              "state": [
                {"key": "visible", "get": "get_visible(object) -> bool", "set": "show(object, bool)",
                 "default": true, "omitDefault": true},
              ],
            },
            {
              "id": "Window", "is": "GtkWindow", "extends": "Widget", "version": 2,
              "routes": ["**/window:*"], "aliases": ["Frame"],
              "create": "gtk_window_new() -> object", "destroy": "gtk_window_destroy(object)",
              "state": [
                /* Size. */
                {"key": "size", "after": ["visible", "title"],
                 "get": "get_default_size(object, out int32 width, out int32 height)",
                 "set": "set_default_size(object, int32 width, int32 height)",
                 "default": {"width": 10, "height": -1}},
                {"key": "title", "get": "get_title(object) -> string?", "set": "set_title(object, string?)",
                 "default": null, "sensitive": true,
                 "changed": "connect(object, 'notify::title', callback(object, pointer, pointer), null) -> uint64",
                 "unchanged": "disconnect(object, result)"},
                {"key": "columns", "list": {"from": 1, "count": "count(object) -> int32", "clear": "clear(object)"},
                 "get": "column(object, index) -> Direction", "set": "add(object, Direction)",
                 "default": ["ltr", "rtl"]},
                {"key": "focus", "get": "get_focus(object) -> object?", "set": "set_focus(object, object?)"},
                {"key": "serial", "get": "serial(object) -> uint64"},
              ],
            },
          ],
        }
        """

    private func read(_ text: String) throws(ManifestError) -> BindingDocument {
        try BindingDocument(parsing: Array(text.utf8))
    }

    @Test func `is a manifest and what to do`() throws {
        let binding = try read(Self.gtk)

        #expect(binding.manifest.identifier.rawValue == "org.gtk.widgets")
        #expect(binding.manifest.version.description == "0.0.0")
        #expect(binding.manifest.applications.includesEveryApplication)
        #expect(binding.manifest.abi.newest(sharedWith: .spokenByHost) == .spokenByHost)
        #expect(binding.manifest.classes.map(\.name) == ["Window"])
        #expect(binding.manifest.classes[0].schemaVersion == 2)
        #expect(binding.manifest.classes[0].aliases == ["Frame"])
        #expect(binding.manifest.classes[0].routes.map(\.description) == ["**/window:*"])
        #expect(binding.libraries == ["libgtk-4.so.1", "/usr/lib/libgtk-4.so.1"])
        #expect(binding.requirement.symbols == ["gtk_test"])
        #expect(binding.requirement.version?.get.calls.count == 2)
        #expect(binding.kind?.calls[0].function == "g_type_name_from_instance")
    }

    @Test func `a class has what it inherits, and its properties in the order of restoring`() throws
    {
        let window = try #require(try read(Self.gtk).classes.first)

        #expect(window.match == .kinds(["GtkWindow"]))
        #expect(window.adopt?.calls[0].function == "g_object_ref")
        #expect(window.identifier?.unless != nil)
        #expect(
            window.state.map(\.key) == ["visible", "title", "size", "columns", "focus", "serial"]
        )
        guard case .linked(_, let next) = window.children else {
            Issue.record("The children are not walked from one to the next.")
            return
        }
        #expect(next.result == .optional(.object))
    }

    @Test func `a property is one value, several with names, or a list`() throws {
        let state = try #require(try read(Self.gtk).classes.first).state
        func property(_ key: String) throws -> BindingDocument.Property {
            try #require(state.first { $0.key == key })
        }

        #expect(try property("visible").shape == .single(.bool))
        #expect(try property("visible").default == .bool(true))
        #expect(try property("visible").omitsDefault)
        #expect(try property("size").shape == .named(["width": .int32, "height": .int32]))
        #expect(
            try property("size").default
                == .dictionary(["width": .integer(10), "height": .integer(-1)])
        )
        #expect(try property("title").default == .null)
        #expect(try property("title").isSensitive)
        #expect(try property("title").unchanged?.calls[0].arguments == [.object, .named("result")])
        #expect(try property("columns").list?.from == 1)
        #expect(try property("columns").list?.clear != nil)
        #expect(try property("columns").default == .array([.string("ltr"), .string("rtl")]))
        #expect(try property("focus").shape == .single(.optional(.object)))
        #expect(try property("serial").set == nil)
    }

    @Test func `the example of the design is read`() throws {
        let binding = try read(
            #"""
            {
              "binding": 1,
              "id": "org.gtk.widgets",
              "library": "libgtk-4.so.1",
              "classes": [{
                "id": "GtkEntry",
                "routes": ["**/entry:*"],
                "create": "g_object_ref_sink(gtk_entry_new()) -> object",
                "destroy": "g_object_unref(object)",
                "state": [
                  { "key": "text",   "get": "gtk_editable_get_text(object) -> string",     "set": "gtk_editable_set_text(object, string)" },
                  { "key": "cursor", "get": "gtk_editable_get_position(object) -> int32",  "set": "gtk_editable_set_position(object, int32)", "after": "text" }
                ],
                "changed":   "g_signal_connect_data(object, \"changed\", callback(object, pointer) -> void, null, null, uint32(0)) -> uint64",
                "unchanged": "g_signal_handler_disconnect(object, result)"
              }]
            }
            """#
        )

        #expect(binding.classes[0].state.map(\.key) == ["text", "cursor"])
    }

    @Test func `a call that cannot be read is shown with a caret`() {
        let text = Self.gtk.replacing("show(object, bool)", with: "show(object, boolean)")

        let error = #expect(throws: ManifestError.self) { try read(text) }

        #expect(
            error?.description == """
                error: A call cannot be read. At column 14 stands "boolean" in place of a type or a \
                name that is known
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
    func `says what is wrong, where, and what to write`(fault: Fault) {
        let text = Self.gtk.replacing(fault.original, with: fault.replacement, maxReplacements: 1)

        let error = #expect(throws: ManifestError.self) { try read(text) }

        #expect(text != Self.gtk)
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
            #""id": "org.gtk.widgets","#,
            "",
            "id, line 1",
            "The binding lacks a key",
            "Add the key."
        ),
        Fault(
            #""set": "show"#,
            #""sett": "show"#,
            "classes[0].state[0].sett, line 29",
            "A binding has no such key there",
            "Did you mean \"set\"?"
        ),
        Fault(
            #""x-note""#,
            #""note""#,
            "note, line 15",
            "A binding has no such key there",
            "Did you mean \"name\"?"
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
            "The minimum version is not made of numbers and dots",
            "Write a version such as \"4.8\" or \"3.45.1\"."
        ),
        Fault(
            #""version": "4.8","#,
            "",
            "requires.get, line 9",
            "\"get\" means nothing without \"version\"",
            "Add \"version\", or remove \"get\"."
        ),
        Fault(
            #"["gtk_get_major_version() -> uint32", "gtk_get_minor_version() -> uint32"]"#,
            #""gtk_init()""#,
            "requires.get, line 9",
            "The calls come to something else in place of one text, or numbers",
            "Let the last call return one text, or numbers."
        ),
        Fault(
            #""TextIter": "{pointer a"#,
            #""TextIter": "{pointr a"#,
            "types.TextIter, line 12",
            "A type or constant cannot be read. At column 2 stands \"pointr\" in place of a type",
            "Write one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, size,"
                + " float32, float64, string, object, pointer."
        ),
        Fault(
            #""TextIter":"#,
            #""string":"#,
            "types.string, line 12",
            "\"string\" cannot be the name of a type or constant",
            "Use letters, digits and _, and no word that the language has."
        ),
        Fault(
            #""NONE": "pointer(0)""#,
            #""NONE": "0""#,
            "constants.NONE, line 13",
            "A type or constant cannot be read. At column 1 stands \"0\" in place of an argument",
            "Write the number's type, as in int32(1) or float64(1.5)."
        ),
        Fault(
            #"from_instance(object) -> string","#,
            #"from_instance(object) -> int32","#,
            "kind, line 14",
            "The calls come to int32 in place of string",
            "Let the last call return string."
        ),
        Fault(
            #""kind": "g_type_name_from_instance(object) -> string","#,
            "",
            "classes[1].is, line 34",
            "\"is\" means nothing without \"kind\"",
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
            "Classes inherit from each other in a circle, or through too many others",
            "Let a class inherit through 8 others at most."
        ),
        Fault(
            "gtk_window_new() -> object",
            "gtk_window_new() -> int32",
            "classes[1].create, line 36",
            "The calls come to int32 in place of object",
            "Let the last call return object."
        ),
        Fault(
            "gtk_window_new() -> object",
            "make(TextIter place) -> object",
            "classes[1].create, line 36",
            "A value of the type {pointer a, int32 b} (place) cannot be stored",

            "Take bool, a number, text, bytes, an enum, an object or a structure of numbers; of others,"
                + " the fields by a function of your own, in a library beside the binding."
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
            "Properties come after each other in a circle: size, title, size",
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
            "The setter takes the value as a whole and parts of it as well",
            "Name all parts, or write one type for the whole."
        ),
        Fault(
            "serial(object) -> uint64",
            "serial(object) -> pointer",
            "classes[1].state[4].get, line 51",
            "A value of the type pointer cannot be stored",

            "Take bool, a number, text, bytes, an enum, an object or a structure of numbers; of others,"
                + " the fields by a function of your own, in a library beside the binding."
        ),
        Fault(
            "serial(object) -> uint64",
            "serial(object)",
            "classes[1].state[4].get, line 51",
            "The calls come to nothing in place of a value, or names for several",
            "Let the last call return a value, or names for several."
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
            #"["ltr", "rtl"]"#,
            #"["ltr", "up"]"#,
            "classes[1].state[2].default[1], line 49",
            "The property cannot have the default value",
            "Write ltr or rtl."
        ),
        Fault(
            "callback(object, pointer, pointer), null",
            "null, null",
            "classes[1].state[1].changed, line 45",
            "No call hands the library a callback",
            "Write callback(object, pointer) -> void where the function takes one."
        ),
        Fault(
            "disconnect(object, result)",
            "disconnect(object, handler)",
            "classes[1].state[1].unchanged, line 46",
            "A call cannot be read. At column 20 stands \"handler\" in place of a type or a name"
                + " that is known",
            "Known are NONE, result."
        ),
        Fault(
            #"{"from": 1, "#,
            #"{"from": -1, "#,
            "classes[1].state[2].list.from, line 47",
            "The number is out of range",
            "Write a number from 0 to 2147483647."
        ),
        Fault(
            #""**/window:*""#,
            #""**/{""#,
            "classes[1].routes[0], line 35",
            "A brace has no partner, at byte 3 of the route",
            "Write captures as '{name}', and a literal brace after a backslash."
        ),
        Fault(
            "/* Size. */",
            "/* Size.",
            "line 55, column 2",
            "The binding is not valid JSON: it ends before everything is closed",
            "Close every bracket and every text."
        ),
    ]

    @Test func `tells all faults at once, one of each property and of each class`() {
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
            (#""after": ["visible", "title"]"#, #""after": ["visible", "title"], "get2": 1"#),
        ]
        let text = changes.reduce(Self.gtk) { $0.replacing($1.0, with: $1.1) }

        let places = BindingDocument.faults(parsing: Array(text.utf8)).map(\.location)

        #expect(
            places == [
                "kind", "classes[0].children.next", "classes[0].state[0].set", "classes[1].create",
                "classes[1].state[0].get2", "classes[1].state[1].set", "classes[1].state[4].get",
            ]
        )
        #expect(BindingDocument.faults(parsing: Array(Self.gtk.utf8)) == [])
        let types = Self.gtk.replacing("{pointer a, int32 b}", with: "{pointr a}")
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

        let most = try read(text(19))
        let error = #expect(throws: ManifestError.self) { try read(text(20)) }

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
        #expect(error?.diagnosis.remedy == "Shorten it to 1048576 bytes.")
    }

    @Test(arguments: [
        ("4.8", "4.8.0", true), ("4.8", "4.10", true), ("4.8", "4.7.9", false),
        ("3.45.1", "3.45.1-beta", true), ("3.45.1", "3.45", false), ("0", "", true),
    ])
    func `compares versions number by number`(least: String, found: String, isMet: Bool) throws {
        let text = Self.gtk.replacing(#""version": "4.8""#, with: #""version": "\#(least)""#)

        let version = try #require(try read(text).requirement.version)

        #expect(version.isMet(by: found) == isMet)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `comes back from every random change with a binding or an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let original = Array(Self.gtk.utf8)
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
                // What is wrong has a place, unless it is the whole.
                #expect(!error.diagnosis.problem.isEmpty)
                #expect(!error.diagnosis.remedy.isEmpty)
            }
        }
    }

    @Test func `order in the file is kept, but for what comes after something else`() throws {
        let keys = (0..<30).map { "k\($0)" }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            // Each comes after some that have a lower number, in a file in random order.
            let after = keys.indices.map { number in
                (0..<number).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            }
            let order = keys.indices.shuffled(using: &random)
            let state = order.map { number in
                let names = after[number].map { "\"k\($0)\"" }.joined(separator: ",")
                return """
                    {"key": "k\(number)", "get": "g(object) -> bool", "set": "s(object, bool)",
                     "after": [\(names)]}
                    """
            }
            let text = """
                {"binding": 1, "id": "org.example.a", "library": "liba.so",
                 "classes": [{"id": "A", "state": [\(state.joined(separator: ","))]}]}
                """

            let restored = try read(text).classes[0].state.map(\.key)

            #expect(restored.sorted() == keys.sorted())
            let places = Dictionary(uniqueKeysWithValues: restored.enumerated().map { ($1, $0) })
            for number in keys.indices {
                for other in after[number] {
                    #expect(places["k\(other)"]! < places["k\(number)"]!)
                }
            }
            #expect(after.contains { !$0.isEmpty } || restored == order.map { "k\($0)" })
        }
    }
}
