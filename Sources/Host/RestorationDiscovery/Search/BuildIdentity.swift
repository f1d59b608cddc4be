import RestorationCore

/// What tells one build of a plugin or a program from another without reading it.
package struct BuildIdentity: Hashable, Sendable {
    /// The file; `nil` for a library that is not found.
    package let file: String?
    /// As the manifest has it.
    package let version: String
    /// 0 where the file cannot be looked at.
    package let sizeInBytes: UInt64
    /// In nanoseconds since 1970.
    package let modified: Int64
    /// Those of the libraries that a binding is about: it is their code that runs.
    package let libraries: [BuildIdentity]

    fileprivate init(_ file: String?, version: String, libraries: [BuildIdentity] = []) {
        self.file = file
        self.version = version
        let stamp = file.flatMap { try? FileStamp.of($0).get() }
        sizeInBytes = stamp?.size ?? 0
        modified = stamp?.modified ?? 0
        self.libraries = libraries
    }

    /// A program, by default the one that runs here.
    package static func program(
        _ file: String = "/proc/self/exe",
        version: String?
    ) -> BuildIdentity {
        BuildIdentity(file, version: version ?? "")
    }
}

extension DiscoveryOutcome {
    /// The build of the plugin that is used under an identifier; `nil` if there is none. Runs no
    /// code of it.
    package func build(ofPlugin identifier: String) -> BuildIdentity? {
        guard let plugin = plugin(named: identifier) else { return nil }
        return BuildIdentity(
            plugin.file,
            version: "\(plugin.manifest.version)",
            libraries: plugin.isBinding ? libraries(ofBinding: plugin.file) : []
        )
    }

    private func libraries(ofBinding file: String) -> [BuildIdentity] {
        // One that cannot be read is told when it is used.
        let names = (try? BindingFile.libraries(of: file)) ?? []
        var finder = LibraryFinder(environment: ProcessFacts.current.environment)
        return names.map { name in
            // A soname that is not found is none of a file in the current directory.
            let given = ELFLibrary.isPath(name) ? name : nil
            return BuildIdentity(finder.file(of: name) ?? given, version: "")
        }
    }
}
