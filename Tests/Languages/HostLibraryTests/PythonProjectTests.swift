import Foundation
import TestSupport
import Testing

@Suite struct `A new project in Python` {
    @Test func `passes its test, and counts on after SIGKILL`() throws {
        let environment = try PythonEnvironment.shared.get()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "projects-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try environment.restorectl([
            "host", "new", "my-desk", "--language", "python", "--directory", folder.path,
        ])
        let project = folder.appending(path: "my-desk")
        let program = try HostProgram(
            python: project.appending(path: "my_desk.py").path,
            in: environment
        )
        defer { program.remove() }

        try environment.run([project.appending(path: "test_my_desk.py").path])
        let first = try program.run(input: "one\ntwo\n")
        let second = try program.killed { $0.hasPrefix("Type") }
        let third = try program.killed { $0.hasPrefix("Type") }

        #expect(first.output.hasPrefix("Start number 1, 0 lines so far.\n"), "\(first.errors)")
        #expect(second.first == "Start number 2, 2 lines so far.")
        // The second may have ended before its save.
        #expect(third.first.map { $0.hasSuffix(", 2 lines so far.") } == true, "\(third)")
    }
}
