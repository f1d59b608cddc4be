/// Findings of captures and late restores about retained state, until a durable save has told them.
final class CaptureFindings {
    /// The objects whose kept state was given up, as they have changed.
    private var outdated: [RestorationPath] = []
    /// The findings of captures that are on their way to the disk, by their generations.
    private var pending: [UInt64: CaptureChanges] = [:]

    /// Whether a capture is on its way to the disk.
    var arePending: Bool { !pending.isEmpty }

    /// Adds objects whose kept state a late restore has given up.
    func add(_ outdated: [RestorationPath]) { self.outdated += outdated }

    /// Adds the findings of a capture.
    ///
    /// - Parameter kept: Where an object has failed to encode, so that its retained state stays.
    /// - Returns: The findings, with all outdated objects that are yet to be told.
    func add(_ changes: CaptureChanges, without kept: Set<RestorationPath>) -> CaptureChanges {
        for path in changes.outdated where !outdated.contains(path) { outdated.append(path) }
        var changes = changes
        changes.outdated = outdated.filter { !kept.contains($0) }
        return changes
    }

    /// Begins to wait for a generation.
    func expect(_ generation: UInt64, _ changes: CaptureChanges) { pending[generation] = changes }

    /// Ends the wait for a generation; returns its findings.
    func take(_ generation: UInt64) -> CaptureChanges? { pending.removeValue(forKey: generation) }

    /// Ends all waits.
    func forgetPending() { pending = [:] }

    /// Removes issues that an earlier save has told, which was on its way when these were found.
    func removeTold(from issues: inout [PreservationError]) {
        issues.removeAll {
            if case .outdatedRetained(let path) = $0 { !outdated.contains(path) } else { false }
        }
    }

    /// Applies findings that are durable now.
    func apply(_ changes: CaptureChanges, to records: RecordSet) {
        records.apply(changes, isNewest: pending.isEmpty)
        for path in changes.outdated {
            outdated.firstIndex(of: path).map { _ = outdated.remove(at: $0) }
        }
    }
}
