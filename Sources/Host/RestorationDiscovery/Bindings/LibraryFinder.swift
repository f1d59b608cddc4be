/// Finds libraries and their exports as the dynamic loader would, without loading any.
///
/// Semantic source: ld.so(8). The loader's cache is not needed: it covers the directories of
/// `/etc/ld.so.conf` and the default ones.
struct LibraryFinder {
    private let directories: [String]
    /// By requested name.
    private var files: [String: String?] = [:]

    init(environment: [String: String]) {
        let own = environment["LD_LIBRARY_PATH"]?.split(separator: ":").map(String.init) ?? []
        directories =
            own.filter { $0.hasPrefix("/") } + Self.configured(in: "/etc/ld.so.conf", depth: 0)
            + RunPathEntry.system
    }

    private static func configured(in file: String, depth: Int) -> [String] {
        guard depth < 4, let opened = try? ReadOnlyFile(path: file),
            let bytes = try? opened.read(min(opened.sizeInBytes, 1 << 16), at: 0)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").flatMap { line in
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
            guard let first = words.first else { return [String]() }
            guard first == "include" else { return first.hasPrefix("/") ? [String(first)] : [] }
            return words.dropFirst().flatMap { pattern in
                included(String(pattern)).flatMap { configured(in: $0, depth: depth + 1) }
            }
        }
    }

    /// Expands an include pattern; only the common form `directory/*.conf` is supported.
    private static func included(_ pattern: String) -> [String] {
        guard let star = pattern.firstIndex(of: "*"),
            let slash = pattern[..<star].lastIndex(of: "/")
        else { return [pattern] }
        let directory = String(pattern[..<slash])
        let suffix = pattern[pattern.index(after: star)...]
        let names = (try? OpenDirectory.names(in: directory))?.texts ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { "\(directory)/\($0)" }
    }

    /// The file of a library; `nil` if this process could load none.
    mutating func file(of name: String, besides runPath: [RunPathEntry] = []) -> String? {
        if name.contains("/") { return isLibrary(name) ? name : nil }
        for entry in runPath where entry.isFixed {
            let paths = (try? RunPathEntry.paths(of: name, in: entry.directory)) ?? []
            if let own = paths.first(where: isLibrary) { return own }
        }
        if let known = files[name] { return known }
        let found = directories.map { "\($0)/\(name)" }.first(where: isLibrary)
        files[name] = .some(found)
        return found
    }

    /// Why ``file(of:besides:)`` found no file.
    func fault(of name: String) -> LibraryFault {
        let places = ELFLibrary.isPath(name) ? [name] : directories.map { "\($0)/\(name)" }
        for path in places where ReadOnlyFile.Identity(ofFile: path) != nil {
            do throws(DiscoveryError) {
                _ = try ELFLibrary(opening: path)
            } catch {
                if case .notALibrary(_, let fault) = error { return .unfit(fault) }
            }
        }
        return .missing
    }

    /// The missing dependencies and symbol versions of a library, direct and indirect.
    mutating func faults(inNeedsOf file: String) -> [LibraryFault] {
        let (files, found, missing) = needs(of: file)
        return missing.map { .dependency($0, .missing) }
            + files.flatMap { path in
                let older = Self.versions(missingFor: path, in: found)
                return path == file ? older : older.map { .dependency(path, $0) }
            }
    }

    /// The library's file with those of its dependencies, the latter by requested name, and the
    /// names without a file.
    private mutating func needs(
        of file: String
    ) -> (files: [String], found: [String: String], missing: [String]) {
        var files = [file]
        var found: [String: String] = [:]
        var missing: [String] = []
        guard let library = try? DependentLibrary(ELFLibrary(opening: file), at: file) else {
            return (files, found, missing)
        }
        library.visitNeeds { name, dependent in
            guard let path = self.file(of: name, besides: dependent.runPath) else {
                missing.append(name)
                return []
            }
            found[name] = path
            files.append(path)
            let library = try? DependentLibrary(
                ELFLibrary(opening: path),
                at: path,
                neededBy: dependent
            )
            return library.map { [$0] } ?? []
        }
        return (files, found, missing)
    }

    /// - Parameter files: the dependencies by requested name.
    private static func versions(
        missingFor file: String,
        in files: [String: String]
    ) -> [LibraryFault] {
        let needed = (try? ELFLibrary(opening: file).neededVersions()) ?? []
        return needed.compactMap { need in
            guard let owner = files[need.library],
                let defined = (try? ELFLibrary(opening: owner).definedVersions()) ?? nil,
                !defined.contains(need.version)
            else { return nil }
            return .versionMissing(need.version, of: need.library)
        }
    }

    private func isLibrary(_ path: String) -> Bool {
        guard ReadOnlyFile.Identity(ofFile: path) != nil else { return false }
        do {
            _ = try ELFLibrary(opening: path)
            return true
        } catch {
            return false
        }
    }

    /// The functions that neither the library nor its dependencies export, and those that are data.
    mutating func missing(
        _ functions: Set<String>,
        from file: String
    ) -> (missing: Set<String>, data: Set<String>) {
        var missing = functions
        var data: Set<String> = []
        for path in needs(of: file).files where !missing.isEmpty {
            guard let library = try? ELFLibrary(opening: path) else { continue }
            missing = missing.filter { name in
                guard let symbol = try? library.symbol(name) else { return true }
                if symbol == .data { data.insert(name) }
                return false
            }
        }
        return (missing, data)
    }
}
