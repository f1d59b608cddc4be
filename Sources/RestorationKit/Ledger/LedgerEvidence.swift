import RestorationCore

/// From what it is judged what follows from the launches before.
struct LedgerEvidence {
    let last: LastLaunch
    /// Tells what objects are called; `nil` if there is none.
    let archive: ArchiveReader?
    /// The page's.
    let salt: UInt64
    let participants: Participants
    /// In seconds since 1970.
    let now: Int64
    /// What else has objects restored again, see ``CrashDescription``.
    let wayBack: String
}
