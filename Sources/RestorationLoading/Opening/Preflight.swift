/// Examines a library just before it is loaded, from the very files that the dynamic loader will
/// take.
struct Preflight {
    /// The way to them has been checked for these.
    var directories: TrustedDirectories

    /// A library that may be loaded.
    struct Cleared {
        /// The path without links.
        let path: String
        let identity: ReadOnlyFile.Identity
    }

    /// Examines a plugin and what it brings along.
    ///
    /// - Throws: ``LoadingError`` saying why it must not be loaded.
    mutating func clear(_ plugin: DiscoveredPlugin) throws(LoadingError) -> Cleared {
        let (path, stamp) = try directories.look(atFile: plugin.file)
        // It was examined when it was found, and has not changed since. What it brings along may
        // have changed.
        if stamp == plugin.stamp, plugin.hasLastingStamp, !plugin.hasRunPath {
            return Cleared(path: path, identity: plugin.identity)
        }
        let library = try ELFLibrary(opening: path)
        guard library.identity == plugin.identity else { throw .replaced(file: plugin.file) }
        try library.checkCode()
        var visited: Set<String> = []
        try check(needsOf: library, for: path, visited: &visited)
        return Cleared(path: path, identity: library.identity)
    }

    /// - Parameters:
    ///   - file: the plugin.
    ///   - visited: the names that have been looked at.
    private mutating func check(
        needsOf library: borrowing ELFLibrary,
        for file: String,
        visited: inout Set<String>
    ) throws(LoadingError) {
        let linkage = try library.linkage()
        let places = try places(in: linkage, of: library.path, for: file)
        for name in linkage.needed where visited.insert(name).inserted {
            guard let bundled = try bundled(name, in: places, for: file) else { continue }
            let library = try ELFLibrary(opening: bundled)
            try library.checkCode()
            try check(needsOf: library, for: file, visited: &visited)
        }
    }

    /// A directory in which the dynamic loader looks.
    private struct Place {
        let directory: String
        /// Whether it was found from where the library is, so that what is there was brought along.
        let isOwn: Bool
    }

    /// The directories that exist, of those in which a library wants its needs looked for.
    private mutating func places(
        in linkage: ELFLibrary.Linkage,
        of library: String,
        for file: String
    ) throws(LoadingError) -> [Place] {
        var places: [Place] = []
        for entry in linkage.runPath {
            let directory = Self.expand(entry, in: library)
            guard directory.hasPrefix("/") else {
                throw .relativeRunPath(file: file, directory: entry)
            }
            do {
                let resolved = try directories.resolve(directory: directory)
                places.append(Place(directory: resolved, isOwn: directory != entry))
            } catch .unreadable {
                continue
            } catch .untrusted(let step) {
                // What the process has already is not looked for.
                guard let absent = linkage.needed.first(where: LoadedLibrary.isAbsent) else {
                    continue
                }
                throw .untrustedRunPath(
                    file: file,
                    library: absent,
                    directory: directory,
                    step
                )
            }
        }
        return places
    }

    /// The path of a library that the plugin brings along, if it will be loaded from there.
    private mutating func bundled(
        _ name: String,
        in places: [Place],
        for file: String
    ) throws(LoadingError) -> String? {
        for place in places where place.isOwn {
            let path = "\(place.directory)/\(name)"
            guard let own = ReadOnlyFile.Identity(ofFile: path) else { continue }
            guard let loaded = LoadedLibrary.file(named: name) else {
                return try directories.resolve(file: path)
            }
            guard ReadOnlyFile.Identity(ofFile: loaded) == own else {
                throw .conflictingLibrary(file: file, library: name, loaded: loaded)
            }
            return nil
        }
        return nil
    }

    /// A directory as the dynamic loader understands it.
    ///
    /// Semantic source: ld.so(8), "Dynamic string tokens".
    private static func expand(_ entry: String, in library: String) -> String {
        let end = library.lastIndex(of: "/") ?? library.startIndex
        let own = String(library[..<end])
        return entry.replacing("${ORIGIN}", with: own).replacing("$ORIGIN", with: own)
    }
}

extension LoadedLibrary {
    fileprivate static func isAbsent(_ name: String) -> Bool { file(named: name) == nil }
}
