import Foundation
package import FoundationEssentials

/// The program's resources: beside the executable, and in the bundles of packages.
package struct ResourceFiles {
    /// The program's own resources, which take precedence.
    private let own: [URL]
    /// The bundles of other modules. They may belong to another program in the same directory.
    private let others: [URL]

    /// - Parameters:
    ///   - directory: The directory of the program's own files.
    ///   - bundles: The directory of the packages' bundles.
    ///   - modules: The program's own modules, by precedence.
    package init(in directory: URL, bundlesIn bundles: URL, modules: [String]) {
        let found = try? FileManager.default.contentsOfDirectory(
            at: bundles,
            includingPropertiesForKeys: nil
        )
        let packages = (found ?? []).filter { $0.pathExtension == "resources" }
            .sorted { $0.path < $1.path }
        // A bundle is named for its target, whose hyphens are underscores in the module's name.
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

    /// A resource with one of the endings. The program's own take precedence.
    package func url(_ name: String, _ endings: [String]) -> URL? {
        ownURL(name, endings) ?? foreignURL(name, endings)
    }

    /// A resource of the program's own.
    package func ownURL(_ name: String, _ endings: [String]) -> URL? {
        Self.url(name, endings, in: own)
    }

    /// A resource of another module.
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
