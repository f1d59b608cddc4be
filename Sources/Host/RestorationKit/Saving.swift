/// Knows which changes are durable, and when to save the others by itself: one interval after the
/// oldest of them, together with all that have come since. Steady changes do not put the save off.
/// At most one such save is on its way.
package final class Saving {
    /// A failed save is tried again at leisure: a full disk stays full for a while.
    private static let retryInterval = Duration.seconds(10)

    /// `nil` where changes are not saved by themselves.
    private let interval: Duration?
    private let clock: any RestorationClock
    private let saved: SavedState
    /// Does the disk work of saves that nobody waits for, on another thread.
    package lazy var inBackground: (_ work: @escaping @Sendable () -> Void) -> Void = {
        [saved] in saved.disk.perform($0)
    }
    /// Whether something has changed before the restore of which nobody was warned yet.
    var hasEarlyChange = false
    /// Whether a save is being written that nobody waits for.
    var isSaving = false
    /// When the oldest unsaved change has to be saved.
    private var deadline: ContinuousClock.Instant?
    /// The number of the last change that the program has reported; 0 before the first.
    private(set) var changeNumber: UInt64 = 0
    /// The number of the last change that is durable, with all before it.
    private var savedChange: UInt64 = 0
    /// The last capture of the whole, which may be on its way, or have failed to become durable: it
    /// has the newest values of objects that fail to encode.
    var capturedImage: ArchiveImage?
    /// The newest generation's image; `nil` where this session has not written it.
    var durableImage: ArchiveImage?
    /// The newest generation that was told to be durable.
    private(set) var newestGeneration: UInt64 = 0

    init(_ options: RestorationOptions, in saved: SavedState) {
        self.saved = saved
        interval = options.savesAutomatically ? options.autosaveInterval : nil
        clock = options.clock
    }

    /// Whether all changes are durable.
    var areChangesSaved: Bool { savedChange == changeNumber }

    func noteChange() {
        changeNumber += 1
        guard let interval, saved.obstacle == nil, deadline == nil else { return }
        deadline = clock.now + interval
    }

    /// Everything changed so far is captured.
    func noteCapture() { deadline = nil }

    /// A capture that had all changes up to `number` is on the disk.
    func noteSaved(_ generation: UInt64, upTo number: UInt64) {
        newestGeneration = generation
        savedChange = max(savedChange, number)
    }

    func noteFailure() {
        durableImage = nil
        guard interval != nil else { return }
        let next = clock.now + Self.retryInterval
        deadline = min(deadline ?? next, next)
    }

    /// Whether somebody has to be warned of changes before a restore that has not come. Once.
    func takeEarlyChange() -> Bool {
        defer { hasEarlyChange = false }
        return hasEarlyChange && interval != nil
    }

    /// When to wake up; `nil` while nothing is changed or a save is still on its way, whose end
    /// wakes the program anyway.
    var nextDeadline: ContinuousClock.Instant? { isSaving ? nil : deadline }

    var isDue: Bool { nextDeadline.map { $0 <= clock.now } ?? false }
}
