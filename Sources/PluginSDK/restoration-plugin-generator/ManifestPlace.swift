import Foundation

/// The location of a target's manifest: beside the sources, one for each plugin.
enum ManifestPlace {
    static let name = "restoration-plugin.json"

    /// An error with its file; `nil` if exactly one manifest is in the right place.
    ///
    /// - Parameter files: The result of `files(below:)`, with paths relative to `directory`.
    static func complaint(about files: [String], in directory: String) -> String? {
        let manifests = files.filter { isCalledLikeManifest($0) }.sorted()
        guard manifests.contains(name) else {
            guard let other = manifests.first else {
                return "\(directory)/\(name): error: The target has no manifest. Write one there."
            }
            return "\(directory)/\(other): error: No build finds a manifest in this place."
                + " Move it to \(directory)/\(name)."
        }
        guard let second = manifests.first(where: { $0 != name }) else { return nil }
        return "\(directory)/\(second): error: The target has another manifest,"
            + " \(directory)/\(name), and a library is one plugin. Remove one, or make two targets."
    }

    private static func isCalledLikeManifest(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        return file.lowercased().replacing("_", with: "-") == name
    }

    /// The files of a target, by paths relative to its directory, without hidden files.
    static func files(below directory: String) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: directory) else { return [] }
        return enumerator.compactMap { $0 as? String }
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
    }
}
