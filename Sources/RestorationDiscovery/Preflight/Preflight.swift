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
        /// What it needs besides libraries of the system's.
        var needed: [String] = []
        /// Libraries that it asks for and gets others of their names instead.
        package var captured: [CapturedLibrary] = []
        /// Libraries that it brings along and that nobody has loaded before.
        var bundled: [BundledLibrary] = []

        /// Checks that what was loaded with the library are those that it brings along. One that
        /// the system brings may have asked for another one of a name before: what such libraries
        /// need is not looked at before, which would cost every launch more than it is worth.
        package func checkBundled() throws(DiscoveryError) {
            for library in bundled {
                guard let loaded = LoadedLibrary.file(named: library.name) else { continue }
                let identity = ReadOnlyFile.Identity(ofFile: loaded)
                let isOwn = library.paths.contains { ReadOnlyFile.Identity(ofFile: $0) == identity }
                guard !isOwn, let path = library.paths.first else { continue }
                throw .conflictingLibrary(
                    file: self.path,
                    library: library.name,
                    bundled: path,
                    loaded: loaded
                )
            }
        }
    }

    /// A library that a plugin brings along.
    struct BundledLibrary {
        let name: String
        /// More than one if it depends on the processor which is taken.
        let paths: [String]
    }

    /// A library that would be taken from a directory which all may use, if the process had not
    /// loaded another one of its name before.
    package struct CapturedLibrary: Hashable {
        package let name: String
        package let wanted: String
        package let loaded: String
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
            throw try noEntryPoint(in: plugin, besides: cleared.needed)
        }
        return cleared
    }

    /// The error of a plugin that has no entry point, though what it needs may have one.
    private func noEntryPoint(
        in plugin: DiscoveredPlugin,
        besides needed: [String]
    ) throws(DiscoveryError) -> DiscoveryError {
        for path in needed
        where try ELFLibrary(opening: path).exports(DiscoveredPlugin.entryPointName) {
            return .foreignEntryPoint(file: plugin.file, owner: path)
        }
        return .noEntryPoint(file: plugin.file)
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
        try library.checkCode()
        var cleared = Cleared(path: path, identity: library.identity)
        try lookAtAll(neededBy: Dependent(library, at: path), for: &cleared)
        return cleared
    }

    /// A library whose needs are to be looked at.
    private struct Dependent {
        let linkage: ELFLibrary.Linkage
        /// The directory that it calls `$ORIGIN`: where it was found, even if that is a link.
        let origin: String
        /// Where those that need it look, and it as well.
        let shared: [RunPathEntry]

        init(
            _ library: borrowing ELFLibrary,
            at path: String,
            shared: [RunPathEntry] = []
        ) throws(DiscoveryError) {
            linkage = try library.linkage()
            origin = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            self.shared = shared
        }
    }

    /// Looks at all that will be loaded, in the order of the dynamic loader: of two libraries that
    /// need a third, the one that comes first decides where that is looked for.
    ///
    /// - Parameter cleared: the plugin; gets what it needs.
    private mutating func lookAtAll(
        neededBy plugin: Dependent,
        for cleared: inout Cleared
    ) throws(DiscoveryError) {
        let file = cleared.path
        var dependents = [plugin]
        var next = 0
        // Where each is found. By their bytes, as they are in file systems.
        var visited: [[UInt8]: [String]] = [:]
        while next < dependents.count {
            let dependent = dependents[next]
            next += 1
            let (entries, shared) = try runPath(of: dependent, for: file)
            let places = try places(entries, needed: dependent.linkage.needed, for: file)
            for name in dependent.linkage.needed {
                guard !ELFLibrary.isPath(name) else {
                    throw .neededByPath(file: file, library: name)
                }
                guard !SanitizerRuntime.isMissing(name) else {
                    throw .sanitizerMissing(file: file, runtime: name)
                }
                if let earlier = visited[Array(name.utf8)] {
                    try checkCopies(of: name, in: places, beside: earlier, for: file)
                    continue
                }
                let paths = try found(name, in: places, for: &cleared)
                visited[Array(name.utf8)] = paths
                for path in paths {
                    let library = try ELFLibrary(opening: try directories.resolve(file: path))
                    try library.checkCode()
                    dependents.append(try Dependent(library, at: path, shared: shared))
                }
            }
        }
    }

    /// Checks that a library which was found for another one is what this one brings along, too.
    private func checkCopies(
        of name: String,
        in places: [RunPathPlace],
        beside earlier: [String],
        for file: String
    ) throws(DiscoveryError) {
        guard let used = earlier.first,
            let paths = places.lazy.map({ ($0.isOwn, $0.paths(of: name)) })
                .first(where: { !$0.1.isEmpty }), paths.0
        else { return }
        let identities = earlier.map { ReadOnlyFile.Identity(ofFile: $0) }
        for path in paths.1 where !identities.contains(ReadOnlyFile.Identity(ofFile: path)) {
            throw .repeatedLibrary(file: file, library: name, used: used, unused: path)
        }
    }

    /// Where a library looks for its needs, and where these look on its account.
    ///
    /// Semantic source: ld.so(8): a RUNPATH is a library's own and stands in for all else; an RPATH
    /// goes for all that is loaded on its account as well.
    private func runPath(
        of dependent: Dependent,
        for file: String
    ) throws(DiscoveryError) -> (entries: [RunPathEntry], shared: [RunPathEntry]) {
        var own: [RunPathEntry] = []
        for entry in dependent.linkage.runPath {
            own.append(try RunPathEntry(entry, origin: dependent.origin, for: file))
        }
        guard dependent.linkage.sharesRunPath else { return (own, dependent.shared) }
        let shared = own + dependent.shared
        // What the system brings would look there, too.
        return (shared.isEmpty ? [] : shared + RunPathEntry.system, shared)
    }

    /// The path under which a library will be loaded, unless it is looked for elsewhere or is there
    /// already; more than one if that depends on the processor.
    private func found(
        _ name: String,
        in places: [RunPathPlace],
        for cleared: inout Cleared
    ) throws(DiscoveryError) -> [String] {
        let loaded = LoadedLibrary.file(named: name)
        for place in places {
            let paths = place.paths(of: name)
            guard let path = paths.first else { continue }
            cleared.needed += loaded.map { [$0] } ?? paths
            guard let loaded else {
                if place.isOwn {
                    cleared.bundled.append(BundledLibrary(name: name, paths: paths))
                }
                return paths
            }
            let identity = ReadOnlyFile.Identity(ofFile: loaded)
            guard !paths.contains(where: { ReadOnlyFile.Identity(ofFile: $0) == identity }) else {
                return []
            }
            guard place.isOwn else {
                if !place.isSystem {
                    cleared.captured.append(
                        CapturedLibrary(name: name, wanted: path, loaded: loaded)
                    )
                }
                return []
            }
            throw .conflictingLibrary(
                file: cleared.path,
                library: name,
                bundled: path,
                loaded: loaded
            )
        }
        return []
    }

    /// The directories that exist, of those in which a library wants its needs looked for.
    private mutating func places(
        _ entries: [RunPathEntry],
        needed: [String],
        for file: String
    ) throws(DiscoveryError) -> [RunPathPlace] {
        var places: [RunPathPlace] = []
        for entry in entries {
            do {
                let resolved = try directories.resolve(directory: entry.directory)
                places.append(try RunPathPlace(resolved, entry))
            } catch .unreadable(_, let error) where !error.isLackOfProcess {
                continue
            } catch .untrusted(let step) {
                // What the process has already is not looked for.
                guard !entry.isSystem, let absent = needed.first(where: LoadedLibrary.isAbsent)
                else { continue }
                throw .untrustedRunPath(
                    file: file,
                    library: absent,
                    directory: entry.directory,
                    step
                )
            }
        }
        return places
    }
}

extension LoadedLibrary {
    fileprivate static func isAbsent(_ name: String) -> Bool { file(named: name) == nil }
}
