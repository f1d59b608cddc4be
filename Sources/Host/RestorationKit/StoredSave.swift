/// The outcome of a save, as it lies beside the archive, sealed like it, for tools to show.
package struct StoredSave: StoredDocument, Equatable {
    package var application: String
    /// The first generation of which this is true; those since had the same to tell.
    package var generation: UInt64
    /// Seconds since 1970.
    package var savedAt: Int64
    package var objectCount: Int
    package var sizeInBytes: Int
    /// Whether the save was audited; `nil` for one that failed, or of an older version.
    package var isAudited: Bool?
    /// Why it did not come to the disk.
    package var error: StoredReport.Note?
    /// The objects left out of it.
    package var issues: [StoredReport.Note]
    package var notes: [StoredReport.Note]

    package init(
        _ outcome: SaveOutcome,
        at time: Timestamp,
        application: String,
        isAudited: Bool
    ) {
        self.application = application
        generation = outcome.generation
        savedAt = time.seconds
        objectCount = outcome.report.objectCount
        sizeInBytes = outcome.report.sizeInBytes
        self.isAudited = isAudited
        error = outcome.error.map(StoredReport.Note.init)
        issues = outcome.report.issues.map { StoredReport.Note($0.diagnosis) }
        notes = outcome.notes.map(StoredReport.Note.init)
    }

    /// A save that has failed, of which the program could not keep a report.
    package init(_ save: FailedSave, of store: ArchiveStore) {
        application = store.application.rawValue
        generation = save.generation
        savedAt = save.moment
        objectCount = 0
        sizeInBytes = 0
        error = StoredReport.Note(save.diagnosis(in: store.directory))
        issues = []
        notes = []
    }

    /// Whether both tell the same omissions.
    func tellsTheSame(as other: Self) -> Bool {
        (isAudited, error, issues, notes)
            == (other.isAudited, other.error, other.issues, other.notes)
    }
}
