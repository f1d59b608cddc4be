import Foundation
import Testing

/// The plugins of the documents, looked at as their readers are told to look at their own.
@Suite struct `The plugins of the documents` {
    @Test func `of the guide to plugins keep the rules`() async throws {
        try await expectRulesKept { toolchain, folder in
            try await toolchain.buildReadme(in: folder, note: "Docs/WritingAPlugin.md")
        }
    }

    @Test func `of the desk keep the rules`() async throws {
        try await expectRulesKept { try await $0.buildDesk(in: $1) }
    }

    private func expectRulesKept(
        _ build: (Toolchain, URL) async throws -> String
    ) async throws {
        let toolchain = try Toolchain()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try await build(toolchain, folder)
        try #require(built.isEmpty, "\(built)")
        let plugins = ["libNotes.so", "libcounter.so"].map { "\(folder.path)/plugins/\($0)" }

        let page = try await toolchain.run(
            toolchain.products.appending(path: "restorectl"),
            ["plugin", "check"] + plugins + ["--lives", "100"],
            output: folder.appending(path: "output")
        )

        #expect(page.contains(" kept"), "\(page)")
        #expect(!page.contains("broken") && !page.contains("error:"), "\(page)")
    }
}
