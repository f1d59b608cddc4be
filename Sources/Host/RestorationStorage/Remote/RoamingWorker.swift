import RestorationCore

/// The work of a roaming store with the remote one, on a thread of its own.
final class RoamingWorker: Sendable {
    let local: ArchiveStore
    let remote: any RemoteStore
    let settings: RoamingStore.Settings
    let state: Monitor<State>
    /// Whether the store holds the lock of the state directory. Locked during each write, since
    /// the directory may be another session's afterwards.
    private let mayWrite = Locked(false)

    struct State {
        var schedule: UploadSchedule
        var memory = RemoteMemory()
        /// Whether the last look found this device's row as the store had acknowledged it.
        var isRowKnown = false
        /// Other devices' saves that this device has not seen; `nil` before the first look.
        var newer: [SaveElsewhere]?
        var notes: [Diagnosis] = []
        /// Why the newest state is not in the remote store, or why the store could not be queried.
        var problem: RemoteError?
        /// Whether the local state may go up: the store was opened.
        var mayUpload = false
        var working: UploadSchedule.Step?
        var isRunning = false
        var isClosed = false
        var onChange: (@Sendable () -> Void)?
        var watch: (any RemoteWatch)?
    }

    init(_ local: ArchiveStore, _ remote: any RemoteStore, _ settings: RoamingStore.Settings) {
        self.local = local
        self.remote = remote
        self.settings = settings
        let schedule = UploadSchedule(
            interval: settings.uploadInterval,
            pollInterval: settings.pollInterval
        )
        state = Monitor(State(schedule: schedule))
    }

    // MARK: The thread

    /// Reads the device's record of the remote store, and starts the thread, once.
    func start() throws(StorageError) {
        guard !state.withLock({ $0.isRunning }) else { return }
        mayWrite.withLock { $0 = true }
        let bytes = try local.readRemoteMemory()
        let memory = bytes.flatMap { RemoteMemory($0) }
        state.withLock { state in
            state.memory = memory ?? RemoteMemory()
            state.isRunning = true
        }
        if memory == nil {
            try record { _ in }
            if bytes != nil {
                tell(.memoryDamaged(path: "\(local.directory)/\(FileName.remote)"))
            }
        }
        do throws(SystemError) { try FrameworkThread { self.run() }.detach() } catch {
            state.withLock { $0.isRunning = false }
            report(.store(.noThread))
        }
    }

    /// Ends the thread, after at most `limit` for an upload that may succeed.
    func finish(atMost limit: Duration) {
        let mayFinish = state.withLock { state in
            state.schedule.isHurried = true
            state.onChange = nil
            return state.isRunning && !state.schedule.hasFailed
        }
        if mayFinish { state.wait(atMost: limit) { $0.isFinished || $0.schedule.hasFailed } }
        let watch = state.withLock { state in
            state.isClosed = true
            return state.watch
        }
        watch?.cancel()
        mayWrite.withLock { $0 = false }
    }

    private func run() {
        while let step = nextStep() {
            do throws(RemoteError) {
                switch step {
                case .poll: try look()
                case .upload: try upload()
                }
                state.withLock { $0.schedule.succeed() }
            } catch {
                state.withLock { $0.schedule.fail(step, at: settings.now()) }
                report(error)
            }
        }
        state.withLock { $0.isRunning = false }
    }

    /// Waits for the next step; `nil` once the store is closed.
    private func nextStep() -> UploadSchedule.Step? {
        while true {
            let (step, limit) = state.withLock { $0.take(at: settings.now()) }
            if let step { return step }
            if state.withLock({ $0.isClosed }) { return nil }
            state.wait(atMost: limit) { $0.isClosed || $0.schedule.isDue(at: settings.now()) }
        }
    }

    // MARK: Looking

    /// Looks for other devices' saves, and for this device's row.
    private func look() throws(RemoteError) {
        let key = try self.key()
        let entries = try remote.list(.person(key.application, key.instance, key.person))
        let hasChanged = state.withLock { state in
            let before = state.newer ?? []
            let newer = state.memory.newer(in: entries).map(SaveElsewhere.init)
            state.newer = newer
            let own = entries.first { $0.key.device == state.memory.device }
            state.isRowKnown = own?.writeID == state.memory.writeID
            if !state.isRowKnown, state.mayUpload { state.schedule.request() }
            if !state.schedule.isPending, !state.isTooLarge { state.problem = nil }
            return newer != before
        }
        if hasChanged { tellChange() }
        guard state.withLock({ $0.watch == nil }) else { return }
        // A hint only saves the wait for the next look.
        let watch = try? remote.watch(.person(key.application, key.instance, key.person)) {
            [weak self] in self?.state.withLock { $0.schedule.requestPoll() }
        }
        state.withLock { $0.watch = watch ?? nil }
    }

    /// The key of this device's row.
    func key() throws(RemoteError) -> RemoteKey {
        let person = try remote.person(named: settings.person)
        let device = state.withLock { state in
            state.memory.use(person)
            return state.memory.device
        }
        return RemoteKey(application: local.application, person: person, device: device)
    }

    // MARK: Memory

    /// Changes the device's record, durably.
    func record(_ change: (inout RemoteMemory) -> Void) throws(StorageError) {
        try mayWrite.withLock { (mayWrite) throws(StorageError) in
            let bytes = state.withLock { state in
                change(&state.memory)
                return state.memory.bytes
            }
            // The next launch recognises a swap that was sent before.
            if mayWrite { try local.writeRemoteMemory(bytes) }
        }
    }

    // MARK: Reporting

    func tell(_ note: RoamingNote) {
        state.withLock { $0.notes.append(note.diagnosis) }
        tellChange()
    }

    func report(_ error: RemoteError) {
        let isNew = state.withLock { state in
            defer { state.problem = error }
            // Each save has another size.
            if state.isTooLarge, case .tooLarge = error { return false }
            guard state.problem != error else { return false }
            // A connection comes and goes too often for notes.
            if !error.isTemporary { state.notes.append(error.diagnosis) }
            return true
        }
        if isNew { tellChange() }
    }

    func tellChange() { state.withLock { $0.onChange }?() }
}

extension RoamingWorker.State {
    fileprivate var isTooLarge: Bool { if case .tooLarge? = problem { true } else { false } }

    /// Whether no upload is waiting, and no call is in progress.
    var isFinished: Bool { !isRunning || !schedule.isPending && working == nil }

    /// Begins the next step if it is due; otherwise returns the time until then.
    fileprivate mutating func take(
        at now: ContinuousClock.Instant
    ) -> (UploadSchedule.Step?, Duration) {
        working = nil
        let (step, moment) = schedule.next
        guard !isClosed, schedule.isDue(at: now) else {
            return (nil, moment.map { now.duration(to: $0) } ?? .zero)
        }
        schedule.begin(step, at: now)
        working = step
        return (step, .zero)
    }

    /// Whether nothing is left to do at this time.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        !isRunning || working == nil && !schedule.isDue(at: now)
    }
}

extension Diagnosis {
    fileprivate static let noThread = Diagnosis(
        problem: "No thread can be started for the remote store",
        remedy: "Raise the limit of the user's processes. State is saved on this machine only."
    )
}
