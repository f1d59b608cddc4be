/// When to save by itself: a change is saved one interval after it, together with all that come in
/// between, and steady changes do not put the save off. At most one save is on its way.
struct Autosave {
    let interval: Duration
    /// When the oldest unsaved change has to be saved.
    private(set) var deadline: ContinuousClock.Instant?
    /// Whether a save is being written.
    var isSaving = false

    init(interval: Duration) { self.interval = interval }

    /// A failed save is tried again at leisure: a full disk stays full for a while.
    private static let retryInterval = Duration.seconds(10)

    mutating func noteChange(now: ContinuousClock.Instant) {
        if deadline == nil { deadline = now + interval }
    }

    /// Everything changed so far is captured.
    mutating func noteCapture() { deadline = nil }

    mutating func noteFailure(now: ContinuousClock.Instant) {
        deadline = min(deadline ?? now + Self.retryInterval, now + Self.retryInterval)
    }

    /// When to wake up; `nil` while nothing is changed or a save is still on its way, whose end
    /// wakes the program anyway.
    var nextDeadline: ContinuousClock.Instant? { isSaving ? nil : deadline }

    func isDue(now: ContinuousClock.Instant) -> Bool {
        guard let deadline = nextDeadline else { return false }
        return deadline <= now
    }
}
