import Foundation
import RestorationPlugins
import TestSupport
import Testing

@testable import RestorationDiscovery

/// The schema of manifests that editors use must agree with the reader, which is authoritative.
@Suite struct `The schema of manifests` {
    private let schema: SchemaCheck

    init() throws { schema = try SchemaCheck("plugin") }

    /// The faults that the schema and the reader find in a manifest.
    private func faults(in text: String) throws -> (schema: [String], reader: ManifestError?) {
        let bytes = Array(text.utf8)
        let faults = try schema.faults(of: JSONTree(parsing: bytes).root)
        do throws(ManifestError) {
            _ = try ManifestReader().manifest(from: bytes)
            return (faults, nil)
        } catch {
            return (faults, error)
        }
    }

    private static let objects = [
        ("document", ManifestReader.outerKeys), ("abiRange", ManifestReader.abiKeys),
        ("interfaces", ManifestReader.interfaceKeys), ("class", ManifestReader.classKeys),
        ("converter", ManifestReader.converterKeys),
        ("classVersion", ManifestReader.classVersionKeys),
    ]

    @Test(arguments: objects)
    func `has the keys that the reader knows, and no others`(name: String, keys: [String]) throws {
        let definition = try schema.definition(name)

        let properties = try #require(definition["properties"] as? [String: Any])
        #expect(properties.keys.sorted() == keys.sorted())
        #expect(definition["patternProperties"] as? [String: Bool] == ["^!": false])
    }

    @Test func `has every object of a manifest`() throws {
        #expect(schema.objects.sorted() == Self.objects.map(\.0).sorted())
    }

    @Test(arguments: [
        "document", "abiRange", "class", "converter", "classVersion",
    ])
    func `requires the keys that the reader requires`(name: String) throws {
        let required = try #require(try schema.definition(name)["required"] as? [String])

        for key in required {
            let found = try faults(in: Self.manifest(without: key, in: name))
            #expect(found.schema.contains { $0.hasSuffix("required") || $0.hasSuffix("oneOf") })
            #expect(found.reader?.fault == .missing)
            #expect(found.reader?.location.hasSuffix(key) == true)
        }
    }

    // MARK: Whole manifests

    @Test func `accepts a manifest with every key`() throws {
        let found = try faults(in: Self.whole)

        #expect(found.schema == [])
        #expect(found.reader == nil)
    }

    @Test func `accepts the manifests of the repository and of the documents`() throws {
        let manifests = try Self.manifests()

        #expect(manifests.count > 10)
        for manifest in manifests {
            #expect(try faults(in: manifest).schema == [], "\(manifest)")
        }
    }

    /// A schema cannot express whether two parts of a manifest agree.
    @Test(arguments: `Reading manifests`.faults)
    func `refuses the same files as the reader, except contradictory ones`(
        fault: `Reading manifests`.Fault
    ) throws {
        let bytes = `Reading manifests`.manifest(
            replacing: fault.original,
            with: fault.replacement
        )
        let error = #expect(throws: ManifestError.self) {
            try ManifestReader().manifest(from: bytes)
        }

