import RestorationCore

/// A part of a restore that goes through its records. What is asked for every record, a pass has
/// at hand.
protocol RestorePass: AnyObject {
    var keeper: RecordKeeper { get }
}

extension RestorePass {
    var archive: ArchiveReader { keeper.archive }
    var table: RecordTable { keeper.table }
    /// By record number, what was found so far.
    var objects: RestoredObjects { keeper.objects }
    /// What a late restore brings back; `nil` if it is the restore itself.
    var late: LateRestore? { keeper.late }
}
