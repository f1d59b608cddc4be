/// The saved state, read as if it had been saved at the program's present paths.
final class SavedState {
    let store: any RestorationStore
    /// Whether a damaged byte costs everything, and no older generation helps out (SEC-5).
    private let isStrict: Bool
    /// The present paths of objects that older archives have elsewhere.
    var aliases: [PathAlias] = []
    /// The archive opened before the restore, for somebody who asked about its contents.
    var opening: ArchiveOpening?

    init(in store: any RestorationStore, isStrict: Bool) {
        self.store = store
        self.isStrict = isStrict
    }

    /// Opens the newest archive that can be read; once before the restore.
    func open() throws -> ArchiveOpening {
        let opened = try opening ?? ArchiveOpening.open(store, isStrict: isStrict)
        opening = opened
        return opened
    }

    /// The generations before the current one, newest first, for records that are damaged in it.
    /// That they can be read was found out when the current one was opened.
    var olderArchives: [ArchiveReader] {
        guard !isStrict, let previous = try? store.openPrevious(),
            let reader = try? ArchiveReader(previous)
        else { return [] }
        return [reader]
    }
}
