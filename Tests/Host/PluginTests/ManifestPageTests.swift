import Foundation
import TestSupport
import Testing

@testable import RestorationDiscovery

/// The table of keys in `Docs/Plugins/Manifest.md` must agree with the reader, which is
/// authoritative.
@Suite struct `The page on manifests` {
    /// The keys in the first column, in the order of the page.
    private static func keys() throws -> [String] {
        let page = try Repository.text(of: "Docs/Plugins/Manifest.md")
        let section = try #require(page.components(separatedBy: "## The keys\n").last)
            .components(separatedBy: "\n## ")[0]
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        return rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    @Test(arguments: [
        ("", ManifestReader.outerKeys.filter { $0 != "interfaces" && $0 != "converters" }),
        ("converters[].", ManifestReader.converterKeys),
        ("classes[].", ManifestReader.classKeys), ("interfaces.", ManifestReader.interfaceKeys),
    ])
    func `lists the keys that the reader knows, and no others`(
        prefix: String,
        known: [String]
    ) throws {
        let listed = try Self.keys().filter { key in
            prefix.isEmpty ? !key.contains(".") : key.hasPrefix(prefix)
        }

        #expect(
            listed.map { $0.dropFirst(prefix.count) }.sorted() == known.sorted().map { $0[...] }
        )
    }
}
