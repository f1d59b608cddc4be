import Foundation
import RestorationKit
import RestorationTesting
import TestSupport
import Testing

@Suite struct `A program that is killed while it sends a save` {
    @Test func `has the save on its disk, and the next launch sends it`() throws {
        let server = MemoryServer()
        let machine = try Machine(server)
        let program = try SpokenProgram(
            #require(Bundle.main.executableURL).deletingLastPathComponent()
                .appending(path: "SessionTestHelper"),
            arguments: [machine.root, "typed", "remote", "stalled", "then", "wait"],
            environment: [:]
        )
        var lines: Set<String> = []
        while !lines.isSuperset(of: ["sending", "waiting"]) {
            let line = try program.line()
            try #require(line != "")
            lines.insert(line)
        }

        program.kill()
        let store = try RoamingStore(
            ArchiveStore(
                application: #require(ApplicationIdentifier("org.example.helper")),
                directory: machine.state,
                keys: FileKeyProvider(directory: machine.root + "/keys")
            ),
            remote: machine.remote
        )
        _ = try store.open(checking: .footer)
        store.settle()

        let row = try #require(server.rows.first.flatMap { server.row($0.key) })
        let file = try Data(contentsOf: URL(filePath: machine.state + "/archive"))
        #expect(Data(row.bytes) == file)
        #expect(store.takeNotes().isEmpty)
        store.close()
    }
}
