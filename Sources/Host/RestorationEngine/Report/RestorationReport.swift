public import RestorationCore

/// The outcome of every object that a restore met: each exactly once, with the reason and a remedy.
public struct RestorationReport: Sendable {
    /// The outcome of one object.
    @nonexhaustive
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The object has its state. The reason names a remaining problem, if any.
        case restored
        /// The object has its state, which an older version of its class saved and this one
        /// rewrote.
        case migrated
        /// The object exists without its state: none was saved, or it was of another type.
        case created
        /// The object was left out on purpose: its restoration class, or that of an object above
        /// it, declined.
        case skipped
        /// The object could not be restored. Its state is retained until the reason is gone.
        case retained
        /// The object does not exist yet, or cannot take its state yet. Its state is retained until
        /// the ticket of its restoration class arrives, or the program says that the object is
        /// ready.
        case awaited
        /// The restore found no object for the record. The next save gives its state up.
        case missing
        /// The state is damaged, in older generations too. The next save gives it up.
        case lost
    }

    /// The result for one object.
    public struct Entry: Hashable, Sendable {
        /// The object's path, with the discriminators from its containers.
        public let path: RestorationPath
        /// The restoration class; `nil` for an object that the program builds.
        public let className: String?
        /// The plugin of the class; `nil` for the host's own.
        public let plugin: String?
        /// Its outcome.
        public let outcome: Outcome
        /// The reason and the remedy; `nil` if nothing needs explaining.
        public let reason: Diagnosis?
        /// The time that its plugin took to create and decode it; `nil` for objects of the host.
        public let duration: Duration?
        /// The planned decision, if the outcome differs because the class declined or must be asked
        /// again, or the object failed. `nil` if all went as planned, or the plan left the object
        /// to the program.
        public let planned: RestorationPlan.Decision?
    }

    /// Why the restore ran.
    public let reason: RestorationReason
    /// Remarks about the whole restore, such as a generation set aside, or a delegate that
    /// declined.
    public package(set) var notes: [Diagnosis] = []
    /// The facts about the restored save, if any.
    public package(set) var preservationInfo: PreservationInfo?
    /// The restored generation, if any.
    public package(set) var generation: UInt64?

    /// Compact rows, since most reports of many objects are read for the few failures.
    struct Row: Sendable {
        let row: Int
        let kind: Int
        /// In nanoseconds; 0 for objects of the host.
        var duration: UInt64
        var remark: Remark?
        var outcome: Outcome
        /// The plan's decision; `nil` if the plan could not predict the outcome.
        let planned: RestorationPlan.Decision?
    }
    final class Remark: Sendable {
        let reason: Diagnosis

        fileprivate init(_ reason: Diagnosis) { self.reason = reason }
    }
    private(set) var rows: [Row] = []
    /// Positions in ``rows``, by row in the set. Found when an outcome changes later.
    private var positions: [Int: Int] = [:]
    private(set) var places = ReportedPlaces()
    private var kinds: [RecordKind] = []

    package init(reason: RestorationReason) { self.reason = reason }

    /// A report of the outcomes so far. O(records).
    ///
    /// - Parameter planned: The decisions before any code ran.
    package init(
        reason: RestorationReason,
        of set: RecordSet,
        planned: PlannedRecords?
    ) {
        self.reason = reason
        guard let source = set.source else { return }
        places = ReportedPlaces(of: set)
        kinds = set.kinds.all
        preservationInfo = source.archive.info
        let saved = source.rows.dropFirst().filter { row in
            !source.archive.records[set.rows[row].number].isBare
        }
        rows.reserveCapacity(saved.count)
        let decisions = planned?.decisions
        for row in set.parentsFirst(saved) {
            let number = set.rows[row].number
            let isEmpty = source.archive.records[number].isEmpty
            rows.append(
                Row(
                    row: row,
                    kind: set.rows[row].kind,
                    duration: set.duration(of: row),
                    remark: set.details(row)?.reason.map(Remark.init),
                    outcome: set.rows[row].outcome,
                    planned: isEmpty ? nil : decisions?[number]
                )
            )
        }
    }

    /// Updates the outcomes that changed after the restore.
    ///
    /// - Returns: Whether any had changed.
    package mutating func update(from set: RecordSet) -> Bool {
        let changed = set.takeUnreported()
        for row in changed {
            guard let position = position(of: row) else { continue }
            rows[position].outcome = set.rows[row].outcome
            rows[position].duration = set.duration(of: row)
            rows[position].remark = set.details(row)?.reason.map(Remark.init)
        }
        return !changed.isEmpty
    }

    /// O(rows) the first time.
    private mutating func position(of row: Int) -> Int? {
        if positions.isEmpty {
            positions = Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].row, $0) })
        }
        return positions[row]
    }

    /// All objects, parents before children.
    public var entries: some RandomAccessCollection<Entry> { rows.indices.lazy.map(entry) }

    /// The elements of ``entries``, which other modules only know as some collection.
    package var allEntries: [Entry] { rows.indices.map(entry) }

    /// Whether all paths together have more than that many steps. O(limit).
    package func hasMoreSteps(than limit: Int) -> Bool {
        var count = 0
        return rows.contains { row in
            count += places.depth(of: row.row)
            return count > limit
        }
    }

    /// The number of objects with an outcome.
    public func count(of outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }

    /// The objects that have their state.
    public var restored: [RestorationPath] {
        rows.filter(\.outcome.isSuccess).map { places.path(of: $0.row) }
    }

    /// The objects that do not have their state, and why.
    public var notRestored: [Entry] {
        rows.indices.filter { !rows[$0].outcome.isSuccess }.map(entry)
    }

    func entry(_ position: Int) -> Entry {
        let row = rows[position]
        return Entry(
            path: places.path(of: row.row),
            className: kinds[row.kind].className,
            plugin: kinds[row.kind].plugin,
            outcome: row.outcome,
            reason: row.remark?.reason,
            duration: row.duration > 0 ? .nanoseconds(row.duration) : nil,
            planned: row.planned.flatMap { $0.includes(row.outcome) ? nil : $0 }
        )
    }
}

extension RestorationReport.Outcome {
    /// Whether the object has its state.
    public var isSuccess: Bool { self == .restored || self == .migrated }
}

extension RestorationReport.Entry: CustomStringConvertible {
    /// One line: the path, the outcome, and the reason, if any.
    public var description: String {
        Diagnosis.line("\(path): \(outcome.rawValue)", reason, of: "\(path)")
    }
}

extension RestorationReport: CustomStringConvertible {
    /// A line for the restore, one for each note, and one for each object.
    public var description: String {
        let lines =
            [headline] + notes.map { Diagnosis.line("Note", $0) } + entries.map(\.description)
        return lines.joined(separator: "\n")
    }

    /// The generation, and the number of objects with each outcome.
    package var headline: String {
        let counts = Outcome.allCases.map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
            .map { "\($0.1) \($0.0.rawValue)" }
        let objects = counts.isEmpty ? "nothing was restored" : counts.joined(separator: ", ")
        return "\(generation.map { "Generation \($0)" } ?? "No generation"): \(objects)"
    }
}
