public import RestorationCore

/// A store of files whose newest archive also goes to a ``RemoteStore``, so that a person can
/// continue on another machine.
///
/// A save is durable in the files when it returns. Its sealed bytes go up in the background: the
/// newest wins, at most one is in flight, and one begins each ``Settings/uploadInterval``. Without
/// a connection the store behaves like its files, and the next contact sends the newest archive.
///
/// Each device writes a row of its own, and nothing is merged. The store looks for newer saves of
/// the person's other devices, which ``newerElsewhere`` lists.
///
/// ``close()`` waits a moment for the upload of the last save. The file `remote` in the state
/// directory has the device's ID, and the generations that it has seen.
public final class RoamingStore: RestorationStore {
    /// The options of a roaming store.
    public struct Settings: Sendable {
        /// The owner of the state; `nil` if the remote store determines the owner, as by the role.
        public var person: RemotePerson?
        /// The device's name for people. The default is the host name.
        public var label = HostName.current
        /// The shortest time between the beginnings of two uploads.
        public var uploadInterval: Duration = .seconds(5)
        /// The longest time between two looks for saves of other devices, besides hints.
        public var pollInterval: Duration = .seconds(30)
        /// The longest time that ``RoamingStore/close()`` waits for the last upload, and that the
        /// first ``RoamingStore/newerElsewhere`` waits for an answer.
        public var patience: Duration = .seconds(2)
        /// The monotonic clock. Only tests replace it.
        package var now: @Sendable () -> ContinuousClock.Instant = { .now }

        /// Creates the defaults.
        public init() {}
    }

    /// The store of files.
    public let local: ArchiveStore
    private let worker: RoamingWorker
    private var patience: Duration { worker.settings.patience }

    /// Creates a store without touching the disk or the remote store.
    public init(_ local: ArchiveStore, remote: any RemoteStore, settings: Settings = Settings()) {
        self.local = local
        worker = RoamingWorker(local, remote, settings)
    }

    deinit {
        worker.finish(atMost: .zero)
        // The thread may be in a call of the remote store, and still hold the store of files.
        local.close()
    }

    // MARK: Other devices

    /// Saves of the person's other devices that this one has not seen, in the order of their IDs.
    ///
    /// The first call waits for the remote store, for ``Settings/patience`` at most.
    public var newerElsewhere: [SaveElsewhere] {
        worker.state.wait(atMost: patience) {
            $0.newer != nil || $0.schedule.hasFailed || !$0.isRunning
        }
        return worker.state.withLock { $0.newer ?? [] }
    }

    /// As ``newerElsewhere``, without waiting.
    package var newerSoFar: [SaveElsewhere] { worker.state.withLock { $0.newer ?? [] } }

    /// Why the newest state is not in the remote store, or why the other devices' saves are not
    /// known; `nil` if all is well.
    public var problem: Diagnosis? { worker.state.withLock { $0.problem?.diagnosis } }

    /// Continues with this device's state. ``newerElsewhere`` no longer lists the present saves.
    public func keepMine() throws(StorageError) {
        let newer = worker.state.withLock { state in
            defer { if state.newer != nil { state.newer = [] } }
            return state.newer ?? []
        }
        guard !newer.isEmpty else { return }
        try worker.record { memory in
            for save in newer { memory.seen[save.device] = save.generation }
        }
    }

    /// Makes another device's save the newest archive of this one, durably. The present archive
    /// stays as `archive.mine`.
    ///
    /// Blocks until the remote store has sent the save.
    ///
    /// - Throws: ``RemoteError``; ``StorageError/wrongKey(path:)`` and other errors of
    ///   ``StorageError``. Nothing is changed then.
    public func takeOver(_ save: SaveElsewhere) throws { try takeOver(device: save.device) }

