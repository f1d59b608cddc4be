import RestorationPlugins
import Testing

@testable import RestorationDiscovery

@Suite struct `The path to a file` {
    @Test(arguments: ["a/../b", "a/.", "a/./../b"])
    func `leads through no regular file, as in system calls`(path: String) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("a", "")
        try directory.write("b", "")

        #expect(throws: DiscoveryError.unreadable(file: file, .notADirectory)) {
            var directories = TrustedDirectories()
            _ = try directories.resolve(directory: "\(directory.path)/\(path)")
        }
    }
}
