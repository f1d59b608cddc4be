/// The times at which a roaming store contacts the remote store.
struct UploadSchedule {
    /// The shortest time between the beginnings of two uploads.
    let interval: Duration
    /// The time between two looks for other devices' saves.
    let pollInterval: Duration
    private(set) var isPending = false
    private var lastUpload: ContinuousClock.Instant?
    private var nextPoll: ContinuousClock.Instant?
    /// The earliest time of the next attempt after failures.
    private var retry: ContinuousClock.Instant?
    private var failures = 0
    /// Whether pending work is done at once, since the session ends.
    var isHurried = false

    enum Step: Equatable {
        case poll, upload
    }

    init(interval: Duration, pollInterval: Duration) {
        self.interval = interval
        self.pollInterval = pollInterval
    }

    var hasFailed: Bool { failures > 0 }

    mutating func request() { isPending = true }
    mutating func requestPoll() { nextPoll = nil }

    /// The next step, and when it is due; the time is `nil` for at once.
    var next: (step: Step, at: ContinuousClock.Instant?) {
        let poll = later(nextPoll, retry)
        // Before the first look, the row in the store is unknown.
        guard isPending, nextPoll != nil else { return (.poll, poll) }
        let upload = later(isHurried ? nil : lastUpload.map { $0 + interval }, retry)
        guard let upload, let poll else { return (upload == nil ? .upload : .poll, nil) }
        return upload <= poll ? (.upload, upload) : (.poll, poll)
    }

    func isDue(at now: ContinuousClock.Instant) -> Bool { next.at.map { $0 <= now } ?? true }

    private func later(
        _ a: ContinuousClock.Instant?,
        _ b: ContinuousClock.Instant?
    ) -> ContinuousClock.Instant? {
        guard let a, let b else { return a ?? b }
        return max(a, b)
    }

    mutating func begin(_ step: Step, at now: ContinuousClock.Instant) {
        switch step {
        case .poll: nextPoll = now + pollInterval
        case .upload: isPending = false
        }
    }

    /// Begins the interval in which no other image is sent.
    mutating func recordUpload(at now: ContinuousClock.Instant) { lastUpload = now }

    mutating func succeed() { (failures, retry) = (0, nil) }

    /// Tries again after 1, 2, 4 and so on up to 256 seconds.
    mutating func fail(_ step: Step, at now: ContinuousClock.Instant) {
        retry = now + .seconds(1 << min(failures, 8))
        failures += 1
        switch step {
        case .poll: nextPoll = nil
        case .upload: isPending = true
        }
    }
}
