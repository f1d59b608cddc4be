public import RestorationKit
import RestorationStorage
import Synchronization

/// A store that keeps nothing beyond the life of its ``MemoryDisk``. What is to be done about a
/// torn archive it decides as the store of files does.
public final class MemoryStore: RestorationStore {
    private let disk: MemoryDisk
    /// Guards what belongs to this store alone.
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        /// The highest generation handed out.
        var lastGeneration: UInt64 = 0
        /// Captures up to this one lose against what happened since.
        var newest: UInt64 = 0
        /// Where the next save is cut off.
        var powerLoss: PowerLoss?
    }

    init(_ disk: MemoryDisk) { self.disk = disk }

    deinit { release() }

    // MARK: The lock

    public func lock() throws(StorageError) {
        try disk.contents.withLock { (contents) throws(StorageError) in
            if contents.holder == nil { contents.holder = ObjectIdentifier(self) }
            guard contents.holder == ObjectIdentifier(self) else {
                throw .inUse(path: MemoryDisk.place(of: "lock"), process: nil)
            }
        }
    }

    public func close() {
        state.withLock { $0 = State() }
        release()
    }

    private func release() {
        disk.contents.withLock {
            if $0.holder == ObjectIdentifier(self) { $0.holder = nil }
        }
    }

    // MARK: Opening

    public func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        try lock()
        let outcome = try disk.contents.withLock { (contents) throws(StorageError) in
            try recover(&contents)
        }
        let newest = disk.contents.withLock { $0.newest }
        state.withLock {
            $0.isOpen = true
            $0.newest = newest
            $0.lastGeneration = max($0.lastGeneration, newest)
        }
        return outcome
    }

    private func recover(_ contents: inout MemoryDisk.Contents) throws(StorageError) -> OpenOutcome
    {
        let recovery = try Recovery(
            current: finding(contents.current, FileName.current),
            previous: finding(contents.previous, FileName.previous)
        )
        switch recovery {
        case .nothingSaved: return .nothingSaved
        case .use(let archive): return .opened(archive, fellBackBecause: [])
        case .fallBack(let unusable):
            let moved = move(unusable, in: &contents)
            contents.current = contents.previous
            contents.previous = nil
            let archive = disk.opened(contents.current!, as: FileName.current)
            return .opened(archive, fellBackBecause: moved)
        case .startFresh(let unusable):
            return .startedFresh(setAside: move(unusable, in: &contents))
        }
    }

    private func finding(_ archive: MemoryDisk.Archive?, _ name: String) -> Finding {
        guard let archive else { return .absent }
        guard archive.isTorn else { return .intact(disk.opened(archive, as: name)) }
        let error = StorageError.damaged(path: MemoryDisk.place(of: name), part: .length)
        return .unusable(error, .damaged)
    }

    public func openCurrent() throws(StorageError) -> OpenedArchive? {
        try openAgain(FileName.current, \.current)
    }

    public func openPrevious() throws(StorageError) -> OpenedArchive? {
        try openAgain(FileName.previous, \.previous)
    }

    private func openAgain(
        _ name: String,
        _ archive: KeyPath<MemoryDisk.Contents, MemoryDisk.Archive?>
    ) throws(StorageError) -> OpenedArchive? {
        try checkOpen()
        return disk.contents.withLock { contents in
            guard case .intact(let archive) = finding(contents[keyPath: archive], name) else {
                return nil
            }
            return archive
        }
    }

    public func rejectCurrent() throws(StorageError) -> OpenOutcome {
        try checkOpen()
        return try disk.contents.withLock { (contents) throws(StorageError) in
            guard contents.current != nil else { return .nothingSaved }
            let rejected = move([(FileName.current, .damaged, nil)], in: &contents)
            switch try recover(&contents) {
            case .opened(let archive, let others):
                return .opened(archive, fellBackBecause: rejected + others)
            case .startedFresh(let others): return .startedFresh(setAside: rejected + others)
            default: return .startedFresh(setAside: rejected)
            }
        }
    }

    // MARK: Saving

    public func nextGeneration() -> UInt64 {
        state.withLock {
            $0.lastGeneration += 1
            return $0.lastGeneration
        }
    }

    public func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try checkOpen()
        let archive = MemoryDisk.Archive(
            image: chunks.reduce(into: []) { $0 += $1 },
            generation: generation,
            savedAt: disk.clock.timeOfDay
        )
        // The two locks are always taken in this order.
        try state.withLock { (state) throws(StorageError) in
            guard generation > state.newest else {
                throw .superseded(
                    path: MemoryDisk.place(of: FileName.current),
                    generation: generation,
                    newest: state.newest
                )
            }
            let loss = state.powerLoss
            disk.contents.withLock { contents in
                contents.newest = generation
                if let loss {
                    contents.cut(archive, during: loss)
                } else {
                    contents.replace(by: archive)
                }
            }
            state.newest = generation
            guard loss == nil else {
                throw .store(
                    Diagnosis(problem: "The power failed", remedy: "Start the program again.")
                )
            }
        }
    }

    /// Lets the power fail during the next save.
    func failPower(during loss: PowerLoss) { state.withLock { $0.powerLoss = loss } }

    public func writeReport(_ report: [UInt8]) throws(StorageError) {
        try checkOpen()
        disk.contents.withLock { $0.report = report }
    }

    public func openLedger() throws(StorageError) -> LedgerPage? {
        try lock()
        return disk.ledger
    }

    private func checkOpen() throws(StorageError) {
        guard state.withLock({ $0.isOpen }) else {
            throw .notOpened(path: MemoryDisk.place(of: FileName.current))
        }
    }

    // MARK: Taking away

    public func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] {
        try lock()
        supersedeCaptures()
        return disk.contents.withLock { contents in
            var files: [(String, SetAsideReason, StorageError?)] = []
            if contents.previous != nil { files.append((FileName.previous, reason, nil)) }
            if contents.current != nil { files.append((FileName.current, reason, nil)) }
            return move(files, in: &contents)
        }
    }

    public func discard() throws(StorageError) {
        try lock()
        supersedeCaptures()
        disk.contents.withLock { contents in
            contents.current = nil
            contents.previous = nil
            contents.report = nil
            contents.setAside = []
        }
    }

    // A capture may have its number and not be committed yet; it would bring back what is gone.
    private func supersedeCaptures() {
        state.withLock { $0.newest = max($0.newest, $0.lastGeneration) }
    }

    private func move(
        _ files: [(name: String, SetAsideReason, StorageError?)],
        in contents: inout MemoryDisk.Contents
    ) -> [SetAsideFile] {
        var moved: [SetAsideFile] = []
        for (name, reason, error) in files {
            if name == FileName.current { contents.current = nil } else { contents.previous = nil }
            let number = contents.setAside.count + moved.count + 1
            let path = MemoryDisk.place(of: "set-aside/\(number)-\(reason.rawValue)-\(name)")
            moved.append(SetAsideFile(path: path, reason: reason, error: error))
        }
        contents.setAside += moved
        return moved
    }
}
