import Foundation
import Testing

@testable import RestorationLoading

/// The schema that editors use, beside the reader that counts.
@Suite struct `The schema of bindings` {
    private func definitions() throws -> [String: Any] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Docs/restoration-binding.schema.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require((schema as? [String: Any])?["$defs"] as? [String: Any])
    }

    private static let objects: [(String, [String])] = [
        ("document", BindingKeys.document), ("requires", BindingKeys.requires),
        ("class", BindingKeys.classes), ("identifier", BindingKeys.identifier),
        ("children", BindingKeys.children), ("property", BindingKeys.property),
        ("list", BindingKeys.list), ("sequence", BindingKeys.sequence),
    ]

    private func definition(_ name: String) throws -> [String: Any] {
        try #require(try definitions()[name] as? [String: Any])
    }

    @Test(arguments: objects)
    func `has the keys that the reader takes, and no others`(name: String, keys: [String]) throws {
        let definition = try definition(name)

        let properties = try #require(definition["properties"] as? [String: Any])
        #expect(properties.keys.sorted() == keys.sorted())
        #expect(definition["additionalProperties"] as? Bool == false)
        #expect((definition["patternProperties"] as? [String: Any])?.keys.sorted() == ["^x-"])
    }

    @Test func `has every object of a binding`() throws {
        let objects = try definitions().compactMap { name, value in
            (value as? [String: Any])?["properties"] == nil ? nil : name
        }

        #expect(objects.sorted() == Self.objects.map(\.0).sorted())
        let matching = try #require(try definition("is")["oneOf"] as? [[String: Any]])
        let properties = matching.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.flatMap(\.keys) == BindingKeys.is)
    }

    @Test(arguments: ["document", "class", "property", "identifier", "sequence", "is"])
    func `requires what the reader misses`(name: String) throws {
        let definition =
            name == "is"
            ? try #require((try definition(name)["oneOf"] as? [[String: Any]])?.last)
            : try definition(name)
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
        // The first id is that of the class.
        """
        {"classes": [{"id": "A"\(members)}], "binding": 1, "id": "org.example.a", "library": "a.so"}
        """
    }
}
