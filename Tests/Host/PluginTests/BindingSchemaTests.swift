import Foundation
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

/// The schema that editors use must agree with the reader, which is authoritative.
@Suite struct `The schema of bindings` {
    private let schema: SchemaCheck

    init() throws { schema = try SchemaCheck("binding") }

    private static let objects: [(String, [String])] = [
        ("document", BindingKeys.document), ("requires", BindingKeys.requires),
        ("class", BindingKeys.classes), ("identifier", BindingKeys.identifier),
        ("children", BindingKeys.children), ("property", BindingKeys.property),
        ("list", BindingKeys.list), ("sequence", BindingKeys.sequence),
    ]

    @Test(arguments: objects)
    func `has exactly the keys that the reader accepts`(name: String, keys: [String]) throws {
        let definition = try schema.definition(name)

        let properties = try #require(definition["properties"] as? [String: Any])
        #expect(properties.keys.sorted() == keys.sorted())
        #expect(definition["additionalProperties"] as? Bool == false)
        #expect((definition["patternProperties"] as? [String: Any])?.keys.sorted() == ["^x-"])
    }

    @Test func `has every object of a binding`() throws {
        #expect(schema.objects.sorted() == Self.objects.map(\.0).sorted())
        let matching = try #require(try schema.definition("is")["oneOf"] as? [[String: Any]])
        let properties = matching.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.flatMap(\.keys) == BindingKeys.is)
    }

    @Test(arguments: ["document", "class", "property", "identifier", "sequence", "is"])
    func `requires the keys that the reader requires`(name: String) throws {
        let definition =
            name == "is"
            ? try #require((try schema.definition(name)["oneOf"] as? [[String: Any]])?.last)
            : try schema.definition(name)
        let required = try #require(definition["required"] as? [String])

        for key in required {
            let text = Self.whole[name]!.replacing(
                "\"\(key)\":",
                with: "\"x-\(key)\":",
                maxReplacements: 1
            )
            let error = #expect(throws: ManifestError.self) {
                try BindingDocument(parsing: Array(text.utf8))
            }
            #expect(error?.fault == .missing)
            #expect(error?.location.hasSuffix(key) == true)
        }
    }

    // MARK: Whole bindings

    private func faults(in text: String) throws -> [String] {
        let tree = try JSONTree(parsing: Array(text.utf8), of: .binding)
        return try schema.faults(of: tree.root)
    }

    /// The bindings of this package, and the sample with every key.
    private static let bindings: [String] = {
        let files = FileManager.default.enumerator(
            at: Repository.root.appending(path: "Plugins"),
            includingPropertiesForKeys: nil
        )
        let found = (files?.allObjects as? [URL] ?? []).filter {
            $0.path.hasSuffix(".restoration-binding.json")
        }
        return [SampleBinding.text]
            + found.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    }()

    @Test func `accepts the bindings of the repository`() throws {
        #expect(Self.bindings.count >= 4)
        for text in Self.bindings { #expect(try faults(in: text) == []) }
    }

    @Test func `accepts the examples of the documents`() throws {
        let text = try String(
            contentsOf: Repository.root.appending(path: "Docs/Bindings.md"),
            encoding: .utf8
        )
        let examples = text.split(separator: "<!-- read: binding -->\n```jsonc\n").dropFirst()
            .compactMap { $0.split(separator: "\n```").first.map { String($0) } }
        #expect(examples.count > 4)
        for example in examples {
            let isWhole = example.contains("\"binding\":")
            let head = #""binding": 1, "id": "a", "library": "a.so""#
            let rest =
                example.contains("\"classes\":")
                ? example : "\"classes\": [{\"id\": \"A\", \(example)}]"
            #expect(try faults(in: isWhole ? example : "{\(head), \(rest)}") == [], "\(example)")
        }
    }

    @Test func `accepts x- keys wherever the reader does`() throws {
        let text = SampleBinding.text
            .replacing(#""types": {"#, with: #""types": {"x-a": 1, "#)
            .replacing(#""constants": {"#, with: #""constants": {"x-a": 1, "#)
            .replacing(#"{"from": 1, "#, with: #"{"x-a": 1, "from": 1, "#)

        _ = try SampleBinding.read(text)
        #expect(try faults(in: text) == [])
    }

    @Test(arguments: [
        (#""binding": 1"#, #""binding": 2"#), (#""binding": 1"#, #""binding": "1""#),
        (#""id": "org.gtk.widgets""#, #""id": 1"#),
        (#"["libgtk-4.so.1", "/usr/lib/libgtk-4.so.1"]"#, "[]"),
        (#""version": "4.8""#, #""version": "new""#), (#""version": "4.8","#, ""),
        (#"["gtk_test"]"#, #""gtk_test""#), (#""types": {"#, #""types": {"A": 1, "#),
        (#""constants": {"#, #""constants": {"A": 1, "#),
        (#""abstract": true"#, #""abstract": 1"#),
        (#""is": "GtkWindow""#, #""is": {"call": "a()"}"#),
        (#""first": "gtk_widget_get_first_child(object) -> object?","#, ""),
        (#""first": "gtk"#, #""at": "a(object) -> object?", "first": "gtk"#),
        (#""first": "gtk"#, #""count": "a(object) -> int32", "first": "gtk"#),
        (#""first": "gtk"#, #""at": "b(object) -> object?", "count": "gtk"#),
        (#""unless""#, #""until""#),
        (#""version": 2"#, #""version": 0"#), (#""aliases": ["Frame"]"#, #""aliases": "Frame""#),
        (#""key": "size""#, #""key": """#), (#""key": "size","#, ""),
        (#""omitDefault": true"#, #""omitDefault": "yes""#), (#""from": 1"#, #""from": -1"#),
        (#""from": 1"#, #""from": 2147483648"#), (#""clear": "clear(object)""#, #""clear": []"#),
        (#""adopt": "g_object_ref(object)""#, #""adopt": {"finally": "a()"}"#),
        (#""set": "set_title(object, string?)","#, #""ready": "a(object)","#),
        (#""shows": "shows(object, string) -> string?""#, #""x-": 1"#),
        (#""set": "set_note(object, string)""#, #""x-": 1"#),
        (#""base": "base("#, #""default": "a", "base": "base("#),
        (#""base": "base("#, #""omitDefault": true, "base": "base("#),
        (#""base": "base("#, #""list": {"count": "c(object) -> int32"}, "base": "base("#),
    ])
    func `refuses the same files as the reader`(original: String, replacement: String) throws {
        let text = SampleBinding.text.replacing(original, with: replacement, maxReplacements: 1)

        #expect(text != SampleBinding.text)
        #expect(throws: ManifestError.self) { try SampleBinding.read(text) }
        #expect(try !faults(in: text).isEmpty)
    }

    private static let whole = [
        "document":
            #"{"binding": 1, "id": "org.example.a", "library": "a.so", "classes": [{"id": "A"}]}"#,
        "class": binding(""),
        "property": binding(#", "state": [{"key": "a", "get": "a(object) -> bool"}]"#),
        "identifier": binding(#", "identifier": {"get": "a(object) -> string"}"#),
        "sequence": binding(#", "finished": {"do": "a(object)"}"#),
        "is": binding(#", "is": {"calls": "a(object) -> bool"}"#),
    ]

    private static func binding(_ members: String) -> String {
        // The first ID in the text is the class's.
        """
        {"classes": [{"id": "A"\(members)}], "binding": 1, "id": "org.example.a", "library": "a.so"}
        """
    }
}
