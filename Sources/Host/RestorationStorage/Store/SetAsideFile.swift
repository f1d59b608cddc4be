/// A file that was moved to `set-aside/`, from which no launch restores.
public struct SetAsideFile: Hashable, Sendable {
    /// The file's new path.
    public let path: String
    /// The reason, which is also part of the file's name.
    public let reason: SetAsideReason
    /// The error in the file; `nil` if it was set aside on request.
    public let error: StorageError?

    /// Describes a file that a store has moved.
    public init(path: String, reason: SetAsideReason, error: StorageError? = nil) {
        self.path = path
        self.reason = reason
        self.error = error
    }
}

/// Why a file was set aside.
@nonexhaustive
public enum SetAsideReason: String, Hashable, Sendable, CaseIterable {
    /// It was changed after it was written.
    case damaged
    /// A later version of this library wrote it.
    case futureVersion = "future-version"
    /// An earlier version of this library wrote it, in a format that is no longer supported.
    case formerVersion = "former-version"
    /// It was sealed with another key.
    case wrongKey = "wrong-key"
    /// Another application wrote it, or it has another kind.
    case foreign
    /// It is older than an unusable newest generation, and must not replace it.
    case superseded
    /// The host declined to save or restore its state.
    case refused
    /// The program crashed during its restore.
    case crashed
    /// A copy of the archive from before a conversion of its state for another class.
    case converted
    /// It is older than the host accepts.
    case expired
    /// The user started afresh (``ArchiveStore/setAsideEverything(because:)``).
    case discarded
    /// The user reinstated another file in its place (``ArchiveStore/reinstate(_:)``).
    case replaced

    /// Whether the user set it aside, so that only the user may remove it.
    var isOnRequest: Bool { self == .discarded || self == .replaced }

    /// The reason for an error on opening; `nil` if the file is not at fault and must stay in
    /// place.
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
