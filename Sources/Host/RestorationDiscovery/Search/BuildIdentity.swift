import RestorationCore

/// Identifies a build of a plugin or program by metadata, without reading the file.
package struct BuildIdentity: Hashable, Sendable {
    package let file: String?
    package let version: String
    /// 0 if the file cannot be inspected.
    package let sizeInBytes: UInt64
    /// In nanoseconds since 1970.
    package let modified: Int64
    /// The builds of a binding's libraries, since a binding has no code of its own.
    package let libraries: [BuildIdentity]

    fileprivate init(_ file: String?, version: String, libraries: [BuildIdentity] = []) {
        self.file = file
        self.version = version
        let stamp = file.flatMap { try? FileStamp.of($0).get() }
        sizeInBytes = stamp?.size ?? 0
        modified = stamp?.modified ?? 0
        self.libraries = libraries
    }

    /// The build of a program, by default of the running one.
    package static func program(
        _ file: String = "/proc/self/exe",
        version: String?
    ) -> BuildIdentity {
        BuildIdentity(file, version: version ?? "")
    }
}

extension DiscoveryOutcome {
    /// The build of the plugin used under an identifier, if any. Runs none of the plugin's code.
    package func build(ofPlugin identifier: String) -> BuildIdentity? {
        guard let plugin = plugin(named: identifier) else { return nil }
        return BuildIdentity(
            plugin.file,
            version: "\(plugin.manifest.version)",
            libraries: plugin.isBinding ? libraries(ofBinding: plugin.file) : []
        )
    }

    private func libraries(ofBinding file: String) -> [BuildIdentity] {
        // An unreadable binding is reported when it is used.
        let names = (try? BindingFile.libraries(of: file)) ?? []
        var finder = LibraryFinder(environment: ProcessFacts.current.environment)
        return names.map { name in
            // An unresolved soname must not denote a file in the working directory.
            let given = ELFLibrary.isPath(name) ? name : nil
            return BuildIdentity(finder.file(of: name) ?? given, version: "")
        }
    }
}
