/// A finished capture that is not written yet.
struct CapturedSave: Sendable {
    let store: any RestorationStore
    let generation: UInt64
    /// Whether the generation on the disk has this state already, so that nothing is written.
    let isUnchanged: Bool
    let image: ArchiveImage
    let report: PreservationReport
    let copies: [SetAsideReason]
    /// The number of the last change in the capture.
    let changeNumber: UInt64
    /// Why state for the image could not be read from the disk.
    let fault: StorageError?

    /// Seals and writes the image. Returns the error, if any.
    func commit() -> StorageError? {
        // The generation on the disk still has the state, which this one lacks.
        if let fault { return fault }
        if isUnchanged { return nil }
        do throws(StorageError) {
            for reason in copies { try store.setAsideCopy(because: reason) }
            try store.commit(chunks: image.chunks(), as: generation)
            return nil
        } catch {
            return error
        }
    }

    /// The result of a save after a commit with `error`, with the generation that is now on the
    /// disk: this one or a later one.
    ///
    /// - Parameter told: The outcome already reported to the program.
    func outcome(after error: StorageError?, told: SaveOutcome?) throws -> SaveOutcome {
        switch error {
        case nil: told ?? SaveOutcome(generation: generation, report: report, error: nil)
        case .superseded(_, _, let newest):
            SaveOutcome(generation: newest, report: report, error: nil)
        // The store was open during the restore, and only the session closes it.
        case .notOpened: throw SessionError.closed
        case let error?: throw error
        }
    }
}
