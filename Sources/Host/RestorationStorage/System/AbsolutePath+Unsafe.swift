internal import Glibc

/// Resolves a path against the current working directory, which a program may change at any time.
///
/// An empty path stays empty. A relative one stays relative if the working directory was removed;
/// ``FileHandle`` opens no such path.
package func absolutePath(_ path: String) -> String {
    guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/") else { return path }
    // Invariant (getcwd(3)): with a null buffer, getcwd allocates a NUL-terminated string, which is
    // copied and then freed.
    guard let bytes = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(bytes) }
    let directory = unsafe String(cString: bytes)
    let names = path.split(separator: "/").drop { $0 == "." }
    guard !names.isEmpty else { return directory }
    return (directory == "/" ? "" : directory) + "/" + names.joined(separator: "/")
}