        switch error?.fault {
        // Editors report these without a schema.
        case .notJSON, .repeatedKey: break
        case .reversedABIRange, .repeatedClassName, .repeatedConverter, .idleConverter:
            #expect(try faults(in: String(decoding: bytes, as: UTF8.self)).schema == [])
        default:
            #expect(try faults(in: String(decoding: bytes, as: UTF8.self)).schema != [])
        }
    }

    @Test(arguments: texts)
    func `agrees with the reader about texts`(original: String, replacements: [String]) throws {
        for replacement in replacements {
            let text = Self.whole.replacing(original, with: replacement, maxReplacements: 1)
            #expect(text != Self.whole)

            let found = try faults(in: text)

            #expect(found.schema.isEmpty == (found.reader == nil), "\(replacement)")
        }
    }

    /// Parts of the whole manifest, with valid and invalid replacements.
    private static let texts: [(String, [String])] = [
        (
            #""org.example.notes","#,
            [
                "a", "a.b", "-a.b", "a-.b", "a..b", "a.", ".a", "a_b.c-d.9", "a b.c", "ä.b", "",
                String(repeating: "x", count: 63) + ".b", String(repeating: "x", count: 64) + ".b",
                String(repeating: "a.", count: 127) + "b",
                String(repeating: "a.", count: 128) + "b",
            ].map { "\"\($0)\"," }
        ),
        (
            #""1.4.2","#,
            [
                "1", "1.2", "1.2.3", "1.2.3.4", "", ".1", "1.", "1.x", "1-beta.1", "1-", "1+linux",
                "1.0-a+b", "1+", "1-a..b", "1-ä", "-1", "+1", "01.2",
                String(repeating: "1", count: 9) + "-" + String(repeating: "a", count: 54),
                String(repeating: "1", count: 9) + "-" + String(repeating: "a", count: 55),
            ].map { "\"\($0)\"," }
        ),
        (
            #"{"minimum": "0.1", "maximum": "0.3"}"#,
            [
                #""0.3""#, #""1""#, #""1.2.3""#, #""a.b""#, #""1.""#, #""""#, "0.3", "null", "[]",
                #"{"minimum": "0.1", "maximum": "0.3", "!": 1}"#,
            ]
        ),
        (#"["org.example.app", "*"]"#, [#"["*"]"#, "[]", #"["**"]"#, #"["app"]"#, #""*""#]),
        (
            #""org.example.app.screen/1""#,
            ["screen", "a.b", "a.b/0", "a.b/01", "a.b/x", "a.b/1/2", "a.b/", "/1", "a/1", "a.b/7"]
                .map { "\"\($0)\"" }
        ),
        (
            #""Memo""#,
            ["", "ä", #"\u0000"#, #"a\u007f"#, #"\u009f"#, #"a\r\nb"#, "a b", "/", "🐈"].map {
                "\"\($0)\""
            }
        ),
        (#""Notes on cats.""#, [#""""#, #""a\tb""#, #""\u0085""#, "1", #""ünd 猫""#]),
        (
            #""**/{pet}/Notes""#,
            [
                "", "a", "a/b", "/a", "a/", "a//b", "*", "**", "***", "a**b", "a*b*c", "*a", "a*",
                "{a}", "{a}x", "x{a}", "{}", "{a b}", "{a", "a}", "a#b", #"a\\/b"#, #"a\\"#,
                ##"\\*\\{\\}\\#"##, "ä/猫", "{\(String(repeating: "a", count: 65))}",
            ].map { "\"\($0)\"" }
        ),
        (
            #""priority": -2"#,
            ["2147483647", "2147483648", "1.5", "\"1\""].map { "\"priority\": \($0)" }
        ),
        (
            #""version": 3,"#,
            ["1", "0", "4294967295", "4294967296", "-1"].map { "\"version\": \($0)," }
        ),
        (#"["org.example.memos"]"#, ["[]", #"["a.b", "a.b"]"#, #"["a.b", "a.c"]"#, #"["a"]"#]),
        (#""somethingNewer""#, [#""!""#, #""!somethingNewer""#, #""x!""#]),
        (#""needed": ["#, [#""!needed": ["#, #""wanted": ["#]),
        (#""dropped": ["old"]"#, [#""!dropped": []"#, #""dropped": "old""#, #""dropped": [""]"#]),
    ]

    // MARK: Manifests

    /// A manifest with every key.
    private static let whole = """
        {
            "$schema": "restoration-plugin.schema.json",
            "manifest": 1, "id": "org.example.notes", "formerly": ["org.example.memos"],
            "version": "1.4.2", "abi": {"minimum": "0.1", "maximum": "0.3"},
            "applications": ["org.example.app", "*"],
            "interfaces": {"needed": ["org.example.app.screen/1"]},
            "name": "Notes", "summary": "Notes on cats.", "authors": ["A. Cat"],
            "license": "Apache-2.0", "somethingNewer": {"x": 1},
            "classes": [
                {"id": "Notes", "version": 3, "aliases": ["Memo"], "priority": -2,
                 "dropped": ["old"], "routes": ["Tabs/*/Details/Notes", "**/{pet}/Notes"]}
            ],
            "converters": [
                {"id": "FromMemo", "from": {"plugin": "org.example.memo", "class": "M", "version": 1},
                 "to": {"class": "Notes", "version": 3}}
            ]
        }
        """

    /// The whole manifest with one key of an object renamed.
    private static func manifest(without key: String, in object: String) -> String {
        let beginning: Substring =
            switch object {
            case "abiRange": #""abi""#
            case "class": #""classes""#
            case "converter": #""converters""#
            case "classVersion": #""from""#
            default: "{"
            }
        let start = whole.range(of: beginning)!.upperBound
        let text = whole[start...].replacing(
            "\"\(key)\":",
            with: "\"unheardOf\":",
            maxReplacements: 1
        )
        return String(whole[..<start] + text)
    }

    private static func manifests() throws -> [String] {
        let files = FileManager.default
        var found: [String] = []
        for directory in ["Docs", "Plugins", "Tests/Fixtures"] {
            for case let name as String in files.enumerator(atPath: Repository.path(directory))!
            where !name.contains("build/") {
                let file = Repository.root.appending(path: "\(directory)/\(name)")
                if name.hasSuffix("restoration-plugin.json") {
                    found.append(try String(contentsOf: file, encoding: .utf8))
                } else if name.hasSuffix(".md") {
                    let page = try String(contentsOf: file, encoding: .utf8)
                    let examples = page.components(
                        separatedBy: "<!-- read: manifest -->\n```json\n"
                    )
                    found += examples.dropFirst().compactMap {
                        $0.components(separatedBy: "\n```").first
                    }
                }
            }
        }
        return found
    }
}
