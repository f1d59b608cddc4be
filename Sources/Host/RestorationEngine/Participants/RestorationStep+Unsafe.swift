package import RestorationCore

/// One call into the code of an object, of its restoration class or of the delegate.
@safe package struct RestorationStep {
    /// The call that is made.
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The delegate is asked or told.
        case delegate
        /// The class of the object is looked for in its plugin, which is loaded for that if it is
        /// the first.
        case load
        /// The object is looked for or created.
        case create
        /// The object decodes its state.
        case decode
        /// The object takes back its children, or its presented object.
        case attach
        /// The object hears that the restore is finished.
        case finish
    }

    package let stage: Stage
    // Invariant: a step is made by `Restoration.run` alone, whose caller holds the set and the
    // archive until the step is over. There are three for each object, and each would count their
    // references.
    private unowned(unsafe) let set: RecordSet
    private unowned(unsafe) let unretained: ArchiveReader?
    private let row: Int
    /// The number of the object's record in ``archive``; 0 for the delegate.
    package let record: Int

    init(
        _ stage: Stage,
        _ row: Int,
        of set: RecordSet,
        _ origin: (source: ValueSource, number: Int)?
    ) {
        self.stage = stage
        self.row = row
        unsafe self.set = set
        record = origin?.number ?? 0
        unsafe unretained = origin?.source.archive
    }

    /// Where the object's values are. Ends with the step unless somebody else holds it.
    package var archive: ArchiveReader? { unsafe unretained }
    /// The record's ID.
    package var id: RecordID { unsafe set.rows.value[row].id }
    /// Whose code it is; `nil` for the delegate. Made when it is asked for: O(depth).
    package var path: RestorationPath? { unsafe set.path(of: row) }
    /// The restoration class that the record names.
    package var className: String? { unsafe set.kinds[set.rows.value[row].kind].className }
    /// The plugin that the record names; `nil` for the host's own. Another one may have its state
    /// by now.
    package var plugin: String? { unsafe set.kinds[set.rows.value[row].kind].plugin }
}
