import Foundation

/// A directory for one test, removed on deinit.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        path = base.appending(path: "restoration-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, creating its parent directories, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Renames a file within its directory. The new name need not be UTF-8.
    ///
    /// - Parameter name: a format for printf(1), with `\351` for a byte.
    func rename(_ file: String, toPrinted name: String) throws {
        let script = #"mv "$1" "$(dirname "$1")/$(printf "$2")""#
        try Command.run(["sh", "-c", script, "sh", "\(path)/\(file)", name])
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }
}
