import Glibc
import RestorationCore

extension ArchiveStore {
    /// Opens the crash ledger, `ledger` in the state directory, for the session that holds the
    /// lock.
    ///
    /// - Throws: ``StorageError/ledgerRefused(path:)`` if it is not this user's own file;
    ///   ``StorageError/system(_:path:errorNumber:)`` if it can neither be read nor written.
    public func openLedger() throws(StorageError) -> LedgerPage? {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            let path = directory.path(of: FileName.ledger)
            let file: FileHandle
            do throws(StorageError) {
                file = try directory.openOrCreate(FileName.ledger, note)
            } catch {
                // A symbolic link, a directory or a pipe, which the store never creates there.
                if case .system(_, _, let code) = error, [ELOOP, EISDIR, ENXIO].contains(code) {
                    throw .ledgerRefused(path: path)
                }
                throw error
            }
            let status = try attempting(.inspect, path, try file.status())
            guard status.isOwnFile else { throw .ledgerRefused(path: path) }
            var bytes = try attempting(.read, path, try file.read(Self.ledgerSize, at: 0))
            if status.permissions & 0o077 != 0 {
                let isDone = file.setPermissions(0o600)
                note(ModeChange(name: FileName.ledger, status, isDone: isDone))
                // Otherwise other users could make the next launch leave out objects.
                if status.isWritableByOthers, !status.isOpenToGroupAlone {
                    guard isDone else { throw .ledgerRefused(path: path) }
                    bytes = []
                }
            }
            let page = try attempting(.write, path, try LedgerPage(of: bytes, in: file))
            state.lastKnown = page.sheet.saved
            return page
        }
    }

    /// Copies the crash ledger, or returns `nil` if there is none. The copy of a damaged ledger
    /// contains only its condition.
    ///
    /// Read-only and lock-free, so safe while the application runs.
    ///
    /// - Throws: ``StorageError/ledgerRefused(path:)`` if it is not this user's own file;
    ///   ``StorageError/system(_:path:errorNumber:)`` if it cannot be read.
    package func readLedger() throws(StorageError) -> LedgerPage? {
        guard let directory = try Directory(existing: directory),
            let status = try directory.status(of: FileName.ledger)
        else { return nil }
        let path = directory.path(of: FileName.ledger)
        guard status.isLedger else { throw .ledgerRefused(path: path) }
        let file = try attempting(
            .open,
            path,
            try FileHandle(open: FileName.ledger, in: directory.handle, O_RDONLY)
        )
        let page = try Self.page(of: file, path)
        // The first read may have met a write in progress.
        return page.condition == .intact ? page : try Self.page(of: file, path)
    }

    private static func page(
        of file: FileHandle,
        _ path: String
    ) throws(StorageError) -> LedgerPage {
        try attempting(.read, path, try LedgerPage(copying: file.read(ledgerSize, at: 0)))
    }

    /// One byte more than a page, to detect longer files.
    private static let ledgerSize = LedgerPage.sizeInBytes + 1
}

extension FileStatus {
    /// Whether the file may be the ledger, apart from its mode.
    fileprivate var isOwnFile: Bool { isRegular && owner == geteuid() && links <= 1 }
    fileprivate var isLedger: Bool { isOwnFile && !isWritableByOthers }
}
