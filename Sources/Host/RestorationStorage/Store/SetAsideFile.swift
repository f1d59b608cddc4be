/// A file that was moved to `set-aside/`, where nothing offers it for restoring any more.
public struct SetAsideFile: Hashable, Sendable {
    /// Where it lies now.
    public let path: String
    /// Why, in a word; it also stands in the file's name.
    public let reason: SetAsideReason
    /// What was found wrong with it; `nil` if nothing, and it was set aside on request.
    public let error: StorageError?

    /// Tells of a file that a store has moved.
    public init(path: String, reason: SetAsideReason, error: StorageError? = nil) {
        self.path = path
        self.reason = reason
        self.error = error
    }
}

/// Why a file was set aside.
@nonexhaustive
public enum SetAsideReason: String, Hashable, Sendable, CaseIterable {
    /// It is not what was written.
    case damaged
    /// A later version of this library wrote it.
    case futureVersion = "future-version"
    /// An earlier version of this library wrote it, in a format that is read no more.
    case formerVersion = "former-version"
    /// It was sealed with another key.
    case wrongKey = "wrong-key"
    /// Another application wrote it, or it holds something else.
    case foreign
    /// The newest generation cannot be used, and this older one must not come back instead of it.
    case superseded
    /// The host refused to have its state saved or restored.
    case refused
    /// The program crashed while it was being restored.
    case crashed
    /// State in it was converted for another class: a copy of the archive that has it as it was.
    case converted
    /// It is older than the host takes.
    case expired
    /// A person started afresh (``ArchiveStore/setAsideEverything(because:)``).
    case discarded
    /// A person reinstated another file in its place (``ArchiveStore/reinstate(_:)``).
    case replaced

    /// Whether a person put it there, who alone takes it away again.
    var isOnRequest: Bool { self == .discarded || self == .replaced }

    /// The reason that follows from what opening a file found; `nil` if the file itself is not to
    /// blame, so that it must stay where it is.
    package init?(_ error: StorageError) {
        switch error {
        case .damaged, .damagedPiece, .outOfBounds: self = .damaged
        case .futureVersion: self = .futureVersion
        case .formerVersion: self = .formerVersion
        case .wrongKey: self = .wrongKey
        case .otherApplication, .wrongKind: self = .foreign
        default: return nil
        }
    }
}
