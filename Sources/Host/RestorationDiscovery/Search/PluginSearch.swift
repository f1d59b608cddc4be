internal import RestorationCore

/// Collects the plugins in directories, without choosing between them. Each file is read once.
struct PluginSearch {
    /// All plugins, in the order in which they were found.
    private(set) var plugins: [DiscoveredPlugin] = []
    /// Plugins that were found before, by another name.
    private(set) var otherNames: [DiscoveredPlugin] = []
    /// The directories and files that are not in order, in the order in which they were found.
    private(set) var faults: [DiscoveryError] = []
    /// One file may be reached by several names; it does not shadow itself.
    private var seen: Set<ReadOnlyFile.Identity> = []
    private var inspector = PluginInspector()

    /// Leaves out other builds of the plugin in a file that was found, as if they were not there.
    mutating func leaveOutOtherBuilds(than file: String) {
        guard let chosen = (plugins + otherNames).first(where: { $0.file == file }) else { return }
        plugins.removeAll {
            $0.manifest.identifier == chosen.manifest.identifier && $0.identity != chosen.identity
        }
    }

    /// Adds the plugins of a directory, if it exists.
    mutating func look(into path: String) {
        do throws(DiscoveryError) {
            try scan(path)
        } catch {
            // The application's subdirectory and its parent share most of their ancestors.
            if !faults.contains(error) { faults.append(error) }
        }
    }

    private mutating func scan(_ path: String) throws(DiscoveryError) {
        let directory: OpenDirectory
        let names: DirectoryNames
        do throws(SystemError) {
            directory = try OpenDirectory(path)
            names = try directory.names()
        } catch {
            if error.meansAbsence { return }
            throw .unreadable(file: path, error)
        }
        guard !names.isEmpty else { return }
        try inspector.trust(directory: path)
        let sidecars = Set(names.texts.filter { $0.hasSuffix(Sidecar.suffix) })
        let libraries = names.texts.filter { $0.hasSuffix(Sidecar.librarySuffix) }
        for name in libraries {
            let hasSidecar = sidecars.contains(Sidecar.path(forLibrary: name))
            inspect(PluginFile(path, name, in: directory, hasSidecar: hasSidecar))
        }
        for name in names.texts where name.hasSuffix(BindingFile.suffix) {
            inspect(PluginFile(path, name, in: directory, hasSidecar: false))
        }
        for name in sidecars.subtracting(libraries.map(Sidecar.path(forLibrary:))).sorted() {
            faults.append(.sidecarWithoutLibrary(file: path.path(of: name)))
        }
        // A file whose name is not UTF-8 is reported without a look inside.
        for name in names.others where Self.isPluginName(name) {
            faults.append(.invalidName(file: path.path(of: name)))
        }
    }

    private mutating func inspect(_ file: PluginFile) {
        do {
            let plugin = try inspector.inspect(file)
            if seen.insert(plugin.identity).inserted {
                plugins.append(plugin)
            } else {
                otherNames.append(plugin)
            }
        } catch {
            faults.append(error)
        }
    }

    private static func isPluginName(_ name: String) -> Bool {
        [Sidecar.librarySuffix, Sidecar.suffix, BindingFile.suffix].contains(where: name.hasSuffix)
    }
}

/// Looks at directories and files that only the user and root may have touched.
struct PluginInspector {
    private var trusted = TrustedDirectories()

    /// Throws ``DiscoveryError`` if others may change what is in the directory.
    mutating func trust(directory: String) throws(DiscoveryError) {
        _ = try trusted.resolve(directory: directory)
    }

    /// Reads a plugin in good order.
    mutating func inspect(_ file: PluginFile) throws(DiscoveryError) -> DiscoveredPlugin {
        var facts: FileFacts?
        let plugin = try DiscoveredPlugin(inspecting: file, facts: &facts)
        // A file without fault at the end of a way without fault needs no second look; where either
        // is at fault, that one says which.
        if facts.map({ trusted.rule.fault(of: $0) != nil }) ?? true {
            _ = try trusted.resolve(file: plugin.file)
        }
        if let sidecar = plugin.sidecar { _ = try trusted.resolve(file: sidecar) }
        // It could not be loaded, and must not hide an older one that can.
        guard plugin.isDisabled || plugin.hasEntryPoint else {
            throw .noEntryPoint(file: plugin.file)
        }
        return plugin
    }
}
