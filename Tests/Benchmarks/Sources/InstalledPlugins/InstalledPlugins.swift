package import RestorationCore
package import RestorationDiscovery

/// The plugins installed by the benchmark below a directory, as its programs find them.
package enum InstalledPlugins {
    package static let application = ApplicationIdentifier("org.example.benchmark")!

    /// The name of a plugin in its identifier, its routes and its file name.
    package static func name(_ number: Int) -> String {
        let digits = String(number)
        return "p" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    package static func file(_ number: Int, below root: String) -> String {
        "\(root)/plugins/lib\(name(number)).so"
    }

    /// An environment without other plugins.
    package static func process(below root: String) -> ProcessFacts {
        ProcessFacts(
            environment: [
                "XDG_DATA_HOME": root + "/none", "XDG_DATA_DIRS": root + "/none",
            ]
        )
    }

    /// A search like a host's, in the environment of ``process(below:)``.
    package static func discovery(
        below root: String,
        _ process: ProcessFacts
    ) -> PluginDiscovery {
        PluginDiscovery(
            application: application,
            hostDirectories: [root + "/plugins"],
            process: process
        )
    }

    package static func discovery(below root: String) -> PluginDiscovery {
        discovery(below: root, process(below: root))
    }
}
