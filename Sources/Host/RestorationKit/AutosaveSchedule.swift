/// Knows which changes are durable, and when to save the others by itself: one interval after the
/// oldest of them, together with all that have come since. Steady changes do not put the save off.
struct AutosaveSchedule {
    /// A failed save is tried again at leisure: a full disk stays full for a while.
    private static let retryInterval = Duration.seconds(10)

    /// `nil` where changes are not saved by themselves.
    private let interval: Duration?
    private let clock: any RestorationClock
    /// When the oldest unsaved change has to be saved.
    private(set) var deadline: ContinuousClock.Instant?
    /// The number of the last change that the program has reported; 0 before the first.
    private(set) var changeNumber: UInt64 = 0
    /// The number of the last change that is durable, with all before it.
    private var savedChange: UInt64 = 0
    /// Whether something has changed before the restore of which nobody was warned yet.
    private var hasEarlyChange = false

    init(_ options: RestorationOptions) {
        interval = options.savesAutomatically ? options.autosaveInterval : nil
        clock = options.clock
    }

    /// Whether all changes are durable.
    var areChangesSaved: Bool { savedChange == changeNumber }

    var isDue: Bool { deadline.map { $0 <= clock.now } ?? false }

    /// - Parameter canSave: Whether a save may follow.
    mutating func noteChange(canSave: Bool) {
        changeNumber += 1
        guard let interval, canSave, deadline == nil else { return }
        deadline = clock.now + interval
    }

    mutating func noteEarlyChange() { hasEarlyChange = true }

    /// Everything changed so far is captured.
    mutating func noteCapture() { deadline = nil }

    /// A capture that had all changes up to `number` is on the disk.
    mutating func noteSaved(upTo number: UInt64) { savedChange = max(savedChange, number) }

    mutating func noteFailure() {
        guard interval != nil else { return }
        let next = clock.now + Self.retryInterval
        deadline = min(deadline ?? next, next)
    }

    /// Whether somebody has to be warned of changes before a restore that has not come. Once.
    mutating func takeEarlyChange() -> Bool {
        defer { hasEarlyChange = false }
        return hasEarlyChange && interval != nil
    }
}
