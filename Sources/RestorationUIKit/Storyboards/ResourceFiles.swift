import Foundation

/// Finds the program's resources.
@MainActor enum ResourceFiles {
    /// A resource of that name with one of these endings.
    ///
    /// - Parameters:
    ///   - bundle: `nil` for the main bundle, and those that packages put beside it.
    ///   - isOwn: Whether of these only that of the program's own module counts: another program
    ///     may lie beside it.
    static func url(
        _ name: String,
        _ endings: [String],
        in bundle: Bundle?,
        isOwn: Bool = false
    ) -> URL? {
        for directory in directories(bundle, isOwn) {
            for ending in endings {
                let file = directory.appendingPathComponent(
                    ending.isEmpty ? name : "\(name).\(ending)"
                )
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
        }
        return nil
    }

    private static func directories(_ bundle: Bundle?, _ isOwnAlone: Bool) -> [URL] {
        let main = Bundle.main
        if let bundle, bundle != main {
            return [bundle.resourceURL ?? bundle.bundleURL]
        }
        let own = main.resourceURL ?? main.bundleURL
        let beside = try? FileManager.default.contentsOfDirectory(
            at: main.bundleURL,
            includingPropertiesForKeys: nil
        )
        let packages = (beside ?? []).filter { $0.pathExtension == "resources" }
        // The program's own before those of what it depends on.
        let module = UIApplication.current?.moduleName ?? ""
        let isOwn = { (url: URL) in url.lastPathComponent.hasSuffix("_\(module).resources") }
        let sorted = packages.sorted { $0.path < $1.path }
        return [own] + sorted.filter(isOwn) + (isOwnAlone ? [] : sorted.filter { !isOwn($0) })
    }
}
