import Foundation
import Testing

/// The program of `Docs/EmbeddingAHost.md`, and its output as the page shows it.
@Suite struct `The first host of the guide` {
    private let page: Document

    init() throws { page = try Document(path: "Docs/EmbeddingAHost.md") }

    @Test func `prints the page's output at its first and second start`() async throws {
        let toolchain = try Toolchain()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "host-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try await toolchain.buildFirstHost(in: folder)
        try #require(built.isEmpty, "\(built)")
        let command = "$ .build/debug/starts\n"
        let transcript = page.examples.map(\.code).first { $0.hasPrefix(command) }
        func run() async throws -> String {
            try await toolchain.run(
                URL(filePath: "/usr/bin/env"),
                ["HOME=\(folder.path)", "\(folder.path)/desk"],
                output: folder.appending(path: "output")
            )
        }

        let first = try await run()
        let second = try await run()

        #expect(command + first + command + second == transcript)
    }

    @Test func `has 25 lines at most`() throws {
        let host = try #require(page.examples.first { $0.marker == .compiled([.host]) })

        #expect(host.code.filter { $0 == "\n" }.count <= 25)
    }
}
