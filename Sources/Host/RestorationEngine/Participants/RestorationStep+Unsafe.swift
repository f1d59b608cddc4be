package import RestorationCore

/// One call into the code of an object, of its restoration class or of the delegate.
@safe package struct RestorationStep {
    /// By its number in the crash ledger.
    package enum Stage: UInt32, Sendable, CaseIterable {
        case delegate = 1
        /// The object is looked up or created.
        case create
        case decode
        /// The object gets its children or its presented object.
        case attach
        /// The object is notified that the restore finished.
        case finish
        /// The object's class is looked up, and its plugin is loaded if necessary.
        case load
    }

    package let stage: Stage
    // Invariant: only `Restoration.run` makes a step, and its caller holds both until the step
    // ends. Unowned, because retaining both in the three steps of each object would cost time.
    private unowned(unsafe) let set: RecordSet
    private unowned(unsafe) let values: ValueReading
    private let row: Int

    init(_ stage: Stage, _ row: Int, of set: RecordSet, _ values: ValueReading) {
        self.stage = stage
        self.row = row
        unsafe self.set = set
        unsafe self.values = values
    }

    package var id: RecordID { unsafe set.rows[row].id }

    /// The number of the object's kind in the set, for comparisons.
    package var kind: Int { unsafe set.rows[row].kind }

    /// The archive with the object's values.
    package var archive: ArchiveReader? { unsafe values.origin(of: row)?.source.archive }
    /// The number of the object's record in ``archive``; 0 for the delegate.
    package var record: Int { unsafe values.origin(of: row)?.number ?? 0 }
    /// The path of the object whose code runs; `nil` for the delegate. Computed on demand:
    /// O(depth).
    package var path: RestorationPath? { unsafe set.path(of: row) }
    package var className: String? { unsafe set.kinds[set.rows[row].kind].className }
    /// The plugin that the record names; `nil` for the host's own. Another plugin may have taken
    /// over its state.
    package var plugin: String? { unsafe set.kinds[set.rows[row].kind].plugin }
}
