/// A directory in which the dynamic loader is told to look.
struct RunPathEntry {
    /// As the library has it.
    let text: String
    /// As the dynamic loader takes it, if it ``isFixed``.
    let directory: String

    /// Whether it depends on nothing else than where the library is.
    let isFixed: Bool

    /// Understands a directory as the dynamic loader does.
    ///
    /// Semantic source: ld.so(8), "Dynamic string tokens". `$LIB` and `$PLATFORM` are not
    /// understood: what they stand for is known to the dynamic loader alone.
    ///
    /// - Parameter origin: the directory of the library.
    init(_ entry: String, origin: String) {
        let token = ["$ORIGIN", "${ORIGIN}"].first { entry == $0 || entry.hasPrefix("\($0)/") }
        let rest = entry.dropFirst(token?.count ?? 0)
        text = entry
        directory = token == nil ? entry : origin + rest
        isFixed = (token != nil || entry.hasPrefix("/")) && !rest.utf8.contains(UInt8(ascii: "$"))
    }

    /// Where the dynamic loader looks of its own accord.
    ///
    /// Semantic source: ld.so(8); the directories of Debian and Fedora, and what is installed by
    /// hand.
    static let system = [
        "/usr/local/lib/\(architecture)-linux-gnu", "/usr/local/lib64", "/usr/local/lib",
        "/lib/\(architecture)-linux-gnu", "/usr/lib/\(architecture)-linux-gnu", "/lib64",
        "/usr/lib64", "/lib", "/usr/lib",
    ]

    /// Whether a library is one of the system's; so is one whose place is not known.
    static func isOfSystem(_ library: String) -> Bool {
        !library.contains("/") || system.contains { library.hasPrefix("\($0)/") }
    }

    #if arch(x86_64)
    private static let architecture = "x86_64"
    #elseif arch(arm64)
    private static let architecture = "aarch64"
    #endif

    /// Where libraries of a name are in a directory, and below it in those that the dynamic loader
    /// prefers on some processors.
    ///
    /// - Throws: ``DiscoveryError`` if what is below the directory is not to be known.
    static func paths(
        of name: String,
        in directory: String
    ) throws(DiscoveryError) -> [String] {
        try directories(of: directory).map { "\($0)/\(name)" }
            .filter { ReadOnlyFile.Identity(ofFile: $0) != nil }
    }

    private static func directories(of directory: String) throws(DiscoveryError) -> [String] {
        let capabilities = "\(directory)/glibc-hwcaps"
        do {
            return try OpenDirectory.names(in: capabilities).texts.map { "\(capabilities)/\($0)" }
                + older(below: directory, olderNames) + [directory]
        } catch {
            throw .unreadable(file: capabilities, error)
        }
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
