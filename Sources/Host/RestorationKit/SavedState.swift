internal import Logging

/// A session's store: what it holds from before, read as if it had been saved at the program's
/// present paths, and whether anything may be saved in it.
final class SavedState {
    /// `nil` where the session runs without stored state.
    let store: (any RestorationStore)?
    private let options: RestorationOptions
    /// Where saves and reports are written that the session's thread does not wait for.
    let disk = DiskThread()
    /// The present paths of objects that older archives have elsewhere.
    var aliases: [PathAlias] = []
    /// The archive opened before the restore, for somebody who asked about its contents.
    var opening: ArchiveOpening?
    /// Why nothing may be saved, if that is so.
    var obstacle: Diagnosis?

    init(in store: (any RestorationStore)?, _ options: RestorationOptions) {
        self.store = store
        self.options = options
        guard store == nil else { return }
        obstacle = Diagnosis(
            problem: "The session was created to run without stored state",
            remedy: "Set usesStoredState to true."
        )
    }

    /// The store, if saves may go there.
    func usableStore() throws(SessionError) -> any RestorationStore {
        if let obstacle { throw .savingUnavailable(obstacle) }
        guard let store else { throw .closed }
        return store
    }

    /// Opens the newest archive that can be read; once before the restore.
    ///
    /// - Throws: `StorageError`; ``SessionError/closed`` where nothing is stored.
    func open() throws -> ArchiveOpening {
        guard let store else { throw SessionError.closed }
        let opened = try opening ?? ArchiveOpening.open(store, isStrict: options.isStrict)
        opening = opened
        return opened
    }

    /// Why an opened archive is set aside as a whole, before any of it is restored; `nil` if it is
    /// restored (FAIL-2, FAIL-3, FAIL-9).
    func reasonToSetAside(_ opened: ArchiveOpening, after last: LastLaunch?) -> SetAsideReason? {
        guard let saved = opened.reader?.info.timestamp else { return nil }
        if options.expiresAtRestart, last?.isRestarted == true { return .expired }
        if let age = options.maximumAge, saved.advanced(by: age) < options.clock.timeOfDay {
            return .expired
        }
        // Somebody who looks for the reason of a crash wants to see it again.
        guard options.isStrict, !options.keepsStateForDevelopment, opened.obstacle == nil else {
            return nil
        }
        return last?.condemnsArchive == true ? .crashed : nil
    }

    /// The generations before the current one, newest first, for records that are damaged in it.
    /// That they can be read was found out when the current one was opened.
    var olderArchives: [ArchiveReader] {
        guard !options.isStrict, let previous = try? store?.openPrevious(),
            let reader = try? ArchiveReader(previous)
        else { return [] }
        return [reader]
    }

    /// The store's notes, which go into the log as well.
    @discardableResult
    func takeNotes() -> [Diagnosis] {
        let notes = store?.takeNotes() ?? []
        notes.forEach { options.logger(.save).warning($0) }
        return notes
    }
}
