/// Decides who may put code into this process: only the program's user and root.
///
/// Every step of the path to a library counts, because a user who can replace a directory controls
/// its contents. Once all steps have passed, only the user and root can change them.
///
/// - The file, each directory from the root down, and each link belong to the user or to root.
/// - Others may not write to files and directories. A directory with the sticky bit, like `/tmp`,
///   may be an ancestor, because users cannot remove or rename the files of others in it. It may
///   not contain the library itself: everybody could add dependencies beside it.
/// - A group whose only member is the user does not count as others. Many systems create such a
///   private group with write permission for each user. It is the user's primary group, has the
///   user's name, lists no other member, and is not the primary group of another user in
///   /etc/passwd. Users of name services are not checked, because listing them may be slow or
///   impossible. Assigning a private group to another user there shares the owner's files, too.
///
/// Semantic source: `StrictModes` of sshd(8), with Debian's private groups; for sticky directories,
/// sticky(7).
package struct TrustRule: Sendable {
    package let user: UInt32
    /// Whether the user is a group's only member.
    package let isPrivateGroup: @Sendable (UInt32) -> Bool

    package init(user: UInt32, isPrivateGroup: @escaping @Sendable (UInt32) -> Bool) {
        self.user = user
        self.isPrivateGroup = isPrivateGroup
    }

    package func fault(of item: FileFacts) -> TrustFault? {
        guard item.owner == user || item.owner == 0 else { return .foreignOwner(item.owner) }
        // A link's own mode has no effect.
        guard item.kind != .link else { return nil }
        let isProtected = item.kind == .directory && item.isSticky
        if item.isWritableByEveryone, !isProtected { return .writableByEveryone }
        if item.isWritableByGroup, !isProtected, item.hasAccessList || !isPrivateGroup(item.group) {
            return .writableByGroup(item.group)
        }
        return nil
    }

    package func fault(ofContainer item: FileFacts) -> TrustFault? {
        if let fault = fault(of: item) { return fault }
        return item.isSticky && (item.isWritableByEveryone || item.isWritableByGroup)
            ? .sharedDirectory : nil
    }
}

/// Why a step of the path to a plugin is not trusted.
@nonexhaustive
public enum TrustFault: Hashable, Sendable {
    /// It belongs to this user, who is neither root nor the program's user.
    case foreignOwner(UInt32)
    case writableByEveryone
    /// This group may write to it.
    case writableByGroup(UInt32)
    /// Everybody may create files beside the library.
    case sharedDirectory
}

/// The facts about one step of a path.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case directory, file, link
    }

    let kind: Kind
    let owner: UInt32
    let group: UInt32
    /// The lower 12 bits of the mode.
    let mode: UInt32
    /// Whether it has an access control list for others, which the mode shows as group permissions.
    let hasAccessList: Bool

    package init(kind: Kind, owner: UInt32, group: UInt32, mode: UInt32, hasAccessList: Bool) {
        self.kind = kind
        self.owner = owner
        self.group = group
        self.mode = mode
        self.hasAccessList = hasAccessList
    }

    var isWritableByEveryone: Bool { mode & 0o002 != 0 }
    var isWritableByGroup: Bool { mode & 0o020 != 0 }
    var isSticky: Bool { mode & 0o1000 != 0 }
}

/// An untrusted step of the path to a plugin.
public struct UntrustedPathComponent: Error, Hashable, Sendable {
    /// The path of the file, directory or link.
    public let path: String
    /// The reason for the distrust.
    public let fault: TrustFault
    let kind: FileFacts.Kind

    var problem: String {
        switch fault {
        case .foreignOwner(let user):
            "The \(kind) belongs to the user \(user), who is neither root nor this program's user"
        case .writableByEveryone: "Everyone may write to the \(kind)"
        case .writableByGroup(let group): "The group \(group) may write to the \(kind)"
        case .sharedDirectory: "Everyone may put files into the \(kind)"
        }
    }

    var remedy: String {
        switch fault {
        case .foreignOwner:
            "Give the \(kind) to root or to this program's user with"
                + " \(kind == .link ? "chown -h" : "chown")."
        case .writableByEveryone: "Run chmod o-w \(path) to revoke that permission."
        case .writableByGroup: "Run chmod g-w \(path) to revoke that permission."
        case .sharedDirectory: "Move the plugins into a directory of their own."
        }
    }
}
