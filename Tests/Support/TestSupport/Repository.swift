package import Foundation

/// The files of this repository, wherever it is checked out.
package enum Repository {
    /// The directory that contains `Package.swift`.
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether a file or directory exists at a path from the root.
    package static func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The text of a file at a path from the root.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The absolute path of a path from the root.
    package static func path(_ path: String) -> String { root.appending(path: path).path }

    /// The folder of each module, as a path from the root.
    package static let modules: [String: String] = {
        let places = contents(of: "Sources").flatMap { group in
            contents(of: "Sources/\(group)").map { ($0, "Sources/\(group)/\($0)") }
        }
        return Dictionary(places, uniquingKeysWith: { first, _ in first })
    }()

    private static func contents(of directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path(directory))) ?? []
    }

    /// The header directory of a C module, as a path from the root.
    package static func headers(of module: String) -> String {
        "\(modules[module] ?? "no module \(module)")/include"
    }

    /// The paths of all files below a directory whose names end with a suffix, in byte order.
    package static func files(in directory: String, endingWith suffix: String) -> [String] {
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
