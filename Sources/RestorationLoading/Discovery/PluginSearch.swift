/// Collects what lies in directories, without choosing between plugins.
struct PluginSearch {
    private(set) var directories: [ScannedDirectory] = []
    /// What an earlier search found: a file that has not changed since is not read again.
    private let known: KnownFiles?
    /// One file may be reached by several names; it does not shadow itself.
    private var seen: Set<ReadOnlyFile.Identity> = []
    private var inspector = PluginInspector()

    init(known: KnownFiles? = nil) {
        self.known = known
    }

    /// All plugins, in the order in which they were found.
    var plugins: [DiscoveredPlugin] {
        directories.flatMap { directory in
            directory.files.compactMap { file in
                guard case .plugin(let plugin) = file.content else { return nil }
                return plugin.unfolded(file: "\(directory.path)/\(file.name)")
            }
        }
    }

    /// What is not in order, in the order in which it was found.
    var faults: [LoadingError] {
        directories.reduce(into: []) { faults, directory in
            // The application's subdirectory and the directory itself share most of their way.
            if case .refused(let error) = directory.state, faults.contains(error) { return }
            faults += directory.faults
        }
    }

    mutating func look(into path: String) {
        do throws(LoadingError) {
            directories.append(try scan(path))
        } catch {
            directories.append(ScannedDirectory(path: path, state: .refused(error)))
        }
    }

    private mutating func scan(_ path: String) throws(LoadingError) -> ScannedDirectory {
        let opened: OpenDirectory
        let stamp: FileStamp
        let names: DirectoryNames
        do throws(SystemError) {
            opened = try OpenDirectory(path)
            // Before the names are read: what changes after this shows in the next stamp.
            stamp = try opened.stamp()
            names = try opened.names()
        } catch {
            if error.meansAbsence { return ScannedDirectory(path: path, state: .absent) }
            throw .unreadable(file: path, error)
        }
        if !names.isEmpty { try inspector.trust(directory: path) }
        var directory = ScannedDirectory(path: path, state: .present(stamp))
        directory.files = files(names.texts, in: opened, path)
        // Whether one that cannot be named is a plugin is not looked at.
        for name in names.others where ScannedFile.isLookedAt(name) {
            directory.files.append(ScannedFile(name: name, content: .misnamed))
        }
        return directory
    }

    private mutating func files(
        _ names: [String],
        in directory: OpenDirectory,
        _ path: String
    ) -> [ScannedFile] {
        let documents = names.filter { $0.hasSuffix(".json") }
        let sidecars = Set(documents.filter { $0.hasSuffix(Sidecar.suffix) })
        let libraries = names.filter { $0.hasSuffix(Sidecar.librarySuffix) }
        let knownNames = known?.files(in: path)
        let plain = knownNames == nil ? PlainPlugins(libraries, in: directory) : nil
        var files: [ScannedFile] = []
        files.reserveCapacity(libraries.count)
        seen.reserveCapacity(seen.count + libraries.count)
        for (number, name) in libraries.enumerated() {
            let hasSidecar =
                !sidecars.isEmpty && sidecars.contains(Sidecar.path(forLibrary: name))
            if !hasSidecar, let plugin = plain?[number], inspector.trusts(plugin.facts) {
                files.append(file(name, plugin.plugin))
                continue
            }
            let plugin = knownNames?[name].flatMap { number in
                known?.unchangedPlugin(number, hasSidecar: hasSidecar)
            }
            let place = PluginFile(path, name, in: directory, hasSidecar: hasSidecar)
            files.append(inspect(place, name: name, known: plugin))
        }
        for name in documents where name.hasSuffix(BindingFile.suffix) {
            let plugin = knownNames?[name].flatMap { known?.unchangedPlugin($0, hasSidecar: false) }
            let place = PluginFile(path, name, in: directory, hasSidecar: false)
            files.append(inspect(place, name: name, known: plugin))
        }
        guard !sidecars.isEmpty else { return files }
        let missing = sidecars.subtracting(libraries.map(Sidecar.path(forLibrary:)))
        for name in names where missing.contains(name) {
            files.append(ScannedFile(name: name, content: .sidecarAlone))
        }
        return files
    }

    private mutating func inspect(
        _ file: PluginFile,
        name: String,
        known: DiscoveredPlugin?
    ) -> ScannedFile {
        do {
            return self.file(name, ScannedPlugin(try inspector.inspect(file, known: known)))
        } catch {
            return ScannedFile(name: name, content: .faulty(error))
        }
    }

    private mutating func file(_ name: String, _ plugin: ScannedPlugin) -> ScannedFile {
        let isNew = seen.insert(plugin.identity).inserted
        return ScannedFile(name: name, content: isNew ? .plugin(plugin) : .otherName(plugin))
    }
}

/// Looks at directories and files that only the user and root may have touched.
struct PluginInspector {
    private var trusted = TrustedDirectories()

