import Glibc

/// Creates a directory with an unused name; `nil` if that fails.
func temporaryDirectory(in parent: String) -> String? {
    var template = Array("\(parent)/restoration-storage-XXXXXX".utf8CString)
    // Invariant (mkdtemp(3)): the template ends with NUL and is written in place.
    guard unsafe mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func removeFile(_ path: String) {
    _ = unsafe unlink(path)
}

func removeDirectory(_ path: String) {
    _ = unsafe rmdir(path)
}

func makeLink(_ path: String, to target: String) {
    _ = unsafe symlink(target, path)
}

func setPermissions(_ permissions: mode_t, of path: String) {
    _ = unsafe chmod(path, permissions)
}
