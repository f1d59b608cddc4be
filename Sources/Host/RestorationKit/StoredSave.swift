/// The outcome of a save, stored and sealed beside the archive for tools.
package struct StoredSave: StoredDocument, Equatable {
    package var application: String
    /// The first generation with this outcome. Later ones were equal.
    package var generation: UInt64
    /// Seconds since 1970.
    package var savedAt: Int64
    package var objectCount = 0
    package var sizeInBytes = 0
    /// Whether the save was audited; `nil` for a failed save, or one of an older version.
    package var isAudited: Bool?
    package var error: StoredReport.Note?
    package var issues: [StoredReport.Note] = []
    package var notes: [StoredReport.Note] = []

    init(_ outcome: SaveOutcome, of application: String, _ options: RestorationOptions) {
        self.application = application
        generation = outcome.generation
        savedAt = options.clock.timeOfDay.seconds
        objectCount = outcome.report.objectCount
        sizeInBytes = outcome.report.sizeInBytes
        isAudited = options.auditsSaves
        error = outcome.error.map(StoredReport.Note.init)
        issues = outcome.report.issues.map { StoredReport.Note($0.diagnosis) }
        notes = outcome.notes.map(StoredReport.Note.init)
    }

    /// A failed save for which the program could not store a report.
    package init(_ save: FailedSave, of store: ArchiveStore) {
        application = store.application.rawValue
        generation = save.generation
        savedAt = save.moment
        error = StoredReport.Note(save.diagnosis(in: store.directory))
    }

    /// Whether two outcomes report the same problems.
    func hasSameFindings(as other: Self) -> Bool {
        (isAudited, error, issues, notes)
            == (other.isAudited, other.error, other.issues, other.notes)
    }
}
