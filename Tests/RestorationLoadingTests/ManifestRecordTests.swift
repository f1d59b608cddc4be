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

    @Test(arguments: [full, least])
    func `comes back as it was`(json: String) throws {
        let manifest = try ManifestReader().manifest(from: Array(json.utf8))
        var writer = FlatWriter()
        ManifestRecord.write(manifest, to: &writer)

        #expect(ManifestRecord.read(FlatBytes(writer.bytes), at: 0) == manifest)
    }

    /// A part that is added to manifests must be added to `ManifestRecord`, and its format number
    /// raised: otherwise a warm start would not know what a cold one does.
    @Test func `has all parts that manifests have`() throws {
        let manifest = try ManifestReader().manifest(from: Array(Self.full.utf8))
        func parts(_ value: Any) -> [String?] { Mirror(reflecting: value).children.map(\.label) }

        #expect(
            parts(manifest) == [
                "identifier", "version", "abi", "applications", "neededInterfaces", "classes",
                "credits",
            ]
        )
        #expect(
            parts(manifest.classes[0]) == [
                "name", "schemaVersion", "aliases", "routes", "priority",
            ]
        )
        #expect(parts(manifest.credits) == ["name", "summary", "authors", "license"])
        #expect(parts(manifest.applications) == ["applications", "includesEveryApplication"])
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
