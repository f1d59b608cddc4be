/// Tracks which changes are durable, and when an autosave is due: one interval after the oldest
/// unsaved change. Steady changes do not postpone it.
struct AutosaveSchedule {
    /// Failed saves are retried slowly, since a full disk stays full for a while.
    private static let retryInterval = Duration.seconds(10)

    /// `nil` without autosave.
    private let interval: Duration?
    private let clock: any RestorationClock
    private(set) var deadline: ContinuousClock.Instant?
    /// The number of the last reported change; 0 before the first.
    private(set) var changeNumber: UInt64 = 0
    /// The number of the last change that is durable, with all before it.
    private var savedChange: UInt64 = 0

    init(_ options: RestorationOptions) {
        interval = options.savesAutomatically ? options.autosaveInterval : nil
        clock = options.clock
    }

    var areChangesSaved: Bool { savedChange == changeNumber }

    var isDue: Bool { deadline.map { $0 <= clock.now } ?? false }

    mutating func recordChange(canSave: Bool) {
        changeNumber += 1
        guard let interval, canSave, deadline == nil else { return }
        deadline = clock.now + interval
    }

    mutating func recordCapture() { deadline = nil }

    /// Notes that all changes up to `number` are on the disk.
    mutating func recordSaved(upTo number: UInt64) { savedChange = max(savedChange, number) }

    mutating func recordFailure() {
        guard interval != nil else { return }
        let next = clock.now + Self.retryInterval
        deadline = min(deadline ?? next, next)
    }
}
