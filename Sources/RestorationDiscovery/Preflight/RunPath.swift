/// A directory in which the dynamic loader is told to look.
struct RunPathEntry {
    let directory: String
    /// Whether it was found from where the library is, so that what is there was brought along.
    let isOwn: Bool
    /// Whether all programs look there, so that it is for the system to say who may change it.
    let isSystem: Bool

    /// Understands a directory as the dynamic loader does.
    ///
    /// Semantic source: ld.so(8), "Dynamic string tokens". `$LIB` and `$PLATFORM` are not
    /// understood: what they stand for is known to the dynamic loader alone.
    ///
    /// - Throws: ``DiscoveryError`` if it depends on something else than where the library is.
    init(_ entry: String, origin: String, for file: String) throws(DiscoveryError) {
        let token = ["$ORIGIN", "${ORIGIN}"].first { entry == $0 || entry.hasPrefix("\($0)/") }
        let rest = entry.dropFirst(token?.count ?? 0)
        guard !rest.utf8.contains(UInt8(ascii: "$")) else {
            throw .variableRunPath(file: file, directory: entry)
        }
        isOwn = token != nil
        isSystem = false
        directory = isOwn ? origin + rest : entry
        guard directory.hasPrefix("/") else {
            throw .relativeRunPath(file: file, directory: entry)
        }
    }

    private init(system directory: String) {
        self.directory = directory
        isOwn = false
        isSystem = true
    }

    /// Where the dynamic loader looks of its own accord.
    ///
    /// Semantic source: ld.so(8); the directories of Debian and Fedora, and what is installed by
    /// hand.
    static let system = [
        "/usr/local/lib/\(architecture)-linux-gnu", "/usr/local/lib64", "/usr/local/lib",
        "/lib/\(architecture)-linux-gnu", "/usr/lib/\(architecture)-linux-gnu", "/lib64",
        "/usr/lib64", "/lib", "/usr/lib",
    ].map(RunPathEntry.init(system:))

    #if arch(x86_64)
    private static let architecture = "x86_64"
    #elseif arch(arm64)
    private static let architecture = "aarch64"
    #endif
}

/// A directory of a run path that exists.
struct RunPathPlace {
    let isOwn: Bool
    let isSystem: Bool
    /// The directory, after those below it that the dynamic loader prefers on some processors.
    private let directories: [String]

    /// - Parameter directory: that of the entry, without links.
    /// - Throws: ``DiscoveryError`` if what is below the directory is not to be known.
    init(_ directory: String, _ entry: RunPathEntry) throws(DiscoveryError) {
        isOwn = entry.isOwn
        isSystem = entry.isSystem
        directories = try Self.directories(of: directory)
    }

    /// Where the directories are that newer versions of glibc prefer, if there are any.
    static func capabilities(of directory: String) -> String { "\(directory)/glibc-hwcaps" }

    /// A directory, after those below it that the dynamic loader prefers on some processors.
    static func directories(of directory: String) throws(DiscoveryError) -> [String] {
        let capabilities = capabilities(of: directory)
        do {
            return try OpenDirectory.names(in: capabilities).texts.map { "\(capabilities)/\($0)" }
                + older(below: directory, olderNames) + [directory]
        } catch {
            throw .unreadable(file: capabilities, error)
        }
    }

    /// Where libraries of this name are.
    func paths(of name: String) -> [String] {
        directories.map { "\($0)/\(name)" }.filter { ReadOnlyFile.Identity(ofFile: $0) != nil }
    }

    /// What glibc had before 2.37, one within the other; one name was two things.
    private static let olderNames = [
        "tls", "haswell", "xeon_phi", "avx512_1", "x86_64", "x86_64", "aarch64", "atomics",
    ]

    private static func older(below directory: String, _ names: [String]) -> [String] {
        names.enumerated().flatMap { index, name -> [String] in
            let below = "\(directory)/\(name)"
            guard ReadOnlyFile.Identity(ofFile: below) != nil else { return [] }
            return older(below: below, Array(names[(index + 1)...])) + [below]
        }
    }
}
