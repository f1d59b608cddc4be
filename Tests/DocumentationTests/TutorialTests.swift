import Foundation
import TestSupport
import Testing

/// The program of `Docs/RestorationTutorial.md`, built up to each step, and killed while its form is open.
@Suite struct `The tutorial` {
    @Test(arguments: [
        (0, "List"), (1, "List"), (2, "Details of nobody"), (3, "Details of Lili"),
        (4, "Edit: Lili the Great"),
    ])
    func `restores the objects that the page shows after each step`(step: Int, screen: String)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "cats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await Toolchain().buildCats(try Self.sources(upTo: step), in: folder)
        try #require(output.isEmpty, "\(output)")

        let before = try SpokenProgram("Cats", in: folder)
        #expect(try before.line() == "List")
        #expect(try before.does("select 2") == "Details of Lili")
        #expect(try before.does("edit") == "Edit: Lili")
        #expect(try before.does("type Lili the Great") == "Edit: Lili the Great")
        _ = try before.does("background")
        before.kill()
        let after = try SpokenProgram("Cats", in: folder)

        #expect(try after.line() == screen)
        after.kill()
    }

    @Test func `is saved by Ctrl-Z, and continues`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "cats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try await Toolchain().buildCats(try Self.sources(upTo: 4), in: folder)
        try #require(output.isEmpty, "\(output)")
        let first = try SpokenProgram("Cats", in: folder)
        _ = try first.line()
        _ = try first.does("select 2")
        try first.stop()
        first.kill()

        let second = try SpokenProgram("Cats", in: folder)
        #expect(try second.line() == "Details of Lili")
        try second.stop()
        second.goOn()
        #expect(try second.does("edit") == "Edit: Lili")
        second.kill()
    }

    private static let folder = "Docs/Examples/Cats/Sources/Cats"

    /// The files of the program at a step, without the code of later steps.
    private static func sources(upTo step: Int) throws -> [String: String] {
        var blocks: [(step: Int, code: String)] = []
        var current = 0
        let page = try Repository.text(of: "Docs/RestorationTutorial.md")
        for (index, part) in page.components(separatedBy: "```").enumerated() {
            if index % 2 == 1 {
                blocks.append((current, String(part.drop { $0 != "\n" }.dropFirst())))
            } else if let heading = part.matches(of: /## Step (\d)/).last {
                current = Int(heading.1) ?? 0
            }
        }
        var sources: [String: String] = [:]
        for file in Repository.files(in: folder, endingWith: "") {
            sources[URL(filePath: file).lastPathComponent] = try Repository.text(of: file)
        }
        for block in blocks {
            let holders = sources.filter { $0.value.contains(block.code) }
            #expect(holders.count == 1, "No file, or several, has what step \(block.step) adds")
            guard block.step > step else { continue }
            for (name, text) in holders {
                sources[name] = text.replacingOccurrences(of: block.code, with: "")
            }
        }
        return sources
    }
}
