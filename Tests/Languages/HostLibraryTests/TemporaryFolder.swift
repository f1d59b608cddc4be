import Foundation

/// A folder that is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "host-library-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, as name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
