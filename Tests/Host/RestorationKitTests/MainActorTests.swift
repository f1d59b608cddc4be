import Foundation
import Testing

@Suite struct `A session that is opened on the main actor` {
    private let sandbox = Sandbox()

    @Test func `follows it to other threads, with the objects of plugins`() throws {
        let directory = sandbox.root + "/plugins"
        let sample = "libRestorationSwiftSample.so"
        let build = URL(filePath: SessionHelper.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            atPath: build.appending(path: sample).path,
            toPath: "\(directory)/\(sample)"
        )

        let lines = try SessionHelper.run(sandbox.root + "/app", directory) { process in
            process.executableURL = build.appending(path: "AsyncSessionHelper")
        }

        #expect(lines == ["moved true", "restored typed 2"])
    }
}
