import Foundation

/// The site that `make docs` generates.
struct Site: Sendable {
    /// The pages of symbols, by the compiler's identifiers.
    private let pages: [String: Page]

    struct Page: Decodable, Sendable {
        let metadata: Metadata
        let abstract: [Inline]?

        struct Metadata: Decodable, Sendable {
            let title: String?
            let symbolKind: String?
            let externalID: String?
        }

        struct Inline: Decodable, Sendable {}
    }

    /// Generates and reads the site of this build.
    static func make() async throws -> Site {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = folder.appending(path: "site")
        let output = try await Toolchain()
            .makeSite(in: site, output: folder.appending(path: "output"))
        guard output.contains("Made the site in \(site.path).") else {
            throw Failure(output: output)
        }
        return try Site(reading: site.appending(path: "data"))
    }

    private init(reading folder: URL) throws {
        var pages: [String: Page] = [:]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "json" else { continue }
            let page = try JSONDecoder().decode(Page.self, from: Data(contentsOf: file))
            if let identifier = page.metadata.externalID { pages[identifier] = page }
        }
        self.pages = pages
    }

    struct Failure: Error, CustomStringConvertible {
        let output: String
        var description: String { "There is no site: \(output)" }
    }
}

extension Site {
    var modules: [String] {
        pages.filter { $0.value.metadata.symbolKind == "module" }.map(\.key).sorted()
    }

    /// The names of the symbols that have no page.
    func missing(of symbols: [SymbolGraph.Symbol]) -> [String] {
        symbols.filter { pages[$0.identifier.precise] == nil }.map(\.name)
    }

    /// The names of the symbols whose page is missing or has no abstract.
    func silent(about symbols: [SymbolGraph.Symbol]) -> [String] {
        symbols.filter { pages[$0.identifier.precise]?.abstract?.isEmpty ?? true }.map(\.name)
    }

    /// Whether a symbol has a page with that title.
    func hasPage(titled title: String) -> Bool {
        pages.values.contains { $0.metadata.title == title }
    }
}
