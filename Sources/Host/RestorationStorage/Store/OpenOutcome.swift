/// The result of opening a store.
@nonexhaustive
public enum OpenOutcome: Sendable {
    /// There is no saved state yet. Saving is allowed.
    case nothingSaved
    /// There is state to restore. Saving is allowed.
    ///
    /// `fellBackBecause` lists newer generations that were set aside, usually none.
    case opened(OpenedArchive, fellBackBecause: [SetAsideFile])
    /// All saved state was unusable and was set aside. Saving is allowed.
    case startedFresh(setAside: [SetAsideFile])
    /// The key is temporarily unavailable. The store changed nothing and refuses saves; open it
    /// again later.
    case notNow(StorageError)
}

/// The extent of the check when an archive is opened.
public enum OpeningCheck: Sendable {
    /// Header and footer. Each piece is checked when it is first read.
    case footer
    /// Every piece: a single damaged piece makes the archive damaged.
    case everyPiece
}
