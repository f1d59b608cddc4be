/// The file beside a library that holds its manifest, or narrows it: `libnotes.restoration.json`
/// for `libnotes.so`.
enum Sidecar {
    static let suffix = ".restoration.json"
    static let librarySuffix = ".so"

    /// The sidecar of a library, by path or by name.
    static func path(forLibrary library: String) -> String {
        let hasSuffix = library.hasSuffix(librarySuffix)
        return String(library.dropLast(hasSuffix ? librarySuffix.count : 0)) + suffix
    }

    /// The name of the library that a sidecar belongs to.
    static func libraryName(for sidecar: String) -> String {
        String(fileName(sidecar).dropLast(suffix.count)) + librarySuffix
    }

    /// The name of a library's sidecar, without its directory.
    static func name(forLibrary library: String) -> String {
        String(fileName(path(forLibrary: library)))
    }

    private static func fileName(_ path: String) -> Substring {
        path.split(separator: "/").last ?? ""
    }
}
