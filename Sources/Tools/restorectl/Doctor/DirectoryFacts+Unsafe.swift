import Glibc

/// The facts that `ls -ld` shows about a directory.
struct DirectoryFacts {
    private let owner: uid_t
    private let permissions: mode_t
    let isDirectory: Bool
    /// Whether this user may create files in it.
    let isWritable: Bool

    /// - Returns: `nil` if the path does not exist or is not accessible.
    init?(path: String) {
        var facts = stat()
        // Invariant: `path` is lent as a C string until each call returns.
        guard unsafe path.withCString({ unsafe stat($0, &facts) }) == 0 else { return nil }
        owner = facts.st_uid
        permissions = facts.st_mode & 0o7777
        isDirectory = facts.st_mode & S_IFMT == S_IFDIR
        isWritable = unsafe path.withCString { unsafe access($0, W_OK | X_OK) } == 0
    }

    /// A description such as "yours, 0700".
    var text: String {
        let digits = String(permissions, radix: 8)
        let mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(ownerText), \(mode)"
    }

    private var ownerText: String {
        owner == geteuid() ? "yours" : owner == 0 ? "root's" : "of user \(owner)"
    }
}
