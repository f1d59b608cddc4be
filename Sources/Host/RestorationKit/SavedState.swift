internal import Logging

/// A session's store: the saved state, read under the program's present paths, and whether saves
/// are possible.
final class SavedState {
    /// `nil` if the session runs without stored state.
    let store: (any RestorationStore)?
    private let options: RestorationOptions
    let disk = DiskThread()
    /// Present paths of objects at former paths in older archives.
    var aliases: [PathAlias] = []
    var opening: ArchiveOpening?
    var obstacle: Diagnosis?
    var onNewerElsewhere: (([SaveElsewhere]) -> Void)?
    /// The saves of other devices of which the program knows.
    var toldElsewhere: Set<SaveElsewhere> = []
    /// Notes that are logged, and that the next save reports.
    private var loggedNotes: [Diagnosis] = []

    init(in store: (any RestorationStore)?, _ options: RestorationOptions) {
        self.store = store
        self.options = options
        guard store == nil else { return }
        obstacle = Diagnosis(
            problem: "The session was created to run without stored state",
            remedy: "Set usesStoredState to true."
        )
    }

    /// Opens the newest readable archive, once before the restore.
    ///
    /// - Throws: `StorageError`; ``SessionError/closed`` without a store.
    func open() throws -> ArchiveOpening {
        guard let store else { throw SessionError.closed }
        let opened = try opening ?? ArchiveOpening.open(store, isStrict: options.isStrict)
        opening = opened
        return opened
    }

    /// Why an opened archive is set aside instead of restored, if so (FAIL-2, FAIL-3, FAIL-9).
    func reasonToSetAside(_ opened: ArchiveOpening, after last: LastLaunch?) -> SetAsideReason? {
        guard let saved = opened.reader?.info.timestamp else { return nil }
        if options.expiresAtRestart, last?.isRestarted == true { return .expired }
        if let age = options.maximumAge, saved.advanced(by: age) < options.clock.timeOfDay {
            return .expired
        }
        // A developer wants to reproduce the crash.
        guard options.isStrict, !options.keepsStateForDevelopment, opened.obstacle == nil else {
            return nil
        }
        return last?.setsArchiveAside == true ? .crashed : nil
    }

    /// Older generations, newest first, for records damaged in the current one. Opening the current
    /// one has checked that they are readable.
    var olderArchives: [ArchiveReader] {
        guard !options.isStrict, let previous = try? store?.openPrevious(),
            let reader = try? ArchiveReader(previous)
        else { return [] }
        return [reader]
    }

    /// The store's notes, which are also logged.
    @discardableResult
    func takeNotes() -> [Diagnosis] {
        logNotes()
        defer { loggedNotes = [] }
        return loggedNotes
    }

    func logNotes() {
        let notes = store?.takeNotes() ?? []
        notes.forEach { options.logger(.save).warning($0) }
        loggedNotes += notes
    }

    // MARK: The remote store

    var roaming: RoamingStore? { store as? RoamingStore }

    /// The store of files, if there is one.
    var files: ArchiveStore? { roaming?.local ?? store as? ArchiveStore }

    /// Logs the remote store's notes, and notifies the program of other devices' saves.
    func tellRemoteChange() {
        guard let roaming else { return }
        logNotes()
        let newer = roaming.newerSoFar
        guard let onNewerElsewhere, !toldElsewhere.isSuperset(of: newer) else { return }
        toldElsewhere.formUnion(newer)
        onNewerElsewhere(newer)
    }
}