    /// The names in a directory; none if there is no such directory.
    ///
    /// - Throws: ``LoadingError`` if it cannot be read, or others may write to it.
    mutating func names(in directory: String) throws(LoadingError) -> DirectoryNames {
        let names: DirectoryNames
        do {
            names = try OpenDirectory.names(in: directory)
        } catch {
            throw .unreadable(file: directory, error)
        }
        if !names.isEmpty { try trust(directory: directory) }
        return names
    }

    /// Throws ``LoadingError`` if others may change what is in the directory.
    mutating func trust(directory: String) throws(LoadingError) {
        _ = try trusted.resolve(directory: directory)
    }

    /// Whether a directory that is there would be refused now, found out without listing it.
    mutating func refuses(_ directory: String) -> Bool {
        do {
            _ = try trusted.resolve(directory: directory)
            return false
        } catch {
            return hasNames(directory)
        }
    }

    /// An empty directory is not refused, whoever may write to it.
    private func hasNames(_ directory: String) -> Bool {
        do {
            return try !OpenDirectory.names(in: directory).isEmpty
        } catch {
            return true
        }
    }

    /// Whether a file is in order that lies at the end of a way in order.
    func trusts(_ facts: FileFacts) -> Bool { trusted.rule.fault(of: facts) == nil }

    /// A plugin in good order.
    ///
    /// - Parameter known: what its files say, if that is known.
    mutating func inspect(
        _ file: PluginFile,
        known: DiscoveredPlugin? = nil
    ) throws(LoadingError) -> DiscoveredPlugin {
        var facts: FileFacts?
        let plugin =
            if let known { known } else { try DiscoveredPlugin(inspecting: file, facts: &facts) }
        // A file without fault at the end of a way without fault needs no second look; where either
        // is at fault, that one says which.
        if !(facts.map(trusts) ?? false) { _ = try trusted.resolve(file: plugin.file) }
        if let sidecar = plugin.sidecar { _ = try trusted.resolve(file: sidecar) }
        // It could not be loaded, and must not hide an older one that can.
        guard plugin.isDisabled || !plugin.traits.contains(.lacksEntryPoint) else {
            var preflight = Preflight(directories: trusted)
            _ = try preflight.clear(plugin)
            // It was written over just now, with one that has it.
            throw .replaced(file: plugin.file)
        }
        return plugin
    }
}

/// A directory of the search, and what is in it.
struct ScannedDirectory {
    enum State {
        /// There is no such directory.
        case absent
        /// It cannot be read, or must not be.
        case refused(LoadingError)
        /// The stamp was taken before the directory was read.
        case present(FileStamp)
    }

    let path: String
    let state: State
    var files: [ScannedFile] = []

    /// What is not in order.
    var faults: [LoadingError] {
        if case .refused(let error) = state { return [error] }
        return files.compactMap { file in
            switch file.content {
            case .faulty(let error): error
            case .sidecarAlone: .sidecarWithoutLibrary(file: "\(path)/\(file.name)")
            case .misnamed: .invalidName(file: "\(path)/\(file.name)")
            case .plugin, .otherName: nil
            }
        }
    }
}

/// A library, a binding or a sidecar in a directory of the search.
struct ScannedFile {
    enum Content {
        case plugin(ScannedPlugin)
        /// A plugin that was found before, by another name.
        case otherName(ScannedPlugin)
        case faulty(LoadingError)
        /// A sidecar without a library.
        case sidecarAlone
        /// A file whose name is not UTF-8. It is called as that is printed.
        case misnamed
    }

    let name: String
    let content: Content

    /// Whether a search looks at a file of that name.
    static func isLookedAt(_ name: String) -> Bool {
        [Sidecar.librarySuffix, Sidecar.suffix, BindingFile.suffix].contains(where: name.hasSuffix)
    }
}

/// The files that an index knows, by their names.
struct KnownFiles {
    private let index: PluginIndex
    private let directories: [String: Int]

    init(_ index: PluginIndex) {
        self.index = index
        let paths = (0..<index.directoryCount).compactMap { number in
            index.directory(number).path.map { ($0, number) }
        }
        directories = Dictionary(paths) { first, _ in first }
    }

    /// The numbers of the files in a directory, by name; `nil` if the directory is new.
    func files(in directory: String) -> [String: Int]? {
        guard let number = directories[directory] else { return nil }
        let names = index.directory(number).files.compactMap { file in
            index.name(ofFile: file).map { ($0, file) }
        }
        return Dictionary(names) { first, _ in first }
    }

    /// What the index has about a plugin, unless its files have changed since.
    func unchangedPlugin(_ number: Int, hasSidecar: Bool) -> DiscoveredPlugin? {
        guard index.isPlugin(number), let plugin = index.plugin(number) else { return nil }
        guard (plugin.sidecar != nil) == hasSidecar else { return nil }
        return plugin.isUnchanged ? plugin : nil
    }
}

extension DiscoveredPlugin {
    /// Whether its files are what they were when they were read.
    var isUnchanged: Bool {
        guard case .success(stamp) = FileStamp.of(file) else { return false }
        guard let sidecar, let sidecarStamp else { return true }
        return FileStamp.of(sidecar) == .success(sidecarStamp)
    }
}
