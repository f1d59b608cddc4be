struct RunPathEntry {
    /// The text in the library.
    let text: String
    /// The expanded path, if ``isFixed``.
    let directory: String

    /// Whether the directory depends on nothing but the library's location.
    let isFixed: Bool

    /// Expands a directory as the dynamic loader does.
    ///
    /// Semantic source: ld.so(8), "Dynamic string tokens". `$LIB` and `$PLATFORM` are not
    /// supported, because only the dynamic loader knows their values.
    ///
    /// - Parameter origin: the directory of the library.
    init(_ entry: String, origin: String) {
        let token = ["$ORIGIN", "${ORIGIN}"].first { entry == $0 || entry.hasPrefix("\($0)/") }
        let rest = entry.dropFirst(token?.count ?? 0)
        text = entry
        directory = token == nil ? entry : origin + rest
        isFixed = (token != nil || entry.hasPrefix("/")) && !rest.utf8.contains(UInt8(ascii: "$"))
    }

    /// The directories that the dynamic loader always searches.
    ///
    /// Semantic source: ld.so(8); the directories of Debian and Fedora, and those for manual
    /// installation.
    static let system = [
        "/usr/local/lib/\(architecture)-linux-gnu", "/usr/local/lib64", "/usr/local/lib",
        "/lib/\(architecture)-linux-gnu", "/usr/lib/\(architecture)-linux-gnu", "/lib64",
        "/usr/lib64", "/lib", "/usr/lib",
    ]

    /// Whether a library belongs to the system. A library without a known path is presumed to.
    static func isOfSystem(_ library: String) -> Bool {
        !library.contains("/") || system.contains { library.hasPrefix("\($0)/") }
    }

    #if arch(x86_64)
    private static let architecture = "x86_64"
    #elseif arch(arm64)
    private static let architecture = "aarch64"
    #endif

    /// The candidates for a library in a directory and its processor-specific subdirectories.
    ///
    /// - Throws: ``DiscoveryError`` if the subdirectories cannot be listed.
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

    /// The nested subdirectories of glibc before 2.37, one of which occurred twice.
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
