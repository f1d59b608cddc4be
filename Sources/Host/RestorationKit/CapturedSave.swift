/// A finished capture on its way to the disk.
struct CapturedSave: Sendable {
    let generation: UInt64
    /// Whether that generation is on the disk with this state, so that nothing is to be written.
    let isUnchanged: Bool
    let image: ArchiveImage
    let report: PreservationReport
    /// Why the archive of before is kept.
    let copies: [SetAsideReason]
    /// The number of the last change that the program had reported by then.
    let changeNumber: UInt64
    /// Why state that the image has to hold could not be read from the disk.
    let fault: StorageError?

    /// Seals and writes; returns the error, if there was one.
    func commit(to store: any RestorationStore) -> StorageError? {
        // The generation on the disk still has the state; this one would replace it without.
        if let fault { return fault }
        if isUnchanged { return nil }
        do throws(StorageError) {
            for reason in copies { try store.keepCopy(because: reason) }
            try store.commit(chunks: image.chunks(), as: generation)
            return nil
        } catch {
            return error
        }
    }

    /// The return value after a commit with `error`, with the number of the generation that is on
    /// the disk then: this one or a later one.
    ///
    /// - Parameter told: The outcome that the program was told already.
    func outcome(after error: StorageError?, told: SaveOutcome?) throws -> SaveOutcome {
        switch error {
        case nil: told ?? SaveOutcome(generation: generation, report: report, error: nil)
        case .superseded(_, _, let newest):
            SaveOutcome(generation: newest, report: report, error: nil)
        // The store was open when the session restored, and only the session closes it.
        case .notOpened: throw SessionError.closed
        case let error?: throw error
        }
    }
}

extension PreservationReport {
    /// Where the earlier state of an object is kept, since the object failed to encode.
    var keptPaths: Set<RestorationPath> {
        Set(
            issues.compactMap {
                switch $0 {
                case .encodingFailed(let path, _, retainsEarlierState: true),
                    .notAsked(let path, _, retainsEarlierState: true):
                    path
                default: nil
                }
            }
        )
    }
}
