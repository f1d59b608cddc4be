internal import Glibc

/// The path without regard to the working directory, which a program may change at any time.
///
/// A relative path is joined to the working directory of this moment. It stays as it is if there is
/// no such directory any more, and if it is empty; ``FileHandle`` opens no such path.
package func absolutePath(_ path: String) -> String {
    guard !path.isEmpty, path.utf8.first != UInt8(ascii: "/") else { return path }
    // Invariant (getcwd(3)): a null buffer is allocated as long as the path needs, which ends with
    // NUL, and is freed once it has been copied.
    guard let bytes = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(bytes) }
    let directory = unsafe String(cString: bytes)
    let names = path.split(separator: "/").drop { $0 == "." }
    guard !names.isEmpty else { return directory }
    return (directory == "/" ? "" : directory) + "/" + names.joined(separator: "/")
}
