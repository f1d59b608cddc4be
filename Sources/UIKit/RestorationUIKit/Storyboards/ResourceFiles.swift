import Foundation
package import FoundationEssentials

/// The places of the program's resources: beside the executable, and in the bundles that packages
/// put there.
package struct ResourceFiles {
    /// The program's own, before those of what it depends on.
    private let own: [URL]
    /// The bundles of other modules. They may belong to another program in the same directory.
    private let others: [URL]

    /// - Parameters:
    ///   - directory: Where the program's own files are.
    ///   - bundles: Where the bundles of its packages are.
    ///   - modules: The program's own modules, the most important one first.
    package init(in directory: URL, bundlesIn bundles: URL, modules: [String]) {
        let found = try? FileManager.default.contentsOfDirectory(
            at: bundles,
            includingPropertiesForKeys: nil
        )
        let packages = (found ?? []).filter { $0.pathExtension == "resources" }
            .sorted { $0.path < $1.path }
        // A bundle is named for its target, which may have hyphens where the module has none.
        let isOf = { (module: String, url: URL) in
            url.lastPathComponent.replacingOccurrences(of: "-", with: "_")
                .hasSuffix("_\(module).resources")
        }
        let ofModules = modules.flatMap { module in packages.filter { isOf(module, $0) } }
        own = [directory] + ofModules
        others = packages.filter { !ofModules.contains($0) }
    }

    private init(own: [URL], others: [URL]) {
        self.own = own
        self.others = others
    }

    /// - Parameter bundle: `nil` for the program itself.
    @MainActor static func of(_ bundle: Bundle?) -> ResourceFiles {
        let main = Bundle.main
        if let bundle, bundle != main {
            return ResourceFiles(own: [bundle.resourceURL ?? bundle.bundleURL], others: [])
        }
        return ResourceFiles(
            in: main.resourceURL ?? main.bundleURL,
            bundlesIn: UIApplication.current?.configuration.bundleDirectory ?? main.bundleURL,
            modules: UIApplication.current?.modules ?? []
        )
    }

    /// A resource of that name with one of these endings, the program's own before others.
    package func url(_ name: String, _ endings: [String]) -> URL? {
        ownURL(name, endings) ?? foreignURL(name, endings)
    }

    /// The same among the program's own.
    package func ownURL(_ name: String, _ endings: [String]) -> URL? {
        Self.url(name, endings, in: own)
    }

    /// The same among those of other modules.
    package func foreignURL(_ name: String, _ endings: [String]) -> URL? {
        Self.url(name, endings, in: others)
    }

    private static func url(_ name: String, _ endings: [String], in directories: [URL]) -> URL? {
        for directory in directories {
            for ending in endings {
                let file = directory.appendingPathComponent(
                    ending.isEmpty ? name : "\(name).\(ending)"
                )
                if FileManager.default.fileExists(atPath: file.path) { return file }
            }
        }
        return nil
    }
}
