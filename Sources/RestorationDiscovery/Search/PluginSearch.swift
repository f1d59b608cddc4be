/// Collects the plugins in directories, without choosing between them. A file that an index knows
/// is not read again if it has not changed since.
struct PluginSearch {
    private(set) var directories: [ScannedDirectory] = []
    /// The first directory or file that is not as the index has it.
    private(set) var firstChange: String?
    private let known: [String: ScannedDirectory]
    private let checks: PluginIndexing
    /// One file may be reached by several names; it does not shadow itself.
    private var seen: Set<ReadOnlyFile.Identity> = []
    private var inspector = PluginInspector()

    /// - Parameter index: What an earlier search found; `nil` to read everything.
    init(_ index: PluginIndex? = nil, checks: PluginIndexing = .checkingFiles) {
        known = Dictionary(
            index?.directories.map { ($0.path, $0) } ?? [],
            uniquingKeysWith: { first, _ in first }
        )
        self.checks = checks
    }

    /// All plugins, in the order in which they were found.
    var plugins: [FoundPlugin] {
        directories.flatMap { directory in
            directory.files.compactMap { file in
                if case .plugin(let plugin) = file.content { plugin } else { nil }
            }
        }
    }

    /// Plugins that were found before, by another name.
    var otherNames: [FoundPlugin] {
        directories.flatMap { directory in
            directory.files.compactMap { file in
                if case .otherName(let plugin) = file.content { plugin } else { nil }
            }
        }
    }

    /// What is not in order, in the order in which it was found.
    var faults: [DiscoveryError] {
        directories.reduce(into: []) { faults, directory in
            // The application's subdirectory and the directory itself share most of their way.
            if case .refused(let error?) = directory.state, faults.contains(error) { return }
            faults += directory.faults
        }
    }

    mutating func look(into path: String) {
        let known = known[path]
        let directory: ScannedDirectory
        do throws(DiscoveryError) {
            directory = try scan(path, known)
        } catch {
            directory = ScannedDirectory(path: path, state: .refused(error))
        }
        if !directory.state.isUnchanged(since: known?.state) { noteChange(of: path) }
        directories.append(directory)
    }

    private mutating func noteChange(of path: String) { firstChange = firstChange ?? path }

    private mutating func scan(
        _ path: String,
        _ known: ScannedDirectory?
    ) throws(DiscoveryError) -> ScannedDirectory {
        let opened: OpenDirectory
        let stamp: FileStamp
        do throws(SystemError) {
            opened = try OpenDirectory(path)
            // Before the names are read: what changes after this shows in the next stamp.
            stamp = try opened.stamp()
        } catch {
            if error.meansAbsence { return ScannedDirectory(path: path, state: .absent) }
            throw .unreadable(file: path, error)
        }
        let state = ScannedDirectory.State.present(stamp)
        guard let known, state.isUnchanged(since: known.state) else {
            if case .refused? = known?.state {} else { noteChange(of: path) }
            return try scan(opened, path, state, known)
        }
        // What happens to the directories above leaves no trace in this one.
        if known.hasNames { try inspector.trust(directory: path) }
        var directory = ScannedDirectory(path: path, state: state, hasNames: known.hasNames)
        directory.files.reserveCapacity(known.files.count)
        seen.reserveCapacity(seen.count + known.files.count)
        for file in known.files {
            switch file.content {
            case .plugin(let plugin), .otherName(let plugin):
                let hasSidecar = plugin.sidecarStamp != nil
                directory.files.append(look(at: file.name, file, hasSidecar, opened, path))
            case .faulty: directory.files.append(look(at: file.name, file, true, opened, path))
            case .sidecarAlone, .misnamed: directory.files.append(file)
            }
        }
        return directory
    }

    /// Scans a directory that has changed, or that the index does not know.
    private mutating func scan(
        _ opened: OpenDirectory,
        _ path: String,
        _ state: ScannedDirectory.State,
        _ known: ScannedDirectory?
    ) throws(DiscoveryError) -> ScannedDirectory {
        let names: DirectoryNames
        do {
            names = try opened.names()
        } catch {
            throw .unreadable(file: path, error)
        }
        var directory = ScannedDirectory(path: path, state: state, hasNames: !names.isEmpty)
        if !names.isEmpty { try inspector.trust(directory: path) }
        let knownFiles = Dictionary(
            known?.files.map { ($0.name, $0) } ?? [],
            uniquingKeysWith: { first, _ in first }
        )
        let sidecars = Set(names.texts.filter { $0.hasSuffix(Sidecar.suffix) })
        let libraries = names.texts.filter { $0.hasSuffix(Sidecar.librarySuffix) }
        for name in libraries {
            let hasSidecar = sidecars.contains(Sidecar.path(forLibrary: name))
            directory.files.append(look(at: name, knownFiles[name], hasSidecar, opened, path))
        }
        for name in names.texts where name.hasSuffix(BindingFile.suffix) {
            directory.files.append(look(at: name, knownFiles[name], false, opened, path))
        }
        for name in sidecars.subtracting(libraries.map(Sidecar.path(forLibrary:))).sorted() {
            directory.files.append(ScannedFile(name: name, content: .sidecarAlone))
        }
        // Whether one that cannot be named is a plugin is not looked at.
        for name in names.others where ScannedFile.isLookedAt(name) {
            directory.files.append(ScannedFile(name: name, content: .misnamed))
        }
        return directory
    }

    /// Looks at a library or a binding: reads it, unless the index knows it and it has not changed.
    private mutating func look(
        at name: String,
        _ known: ScannedFile?,
        _ hasSidecar: Bool,
        _ directory: OpenDirectory,
        _ path: String
    ) -> ScannedFile {
        switch known?.content {
        case .plugin(let plugin)?, .otherName(let plugin)?:
            if isUnchanged(plugin, name, hasSidecar, directory) { return file(name, plugin) }
            noteChange(of: path.path(of: name))
        case .faulty?, .sidecarAlone?, .misnamed?, nil: break
        }
        let file = PluginFile(path, name, in: directory, hasSidecar: hasSidecar)
        do {
            let plugin = FoundPlugin(try inspector.inspect(file))
            if case .faulty? = known?.content { noteChange(of: plugin.file) }
            return self.file(name, plugin)
        } catch {
            return ScannedFile(name: name, content: .faulty(error))
        }
    }

    private func isUnchanged(
        _ plugin: FoundPlugin,
        _ name: String,
        _ hasSidecar: Bool,
        _ directory: OpenDirectory
    ) -> Bool {
        guard (plugin.sidecarStamp != nil) == hasSidecar else { return false }
        if checks == .checkingDirectories { return true }
        guard directory.stamp(of: name) == plugin.stamp else { return false }
        guard let stamp = plugin.sidecarStamp else { return true }
        return directory.stamp(of: Sidecar.path(forLibrary: name)) == stamp
    }

    private mutating func file(_ name: String, _ plugin: FoundPlugin) -> ScannedFile {
        let isNew = seen.insert(plugin.identity).inserted
        return ScannedFile(name: name, content: isNew ? .plugin(plugin) : .otherName(plugin))
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
            var preflight = Preflight(directories: trusted)
            _ = try preflight.clear(plugin)
            // It was written over just now, with one that has it.
            throw .replaced(file: plugin.file)
        }
        return plugin
    }
}
