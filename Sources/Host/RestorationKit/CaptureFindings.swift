/// Findings of captures and late restores about retained state, until a durable save has reported
/// them.
final class CaptureFindings {
    /// Objects whose retained state was given up, since they have changed.
    private var outdated: [RestorationPath] = []
    /// The findings of captures that are not written yet, by generation.
    private var pending: [UInt64: CaptureChanges] = [:]

    var arePending: Bool { !pending.isEmpty }

    /// Adds objects whose retained state a late restore gave up.
    func add(_ outdated: [RestorationPath]) { self.outdated += outdated }

    /// Adds the findings of a capture.
    ///
    /// - Parameter failed: Objects that failed to encode, so that their retained state stays.
    /// - Returns: The findings, with all outdated objects not yet reported.
    func add(_ changes: CaptureChanges, without failed: Set<RestorationPath>) -> CaptureChanges {
        for path in changes.outdated where !outdated.contains(path) { outdated.append(path) }
        var changes = changes
        changes.outdated = outdated.filter { !failed.contains($0) }
        return changes
    }

    func expect(_ generation: UInt64, _ changes: CaptureChanges) { pending[generation] = changes }

    func take(_ generation: UInt64) -> CaptureChanges? { pending.removeValue(forKey: generation) }

    func forgetPending() { pending = [:] }

    /// Removes issues that an earlier save has reported meanwhile.
    func removeReported(from issues: inout [PreservationError]) {
        issues.removeAll {
            if case .outdatedRetained(let path) = $0 { !outdated.contains(path) } else { false }
        }
    }

    func apply(_ changes: CaptureChanges, to records: RecordSet) {
        records.apply(changes, isNewest: pending.isEmpty)
        for path in changes.outdated {
            outdated.firstIndex(of: path).map { _ = outdated.remove(at: $0) }
        }
    }
}
