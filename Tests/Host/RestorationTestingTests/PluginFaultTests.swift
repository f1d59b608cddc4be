import Foundation
import RestorationTesting
import Testing

@Suite struct `A fault of a plugin` {
    @Test func `costs its objects until the plugin is back`() throws {
        let plugins = NSTemporaryDirectory() + "restoration-testing-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(atPath: plugins, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: plugins) }
        let tests = try files.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try files.copyItem(
            at: URL(filePath: tests).deletingLastPathComponent()
                .appending(path: "libRestorationSwiftSample.so"),
            to: URL(filePath: plugins + "/libSample.so")
        )
        let program = TestProgram(
            application: "org.example.test",
            configure: { $0.pluginDirectories = [plugins] },
            build: { session in
                let root = Page("Root")
                session.addRoot(root)
                return root
            }
        )
        let first = try program.launch()
        let bookmark = try first.session.make(
            "Bookmark",
            under: first.graph,
            parameters: ["page": 7]
        )
        first.graph.hold(bookmark)
        let before = try first.snapshot()
        try first.terminate()

        program.faults = [.pluginMissing("org.example.sample")]
        let without = try program.launch()
        #expect(
            without.report.notRestored.map(\.reason?.problem) == [
                "The plugin org.example.sample is not installed"
            ]
        )
        program.faults = []
        let after = try without.relaunch()

        #expect(after.report.notRestored.isEmpty)
        #expect(try after.snapshot().paths == before.paths)
    }
}
