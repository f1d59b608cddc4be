internal import RestorationCore

/// Collects the plugins in directories without selecting any. Each file is read once.
struct PluginSearch {
    /// In the order of discovery.
    private(set) var plugins: [DiscoveredPlugin] = []
    /// Other paths of plugins in ``plugins``.
    private(set) var otherNames: [DiscoveredPlugin] = []
    private(set) var faults: [DiscoveryError] = []
    /// The files found so far. Another path of a file is not a second plugin.
    private var seen: Set<ReadOnlyFile.Identity> = []
    private var inspector = PluginInspector()

    /// Removes other builds of the plugin in `file`, if that file was found.
    mutating func removeOtherBuilds(ofPluginAt file: String) {
        guard let chosen = (plugins + otherNames).first(where: { $0.file == file }) else { return }
        plugins.removeAll {
            $0.manifest.identifier == chosen.manifest.identifier && $0.identity != chosen.identity
        }
    }

    mutating func look(into path: String) {
        do throws(DiscoveryError) {
            try scan(path)
        } catch {
            // The application's subdirectory and its parent share most ancestors.
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
            inspect(PluginFile(path, name, in: directory, mayHaveSidecar: hasSidecar))
        }
        for name in names.texts where name.hasSuffix(BindingFile.suffix) {
            inspect(PluginFile(path, name, in: directory, mayHaveSidecar: false))
        }
        for name in sidecars.subtracting(libraries.map(Sidecar.path(forLibrary:))).sorted() {
            faults.append(.sidecarWithoutLibrary(file: path.path(of: name)))
        }
        // Reports files whose names are not UTF-8, without reading them.
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

/// Inspects directories and files, and checks that only the user and root can change them.
struct PluginInspector {
    private var trusted = TrustedDirectories()

    mutating func trust(directory: String) throws(DiscoveryError) {
        _ = try trusted.resolve(directory: directory)
    }

    mutating func inspect(_ file: PluginFile) throws(DiscoveryError) -> DiscoveredPlugin {
        var facts: FileFacts?
        let plugin = try DiscoveredPlugin(inspecting: file, facts: &facts)
        // The directory is trusted already, so the facts of the open file suffice if the trust rule
        // has no objection. Otherwise resolving the path throws an error that names the fault.
        if facts.map({ trusted.rule.fault(of: $0) != nil }) ?? true {
            _ = try trusted.resolve(file: plugin.file)
        }
        if let sidecar = plugin.sidecar { _ = try trusted.resolve(file: sidecar) }
        // It could not be loaded, and must not shadow an older, usable version.
        guard plugin.isDisabled || plugin.hasEntryPoint else {
            throw .noEntryPoint(file: plugin.file)
        }
        return plugin
    }
}