    package func takeOver(device: DeviceID) throws {
        let own = try worker.key()
        let key = RemoteKey(application: own.application, person: own.person, device: device)
        let place = "\(worker.remote.place), \(key)"
        guard let row = try worker.remote.load(key) else {
            throw RemoteError.store(.noRow(place: place))
        }
        let archive = try OpenedArchive.open(sealed: row.bytes, place: place, keys: local.keys)
        guard archive.application == local.application else {
            throw StorageError.otherApplication(path: place, owner: archive.application.rawValue)
        }
        let image = try archive.readAll()
        try local.keepMine()
        try local.commit(image, as: local.nextGeneration())
        try worker.record { $0.seen[device] = row.generation }
        worker.state.withLock { state in
            state.newer?.removeAll { $0.device == device }
            state.schedule.request()
        }
    }

    /// Makes `archive.mine`, which ``takeOver(_:)`` left, the newest archive again. The present one
    /// is set aside. Open the store again afterwards.
    ///
    /// - Throws: as ``ArchiveStore/reinstate(_:)``.
    public func takeMineBack() throws(StorageError) {
        try local.reinstate(FileName.mine)
    }

    /// The error behind ``problem``.
    package var remoteError: RemoteError? { worker.state.withLock { $0.problem } }

    /// The rows of the person's devices, this one included.
    package func entries() throws(RemoteError) -> [RemoteEntry] {
        let key = try worker.key()
        return try worker.remote.list(.person(key.application, key.instance, key.person))
    }

    /// Called on any thread when ``newerElsewhere``, ``problem`` or the notes have changed.
    package func onChange(_ body: @escaping @Sendable () -> Void) {
        worker.state.withLock { $0.onChange = body }
    }

    /// Waits until nothing is left to do at the present time of the injected clock.
    package func settle() {
        worker.state.withLock { _ in }
        let now = worker.settings.now()
        worker.state.wait(atMost: .seconds(60)) { $0.isIdle(at: now) }
    }

    /// The device's ID, which changes if the ID was copied.
    public var device: DeviceID { worker.state.withLock { $0.memory.device } }
}

// MARK: - As a store

extension RoamingStore {
    public func lock() throws(StorageError) {
        try local.lock()
        try worker.start()
    }

    public func open(checking check: OpeningCheck) throws(StorageError) -> OpenOutcome {
        try lock()
        let outcome = try local.open(checking: check)
        if case .notNow = outcome { return outcome }
        worker.state.withLock { state in
            state.mayUpload = true
            state.schedule.request()
        }
        return outcome
    }

    public func commit(chunks: [[UInt8]], as generation: UInt64) throws(StorageError) {
        try local.commit(chunks: chunks, as: generation)
        worker.state.withLock { $0.schedule.request() }
    }

    public func close() {
        worker.finish(atMost: patience)
        local.close()
    }

    public func takeNotes() -> [Diagnosis] {
        let notes = worker.state.withLock { state in
            defer { state.notes = [] }
            return state.notes
        }
        return local.takeNotes() + notes
    }

    public func rejectCurrent() throws(StorageError) -> OpenOutcome { try local.rejectCurrent() }
    public func openCurrent() throws(StorageError) -> OpenedArchive? { try local.openCurrent() }
    public func openPrevious() throws(StorageError) -> OpenedArchive? { try local.openPrevious() }
    public func nextGeneration() -> UInt64 { local.nextGeneration() }
    public func writeReport(_ report: [UInt8]) throws(StorageError) {
        try local.writeReport(report)
    }
    public func writeSaveReport(_ report: [UInt8]) throws(StorageError) {
        try local.writeSaveReport(report)
    }
    public func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] { try local.setAsideEverything(because: reason) }
    public func setAsideCopy(because reason: SetAsideReason) throws(StorageError) {
        try local.setAsideCopy(because: reason)
    }

    /// Removes the state of this machine. The device's row stays until its next save, or until
    /// `restorectl remote remove`.
    public func discard() throws(StorageError) { try local.discard() }
    public func openLedger() throws(StorageError) -> LedgerPage? { try local.openLedger() }
}

extension Diagnosis {
    fileprivate static func noRow(place: String) -> Diagnosis {
        Diagnosis(
            problem: "The save is no longer in the remote store",
            place: place,
            remedy: "Look again: the device may have a newer one."
        )
    }
}
