import RestorationCore
import Testing

@testable import RestorationLoading

@Suite struct `A manifest in an index` {
    static let full = """
        {"manifest": 1, "id": "org.example.a", "version": "1.2.3-beta.4+linux", "name": "Ä",
         "abi": {"minimum": "0.1", "maximum": "2.3"}, "applications": ["org.example.app", "*"],
         "interfaces": {"needed": ["org.example.one/1", "org.example.two/2"]}, "summary": "For all.", "authors": ["Ada", "Grace"], "license": "MIT",
         "classes": [
          {"id": "A", "version": 4294967295, "aliases": ["B", "C"], "priority": -2147483648,
           "routes": ["**/a*b/{x}/*", "a\\\\/b/\\\\*/\\\\{\\\\}", "*é/**"]},
          {"id": "D", "version": 1}]}
        """
    static let least = """
        {"manifest": 1, "id": "org.example.a", "version": "1", "abi": "0.1",
         "applications": ["*"], "classes": [{"id": "A", "version": 1}]}
        """

    /// Lengths take one to three bytes.
    static let long = least.replacing(
        "\"version\": \"1\"",
        with: """
            "version": "1", "name": "\(String(repeating: "n", count: 126))",
            "summary": "\(String(repeating: "s", count: 20_000))",
            "authors": ["\(String(repeating: "a", count: 127))", "\(String(repeating: "b", count: 128))"]
            """
    )

    @Test(arguments: [full, least, long])
    func `comes back as it was`(json: String) throws {
        let manifest = try ManifestReader().manifest(from: Array(json.utf8))
        var writer = FlatWriter()
        ManifestRecord.write(manifest, to: &writer)

        #expect(ManifestRecord.read(FlatBytes(writer.bytes), at: 0) == manifest)
    }

    /// Manifests that are put into this form at once, without being unfolded before.
    static let plain = [
        least.replacing("\"1\",", with: "\"1.0.0\","),
        """
        {"classes": [{"routes": ["Tabs/*/p1", "**/A b/{pet}/Edit"], "priority": -7, "version": 12,
         "id": "Panel"}, {"id": "List", "version": 1, "aliases": ["Old", "Older"],
         "routes": ["*", "**", "{x}"]}], "license": "MIT", "authors": ["Ada", "Grace"],
         "summary": "", "name": "All", "abi": "0.1", "version": "10.0.3", "id": "org.example.a",
         "applications": ["org.example.app", "*", "org.example.other"], "manifest": 1}
        """,
    ]

    @Test(arguments: plain)
    func `is made at once of a plain manifest`(json: String) throws {
        let manifest = try ManifestReader().manifest(from: Array(json.utf8))
        var writer = FlatWriter()
        ManifestRecord.write(manifest, to: &writer)
        var room = PlainRoom()
        let made = try #require(PlainManifest(Array(json.utf8), &room))

        #expect(made.record == writer.bytes)
        #expect(made.identifier == manifest.identifier)
        #expect(made.version == manifest.version)
        #expect(made.abi == manifest.abi)
        #expect(made.applications == manifest.applications)
    }

    /// Whatever is taken for plain is what reading it in full makes of it. One part of a plain
    /// manifest after the other is replaced by something else.
    @Test func `is never made at once of another manifest`() throws {
        let parts = [
            "", "1", "0", "-0", "01", "1.0", "1e2", "-3", "123456789", "4294967295", "9999999999",
            "null", "true", "[]", "{}", "\"\"", "\"*\"", "\"**\"", "\"a*b\"", "\"1\"", "\"1.0\"",
            "\"01.0.0\"", "\"1.0.0-beta\"", "\"1..0\"", "\"1.0.0.\"", "\"a\\\\b\"", "\"\\u0041\"",
            "\"é\"", "\"\u{7F}\"", "\"a/\"", "\"/a\"", "\"a//b\"", "\"{a}/{a}\"", "\"{a}/{b}\"",
            "\"{}\"", "\"{a\"", "\"a}\"", "\"{a}b\"", "\"**/**\"", "\"***\"", "\"a#1\"",
            "\"Panel\"", "\"List\"", "\"Old\"", "\"org.example.app\"", "\"-a.b\"", "\"id\"",
            "\"!id\"", "\"routes\"", "\"interfaces\"", "[\"*\"]", "[\"Tabs/*/p1\"]", "[\"Old\"]",
            "\"\(String(repeating: "a", count: 256))\"",
            "{\"minimum\": \"0.1\", \"maximum\": \"0.1\"}",
        ]
        var made = 0
        // What one manifest leaves behind for the next one makes no difference to it.
        var room = PlainRoom()
        for json in Self.plain {
            let bytes = Array(json.utf8)
            let nodes = try JSONTree(parsing: bytes).nodes
            for node in nodes.dropFirst() {
                let end = Int(node.end) + (Int(node.start) - node.firstByte)
                for part in parts {
                    let other = Array(bytes[..<node.firstByte]) + part.utf8 + bytes[end...]
                    guard let plain = PlainManifest(other, &room) else { continue }
                    let manifest = try ManifestReader().manifest(from: other)
                    var writer = FlatWriter()
                    ManifestRecord.write(manifest, to: &writer)
                    #expect(plain.record == writer.bytes)
                    #expect(plain.applications == manifest.applications)
                    made += 1
                }
            }
        }
        #expect(made > 100)
    }

    /// A part that is added to manifests must be added to `ManifestRecord`, and its format number
    /// raised: otherwise a warm start would not know what a cold one does.
    @Test func `has all parts that manifests have`() throws {
        let manifest = try ManifestReader().manifest(from: Array(Self.full.utf8))
        func parts(_ value: Any) -> [String?] { Mirror(reflecting: value).children.map(\.label) }

        #expect(
            parts(manifest) == [
                "identifier", "version", "abi", "applications", "neededInterfaces", "credits",
                "declarations",
            ]
        )
        #expect(
            parts(manifest.declarations[0]) == [
                "name", "schemaVersion", "aliases", "priority", "storedRoutes",
            ]
        )
        #expect(parts(manifest.credits) == ["name", "summary", "authors", "license"])
        #expect(parts(manifest.applications) == ["names", "includesEveryApplication"])
    }

    @Test func `is none if it is cut`() throws {
        let manifest = try ManifestReader().manifest(from: Array(Self.full.utf8))
        var writer = FlatWriter()
        ManifestRecord.write(manifest, to: &writer)

        for length in 0..<writer.bytes.count {
            let cut = ManifestRecord.read(FlatBytes(Array(writer.bytes[..<length])), at: 0)
            #expect(cut != manifest)
        }
    }
}
