import Foundation
import TestSupport
import Testing

/// The commands of the guide to bindings and their output, on libmagic.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/magic.h"), "no magic.h"))
struct `restorectl binding in Docs/MakingALibraryRestorable.md` {
    let home: Home

    init() throws {
        home = try Home()
    }

    /// The blocks of the guide that contain a text.
    private static func block(with text: String) throws -> String {
        let blocks = try Repository.text(of: "Docs/MakingALibraryRestorable.md")
            .components(separatedBy: "```")
        let block = try #require(blocks.first { $0.contains(text) })
        return String(block.drop { $0 != "\n" }.dropFirst())
    }

    private func check(_ binding: String) throws -> Run {
        try home.write(
            binding.utf8,
            to: home.workingDirectory + "/magic.restoration-binding.json"
        )
        return try home.restorectlWithTools(
            "binding check magic.restoration-binding.json --header magic.h"
        )
    }

    @Test func `drafts the binding of the guide`() throws {
        let run = try home.restorectlWithTools("binding new libmagic.so.1 --header magic.h")

        #expect(run.output.hasSuffix(try Self.block(with: "\"magic_t\"")), "\(run)")
    }

    @Test func `prints the check of the guide`() throws {
        let run = try check(Self.block(with: "\"Detector\""))

        // The library's path depends on the processor.
        func lines(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.contains("ok  library") }
        }
        #expect(try lines(run.output) == lines(Self.block(with: "ok  library")), "\(run)")
    }

    @Test func `finds the faults that the guide tells readers to try`() throws {
        let binding = try Self.block(with: "\"Detector\"")
            .replacing("magic_getflags(object) -> int32", with: "magic_getflags(object) -> bool")
            .replacing("magic_setflags(object, int32)", with: "magic_setflags(object, bool)")

        let run = try check(binding)

        #expect(run.status == 1)
        #expect(run.output.contains("the result is int, but the call has bool"), "\(run)")
        #expect(run.output.contains("parameter 2 is int, but the call has bool"), "\(run)")
    }
}
