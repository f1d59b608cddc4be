/// The file beside a library with its manifest or restrictions: `libnotes.restoration.json` for
/// `libnotes.so`.
enum Sidecar {
    static let suffix = ".restoration.json"
    static let librarySuffix = ".so"

    static func path(forLibrary library: String) -> String {
        let hasSuffix = library.hasSuffix(librarySuffix)
        return String(library.dropLast(hasSuffix ? librarySuffix.count : 0)) + suffix
    }

    static func libraryName(for sidecar: String) -> String {
        String(fileName(sidecar).dropLast(suffix.count)) + librarySuffix
    }

    static func name(forLibrary library: String) -> String {
        String(fileName(path(forLibrary: library)))
    }

    private static func fileName(_ path: String) -> Substring {
        path.split(separator: "/").last ?? ""
    }
}
