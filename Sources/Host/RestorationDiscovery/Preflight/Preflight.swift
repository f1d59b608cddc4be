/// Examines a library immediately before it is loaded, using the same files as the dynamic loader.
package struct Preflight {
    var directories: TrustedDirectories

    package init(directories: TrustedDirectories) { self.directories = directories }

    package struct Cleared {
        package let path: String
        package let identity: ReadOnlyFile.Identity
    }

    /// Examines a plugin and its bundled dependencies.
    ///
    /// - Throws: the reason for refusing to load it.
    package mutating func clear(_ plugin: DiscoveredPlugin) throws(DiscoveryError) -> Cleared {
        let path = try directories.resolve(file: plugin.file)
        let library = try ELFLibrary(opening: path)
        guard library.identity == plugin.identity else { throw .replaced(file: plugin.file) }
        let cleared = try clear(library, at: path)
        // Checked before loading, which would run the initialisers.
        guard try library.exports(DiscoveredPlugin.entryPointName) else {
            throw .noEntryPoint(file: plugin.file)
        }
        return cleared
    }

    /// Examines a library that is not a plugin, and its bundled dependencies.
    package mutating func clear(library file: String) throws(DiscoveryError) -> Cleared {
        let path = try directories.resolve(file: file)
        return try clear(ELFLibrary(opening: path), at: path)
    }

    private mutating func clear(
        _ library: borrowing ELFLibrary,
        at path: String
    ) throws(DiscoveryError) -> Cleared {
        try Self.examine(library, at: path, for: path).visitNeeds {
            name,
            dependent throws(DiscoveryError) in
            try examine(name, neededBy: dependent, for: path)
        }
        return Cleared(path: path, identity: library.identity)
    }

    private static func examine(
        _ library: borrowing ELFLibrary,
        at path: String,
        neededBy dependent: DependentLibrary? = nil,
        for file: String
    ) throws(DiscoveryError) -> DependentLibrary {
        try library.checkCode()
        let library = try DependentLibrary(library, at: path, neededBy: dependent)
        if let entry = library.runPath.first(where: { !$0.isFixed }) {
            throw .indefiniteRunPath(file: file, directory: entry.text)
        }
        return library
    }

    /// Examines a dependency from a run path. The system's own libraries need no examination.
    ///
    /// - Returns: the dependency's files: several if the processor determines the choice, none if
    ///   no run path contains the dependency.
    private mutating func examine(
        _ name: String,
        neededBy dependent: DependentLibrary,
        for file: String
    ) throws(DiscoveryError) -> [DependentLibrary] {
        guard !ELFLibrary.isPath(name) else { throw .neededByPath(file: file, library: name) }
        guard !SanitizerRuntime.isMissing(name) else {
            throw .sanitizerMissing(file: file, runtime: name)
        }
        // The loader does not search for libraries that the process has loaded.
        guard !dependent.runPath.isEmpty, LoadedLibrary.file(named: name) == nil else { return [] }
        for entry in dependent.runPath {
            var found: [DependentLibrary] = []
            for path in try paths(of: name, in: entry, for: file) {
                let library = try ELFLibrary(opening: try directories.resolve(file: path))
                found.append(
                    try Self.examine(library, at: path, neededBy: dependent, for: file)
                )
            }
            guard found.isEmpty else { return found }
        }
        return []
    }

    private mutating func paths(
        of name: String,
        in entry: RunPathEntry,
        for file: String
    ) throws(DiscoveryError) -> [String] {
        do {
            let directory = try directories.resolve(directory: entry.directory)
            return try RunPathEntry.paths(of: name, in: directory)
        } catch .unreadable(_, let error) where !error.isLackOfProcess {
            return []
        } catch .untrusted(let step) {
            throw .untrustedRunPath(
                file: file,
                library: name,
                directory: entry.directory,
                step
            )
        }
    }
}
