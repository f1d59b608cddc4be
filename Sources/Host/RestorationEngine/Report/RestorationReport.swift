public import RestorationCore

/// The outcome of every object that a restore met: each exactly once, with the reason and a remedy.
public struct RestorationReport: Sendable {
    /// The outcome of one object.
    @nonexhaustive
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It is there and has its state. Its reason names a remaining problem, if there is one.
        case restored
        /// It is there and has its state, which an older version of its class saved and this one
        /// rewrote.
        case migrated
        /// It is there, but its state was not applied: there was none, or it was of another type.
        case created
        /// Left out on purpose: its restoration class declined, or that of an object above it.
        case skipped
        /// It could not be restored; its state is retained and comes back when the reason is gone.
        case retained
        /// It is not there yet, or cannot take its state yet. Its state is retained; it comes when
        /// the ticket of its restoration class says so, or takes its state when the program says
        /// that it is ready.
        case awaited
        /// Nobody provided an object at its path. Its state is given up at the next save.
        case missing
        /// Its state is damaged, in older generations too. Given up at the next save.
        case lost
    }

    /// One object.
    public struct Entry: Hashable, Sendable {
        /// Where the object belongs, with the discriminators that its containers gave.
        public let path: RestorationPath
        /// The restoration class; `nil` for an object of the program's own graph.
        public let className: String?
        /// The plugin of the class; `nil` for the host's own.
        public let plugin: String?
        /// Its outcome.
        public let outcome: Outcome
        /// Why, and what to do; `nil` where there is nothing to explain.
        public let reason: Diagnosis?
        /// The time that its plugin took to create and decode it; `nil` for objects of the host.
        public let duration: Duration?
        /// The decision of the restore's plan, if the outcome is another: its class declined or is
        /// to be asked again, or it failed. `nil` where all went as planned, and where the plan
        /// left it to the program.
        public let planned: RestorationPlan.Decision?
    }

    /// Why the restore ran.
    public let reason: RestorationReason
    /// Remarks about the whole restore: a generation that was set aside, a delegate that declined.
    public package(set) var notes: [Diagnosis] = []
    /// The facts about the save that was restored; `nil` if nothing was.
    public package(set) var preservationInfo: PreservationInfo?
    /// The generation that was restored; `nil` if none was.
    public package(set) var generation: UInt64?

    /// Compact rows: most reports of many objects are looked at for the few that failed.
    struct Row: Sendable {
        /// In the set of records.
        let row: Int
        let kind: Int
        var outcome: Outcome
        /// The plan's decision; `nil` where it could not tell the outcome.
        let planned: RestorationPlan.Decision?
        var remark: Remark?
    }
    /// The rare properties of a row.
    final class Remark: Sendable {
        let reason: Diagnosis?
        let duration: Duration?

        fileprivate init?(_ details: RecordDetails?) {
            guard let details, details.reason != nil || details.duration != nil else { return nil }
            (reason, duration) = (details.reason, details.duration)
        }
    }
    private(set) var rows: [Row] = []
    /// By row in the set: the position among the rows.
    private var positions: [Int?] = []
    private(set) var places = ReportedPlaces()
    private var kinds: [RecordKind] = []

    /// A report of a restore that had nothing to restore.
    package init(reason: RestorationReason) { self.reason = reason }

    /// A report of the outcomes so far. O(records).
    ///
    /// - Parameter planned: The decisions before any code ran.
    package init(
        reason: RestorationReason,
        of set: RecordSet,
        planned: PlannedRecords?,
        notes: [Diagnosis]
    ) {
        self.reason = reason
        self.notes = notes
        guard let source = set.source else { return }
        places = ReportedPlaces(of: set)
        kinds = set.kinds.all
        preservationInfo = source.archive.info
        let saved = source.rows.dropFirst().filter { row in
            !source.archive.records[set.rows.value[row].number].isBare
        }
        for row in set.parentsFirst(Array(saved)) {
            let record = set.rows.value[row]
            let isEmpty = source.archive.records[record.number].isEmpty
            rows.append(
                Row(
                    row: row,
                    kind: record.kind,
                    outcome: record.outcome,
                    planned: isEmpty ? nil : planned?.decisions[record.number],
                    remark: Remark(record.details)
                )
            )
        }
    }

    /// Updates the outcomes that have changed after the restore.
    ///
    /// - Returns: Whether there was anything to say.
    package mutating func update(from set: RecordSet) -> Bool {
        let news = set.takeNews()
        for row in news {
            guard let position = position(of: row) else { continue }
            rows[position].outcome = set.rows.value[row].outcome
            rows[position].remark = Remark(set.details(row))
        }
        return !news.isEmpty
    }

    /// O(rows) the first time.
    private mutating func position(of row: Int) -> Int? {
        if positions.isEmpty {
            let count = rows.lazy.map(\.row).max().map { $0 + 1 } ?? 0
            positions = [Int?](repeating: nil, count: count)
            for (position, entry) in rows.enumerated() { positions[entry.row] = position }
        }
        return positions.indices.contains(row) ? positions[row] : nil
    }

    func position(ofRow row: Int) -> Int? { rows.firstIndex { $0.row == row } }

    /// Every object, parents before children.
    public var entries: some RandomAccessCollection<Entry> { rows.indices.lazy.map(entry) }

    /// How many steps all paths have together. Linear, unlike the paths themselves.
    package var stepCount: Int {
        places.stepCount(of: rows.lazy.map(\.row))
    }

    /// How many objects came to `outcome`.
    public func count(of outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }

    /// The objects that are there with their state.
    public var restored: [RestorationPath] {
        rows.filter(\.outcome.isSuccess).map { places.path(of: $0.row) }
    }

    /// Where there are objects that no class has made. Linear.
    package func pathsOfFound() -> Set<RestorationPath> {
        Set(
            rows.lazy.filter { row in
                kinds[row.kind].className == nil
                    && (row.outcome.isSuccess || row.outcome == .created)
            }.map { places.path(of: $0.row) }
        )
    }

    /// The objects that are not there with their state, and why.
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
            duration: row.remark?.duration,
            planned: row.planned.flatMap { $0.includes(row.outcome) ? nil : $0 }
        )
    }
}

extension RestorationReport.Outcome {
    /// Whether the object is there with its state.
    public var isSuccess: Bool { self == .restored || self == .migrated }
}

extension RestorationReport.Entry: CustomStringConvertible {
    /// One line: the path, the outcome, and the reason if there is one.
    public var description: String {
        Diagnosis.line("\(path): \(outcome.rawValue)", reason, of: "\(path)")
    }
}

extension RestorationReport: CustomStringConvertible {
    /// A line for the restore, one for each note, and one for each object.
    public var description: String {
        let counts = Outcome.allCases.map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
            .map { "\($0.1) \($0.0.rawValue)" }
        let objects = counts.isEmpty ? "nothing was restored" : counts.joined(separator: ", ")
        let head = generation.map { "Generation \($0)" } ?? "No generation"
        let lines =
            ["\(head): \(objects)"] + notes.map { Diagnosis.line("Note", $0) }
            + entries.map(\.description)
        return lines.joined(separator: "\n")
    }
}
