/// Examines a library just before it is loaded, from the very files that the dynamic loader will
/// take.
package struct Preflight {
    /// The way to them has been checked for these.
    var directories: TrustedDirectories

    package init(directories: TrustedDirectories) { self.directories = directories }

    /// A library that may be loaded.
    package struct Cleared {
        /// The path without links.
        package let path: String
        package let identity: ReadOnlyFile.Identity
    }

    /// Examines a plugin and what it brings along.
    ///
    /// - Throws: ``DiscoveryError`` saying why it must not be loaded.
    package mutating func clear(_ plugin: DiscoveredPlugin) throws(DiscoveryError) -> Cleared {
        let path = try directories.resolve(file: plugin.file)
        let library = try ELFLibrary(opening: path)
        guard library.identity == plugin.identity else { throw .replaced(file: plugin.file) }
        let cleared = try clear(library, at: path)
        // Asked before loading, which would run its initialisers.
        guard try library.exports(DiscoveredPlugin.entryPointName) else {
            throw .noEntryPoint(file: plugin.file)
        }
        return cleared
    }

    /// Examines a library that is no plugin, and what it brings along.
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

    /// Examines a file that will be loaded.
    ///
    /// - Parameter file: the library for which it will be.
    private static func examine(
        _ library: borrowing ELFLibrary,
        at path: String,
        neededBy dependent: NeedyLibrary? = nil,
        for file: String
    ) throws(DiscoveryError) -> NeedyLibrary {
        try library.checkCode()
        let library = try NeedyLibrary(library, at: path, neededBy: dependent)
        if let entry = library.runPath.first(where: { !$0.isFixed }) {
            throw .indefiniteRunPath(file: file, directory: entry.text)
        }
        return library
    }

    /// Examines a library that comes from a run path; what comes from the system is the system's.
    ///
    /// - Returns: its files: more than one if the processor decides which is taken, none if it is
    ///   not looked for in a run path.
    private mutating func examine(
        _ name: String,
        neededBy dependent: NeedyLibrary,
        for file: String
    ) throws(DiscoveryError) -> [NeedyLibrary] {
        guard !ELFLibrary.isPath(name) else { throw .neededByPath(file: file, library: name) }
        guard !SanitizerRuntime.isMissing(name) else {
            throw .sanitizerMissing(file: file, runtime: name)
        }
        // What the process has already is not looked for.
        guard !dependent.runPath.isEmpty, LoadedLibrary.file(named: name) == nil else { return [] }
        for entry in dependent.runPath {
            var found: [NeedyLibrary] = []
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
