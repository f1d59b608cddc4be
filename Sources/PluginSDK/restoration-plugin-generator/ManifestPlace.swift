import Foundation

/// Where a target's manifest stands: beside the sources, one for each plugin.
enum ManifestPlace {
    static let name = "restoration-plugin.json"

    /// What is wrong, with the file; `nil` if exactly one manifest stands where it belongs.
    ///
    /// - Parameter files: What `files(below:)` finds, by paths below `directory`.
    static func complaint(about files: [String], in directory: String) -> String? {
        let manifests = files.filter { isCalledLikeManifest($0) }.sorted()
        guard manifests.contains(name) else {
            guard let other = manifests.first else {
                return "\(directory)/\(name): error: The target has no manifest. Write one there."
            }
            return "\(directory)/\(other): error: A manifest stands here where no build finds it."
                + " Move it to \(directory)/\(name)."
        }
        guard let second = manifests.first(where: { $0 != name }) else { return nil }
        return "\(directory)/\(second): error: The target has another manifest,"
            + " \(directory)/\(name), and a library is one plugin. Remove one, or make two targets."
    }

    /// Whether a file is a manifest, or was probably meant to be one.
    private static func isCalledLikeManifest(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        return file.lowercased().replacing("_", with: "-") == name
    }

    /// The files of a target, by paths below its directory. What is hidden is not the target's.
    static func files(below directory: String) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: directory) else { return [] }
        return enumerator.compactMap { $0 as? String }
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
    }
}
