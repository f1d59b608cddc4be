import Foundation
import Testing

@Suite struct `The site of the reference` {
    private static let made = Task { try await Site.make() }

    @Test func `has every public module, and the headers`() async throws {
        let site = try await Self.made.value

        #expect(site.modules == (try PublicModules.names() + ["CHeaders"]).sorted())
    }

    @Test(arguments: try PublicModules.names())
    func `has every public symbol of a module, whose comment only a value may lack`(
        module: String
    ) async throws {
        let site = try await Self.made.value

        let symbols = try await Toolchain().symbols(of: module).filter { !$0.isExtension }

        #expect(symbols.count > 5)
        #expect(site.missing(of: symbols) == [])
        let silent = symbols.filter { $0.docComment == nil && !$0.isValueOfItsType }
        #expect(silent.map(\.name) == [])
    }

    @Test func `has a page for every type that a module re-exports`() async throws {
        let site = try await Self.made.value

        let types = try PublicModules.reexportedTypes()

        #expect(types.contains("ClosurePolicy"))
        #expect(types.filter { !site.hasPage(titled: $0) } == [])
    }

    @Test func `has every declaration of the headers, and its comment`() async throws {
        let site = try await Self.made.value

        let symbols = try await Toolchain().symbolsOfHeaders().filter { !$0.isPrivate }

        for name in [
            "restoration_class.create", "restoration_value.data.uuid", "restoration_put_string",
            "RESTORATION_OK", "RESTORATION_PLUGIN", "petfinder_canvas",
        ] {
            #expect(symbols.contains { $0.name == name })
        }
        #expect(site.missing(of: symbols) == [])
        let withComment = symbols.filter { symbol in
            // clang omits the comments of macros, and of some structs.
            symbol.docComment != nil || ["c.macro", "c.struct"].contains(symbol.kind.identifier)
        }
        #expect(site.silent(about: withComment) == [])
    }

    @Test func `is checked for missing symbols`() async throws {
        let site = try await Self.made.value
        let known = try await Toolchain().symbols(of: "TerminalScreen")
            .filter { $0.name == "Canvas" }
        let graph = #"""
            {"symbols": [{"kind": {"identifier": "swift.struct"}, "pathComponents": ["Cat", "Tail"],
                          "identifier": {"precise": "s:14TerminalScreen3CatV4TailV"}}]}
            """#
        let unknown = try JSONDecoder().decode(SymbolGraph.self, from: Data(graph.utf8)).symbols

        #expect(known.count == 1)
        #expect(site.missing(of: known + unknown) == ["Cat.Tail"])
        #expect(site.silent(about: known + unknown) == ["Cat.Tail"])
    }

    @Test func `replaces no directory that is not a site`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "no-site-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let output = try await Toolchain()
            .makeSite(in: folder, output: folder.appending(path: "output"))

        #expect(
            output == """
                error: \(folder.path) exists, and was not made by this script
                  fix: Name another directory, or remove this one.

                """
        )
    }
}
