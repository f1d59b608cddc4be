import Foundation
import Testing

/// The program and the binding of `Docs/MakingALibraryRestorable.md`, as a reader builds them.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/magic.h"), "no magic.h"))
struct `The program of the guide to bindings` {
    @Test func `restores its detector with its flags after SIGKILL`() async throws {
        let toolchain = try Toolchain()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tools-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try await toolchain.buildTools(in: folder)
        #expect(built.isEmpty, "\(built)")
        func run(_ argument: String) async throws -> String {
            try await toolchain.run(
                URL(filePath: "/usr/bin/env"),
                [
                    "HOME=\(folder.path)", "RESTORATION_PLUGIN_PATH=\(folder.path)/plugins",
                    "\(folder.path)/tools", argument,
                ],
                output: folder.appending(path: "output")
            )
        }

        let first = try await run("/dev/null")
        let killed = try await run("--mime")
        let second = try await run("/dev/null")

        #expect(first == "/dev/null: character special (1/3)\n")
        #expect(killed == "env ended with status \(SIGKILL)")
        #expect(second == "/dev/null: inode/chardevice\n")
    }
}
