public import RestorationKit
import RestorationStorage
import Synchronization

/// A store in memory, on a ``MemoryDisk``. It treats torn archives like the store of files.
public final class MemoryStore: RestorationStore {
    private let disk: MemoryDisk
    /// Guards the state of this store alone.
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var lastGeneration: UInt64 = 0
        /// The highest generation that a commit no longer accepts.
        var newest: UInt64 = 0
        var hasReplacedFound = false
        /// The stage at which the next save loses power.
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
            $0.hasReplacedFound = false
            $0.newest = newest
            $0.lastGeneration = max($0.lastGeneration, newest)
        }
        return outcome
    }

    private func recover(_ contents: inout MemoryDisk.Contents) throws(StorageError) -> OpenOutcome
    {
        let recovery = try Recovery { (name) throws(StorageError) in
            finding(contents.archives[name], name)
        }
        switch recovery {
        case .nothingSaved: return .nothingSaved
        case .use(let archive): return .opened(archive, fellBackBecause: [])
        case .fallBack(let name, let unusable):
            let moved = move(unusable, in: &contents)
            let archive = contents.archives.removeValue(forKey: name)!
            contents.archives[FileName.current] = archive
            return .opened(disk.opened(archive, as: FileName.current), fellBackBecause: moved)
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
        try openAgain(FileName.current)
    }

    public func openPrevious() throws(StorageError) -> OpenedArchive? {
        if let previous = try openAgain(FileName.previous) { return previous }
        return try openAgain(FileName.found)
    }

    private func openAgain(_ name: String) throws(StorageError) -> OpenedArchive? {
        try checkOpen()
        return disk.contents.withLock { contents in
            guard case .intact(let archive) = finding(contents.archives[name], name) else {
                return nil
            }
            return archive
        }
    }

    public func rejectCurrent() throws(StorageError) -> OpenOutcome {
        try checkOpen()
        return try disk.contents.withLock { (contents) throws(StorageError) in
            guard contents.archives[FileName.current] != nil else { return .nothingSaved }
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
                    if !state.hasReplacedFound { contents.keepFound() }
                }
            }
            if loss == nil { state.hasReplacedFound = true }
            state.newest = generation
            guard loss == nil else {
                throw .store(
                    Diagnosis(problem: "The power failed", remedy: "Start the program again.")
                )
            }
        }
    }

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
            let names = FileName.generations.reversed().filter { contents.archives[$0] != nil }
            return move(names.map { ($0, reason, nil) }, in: &contents)
        }
    }

    public func discard() throws(StorageError) {
        try lock()
        supersedeCaptures()
        disk.contents.withLock { contents in
            contents.archives = [:]
            contents.report = nil
            contents.setAside = []
        }
    }

    // A capture may have a number and commit later, which would bring back the removed state.
    private func supersedeCaptures() {
        state.withLock { $0.newest = max($0.newest, $0.lastGeneration) }
    }

    private func move(
        _ files: [(name: String, SetAsideReason, StorageError?)],
        in contents: inout MemoryDisk.Contents
    ) -> [SetAsideFile] {
        var moved: [SetAsideFile] = []
        for (name, reason, error) in files {
            contents.archives[name] = nil
            let number = contents.setAside.count + moved.count + 1
            let path = MemoryDisk.place(of: "set-aside/\(number)-\(reason.rawValue)-\(name)")
            moved.append(SetAsideFile(path: path, reason: reason, error: error))
        }
        contents.setAside += moved
        return moved
    }
}
