/// What opening a store found.
///
/// "Nothing saved" and "cannot be read" are never the same case.
@nonexhaustive
public enum OpenOutcome: Sendable {
    /// Nothing was saved yet. Saving is allowed.
    case nothingSaved
    /// There is state to restore. Saving is allowed.
    ///
    /// `fellBackBecause` names the newer generation that had to be set aside; usually it is empty.
    case opened(OpenedArchive, fellBackBecause: [SetAsideFile])
    /// There was saved state, but none of it can be used. It was set aside; saving is allowed.
    case startedFresh(setAside: [SetAsideFile])
    /// The key is temporarily unavailable. Nothing was touched and nothing may be saved; open again
    /// later.
    case notNow(StorageError)
}

/// How much of an archive is checked before it is handed out.
public enum OpeningCheck: Sendable {
    /// Header and footer. Each piece is checked when it is first read.
    case footer
    /// Everything: an archive with one damaged piece counts as damaged.
    case everyPiece
}
