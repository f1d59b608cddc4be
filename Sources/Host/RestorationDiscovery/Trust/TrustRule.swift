/// Decides who may put code into this process: the program's user and root, and nobody else.
///
/// Every step of the way to a library counts, since whoever may replace a directory chooses what
/// lies below it. Once all of them are in order, none but those two can change that.
///
/// - The file, each directory from the root down, and each link belong to the user or to root.
/// - Neither files nor directories may be written to by others. A directory with the sticky bit may
///   lie on the way, like `/tmp`: nobody can remove or rename in it what belongs to another. It may
///   not hold the library itself, beside which everybody could then place what it needs.
/// - A group that has no member but the user is no other: many systems give each user one, and let
///   it write. It is the user's primary group, is called like the user, lists no other member, and
///   is the primary group of nobody else in /etc/passwd. Users whom only a name service knows are
///   not gone through: it may have no list of them, or take long. Whoever lets it give them the
///   private group of another user has given them that user's files.
///
/// Semantic source: `StrictModes` of sshd(8), with the private groups as Debian has them; for
/// sticky directories, sticky(7).
package struct TrustRule: Sendable {
    /// The user whose program this is.
    package let user: UInt32
    /// Whether a group has no member but the user.
    package let isPrivateGroup: @Sendable (UInt32) -> Bool

    /// Joins the parts.
    package init(user: UInt32, isPrivateGroup: @escaping @Sendable (UInt32) -> Bool) {
        self.user = user
        self.isPrivateGroup = isPrivateGroup
    }

    /// What is wrong with one step of the way, or `nil`.
    package func fault(of item: FileFacts) -> TrustFault? {
        guard item.owner == user || item.owner == 0 else { return .foreignOwner(item.owner) }
        // Everybody may write to a link in name only.
        guard item.kind != .link else { return nil }
        let isProtected = item.kind == .directory && item.isSticky
        if item.isWritableByEveryone, !isProtected { return .writableByEveryone }
        if item.isWritableByGroup, !isProtected, item.hasAccessList || !isPrivateGroup(item.group) {
            return .writableByGroup(item.group)
        }
        return nil
    }

    /// What is wrong with the directory in which a library lies, or `nil`.
    package func fault(ofContainer item: FileFacts) -> TrustFault? {
        if let fault = fault(of: item) { return fault }
        return item.isSticky && (item.isWritableByEveryone || item.isWritableByGroup)
            ? .sharedDirectory : nil
    }
}

/// Why a step of the way to a plugin is not trusted.
@nonexhaustive
public enum TrustFault: Hashable, Sendable {
    /// It belongs to this user, who is neither root nor the program's.
    case foreignOwner(UInt32)
    case writableByEveryone
    /// This group may write to it.
    case writableByGroup(UInt32)
    /// Everybody may put files beside the library.
    case sharedDirectory
}

/// What the file system says about one step of a path.
package struct FileFacts: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case directory, file, link
    }

    let kind: Kind
    let owner: UInt32
    let group: UInt32
    /// The lower 12 bits of the mode.
    let mode: UInt32
    /// Whether an access control list lets others in, which the mode shows as the group's rights.
    let hasAccessList: Bool

    /// Joins the facts.
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

/// A step of the way to a plugin that is not trusted.
public struct UntrustedStep: Error, Hashable, Sendable {
    /// The path of the file, directory or link.
    public let path: String
    /// What is wrong with it.
    public let fault: TrustFault
    let kind: FileFacts.Kind

    /// What is wrong, as a sentence without its full stop.
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
        case .writableByEveryone: "Run chmod o-w \(path) to take that right away."
        case .writableByGroup: "Run chmod g-w \(path) to take that right away."
        case .sharedDirectory: "Move the plugins into a directory of their own."
        }
    }
}
