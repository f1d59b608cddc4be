import Foundation

/// The files of this repository, wherever it is checked out.
enum Repository {
    /// The directory that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Tells whether a file or directory of that path from the root exists.
    static func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The text of a file, by its path from the root.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of all files below a directory whose names end so, in the order of their bytes.
    static func files(in directory: String, endingWith suffix: String) -> [String] {
        let place = root.appending(path: directory).path
        let names =
            FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        return
            names
            .filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
            .map { "\(directory)/\($0)" }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
