import Glibc
import RestorationCore

/// A wrong mode of a file or directory of saved state.
package struct ModeChange: Hashable, Sendable {
    let name: String
    let permissions: mode_t
    /// Whether the mode was repaired.
    let isDone: Bool
    let isOwn: Bool

    init(name: String, _ status: FileStatus, isDone: Bool = true) {
        self.name = name
        permissions = status.permissions
        isOwn = status.owner == geteuid()
        self.isDone = isDone
    }

    /// For example "archive (0660)".
    var text: String { "\(name) (\(octal(permissions)))" }
}
