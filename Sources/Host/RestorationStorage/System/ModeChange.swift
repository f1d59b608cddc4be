import Glibc
import RestorationCore

/// A file or directory of saved state whose mode was wrong.
package struct ModeChange: Hashable, Sendable {
    let name: String
    /// The mode that it had.
    let permissions: mode_t
    /// Whether it has the right mode now.
    let isDone: Bool
    let isOwn: Bool

    init(name: String, _ status: FileStatus, isDone: Bool = true) {
        self.name = name
        permissions = status.permissions
        isOwn = status.owner == geteuid()
        self.isDone = isDone
    }

    /// Such as "archive (0660)".
    var text: String { "\(name) (\(octal(permissions)))" }
}
