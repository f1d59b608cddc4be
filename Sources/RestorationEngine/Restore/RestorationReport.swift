public import RestorationCore

/// What became of every object that a restore met: each exactly once, with the reason and what can
/// be done about it.
public struct RestorationReport: Sendable {
    /// What became of one object.
    @nonexhaustive
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It is there and has its state. Its reason says what is amiss nevertheless, if
        /// anything is.
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
        /// What became of it.
        public let outcome: Outcome
        /// Why, and what to do; `nil` where there is nothing to explain.
        public let reason: Diagnosis?
        /// What its plugin took to create and decode it; `nil` for objects of the host.
        public let duration: Duration?
        /// What the plan of the restore had decided, where something else has become of it: its
        /// class declined or is to be asked again, or it failed. `nil` where all went as planned,
        /// and where the plan left it to the program.
        public let planned: RestorationPlan.Decision?
    }

    /// Why the restore ran.
    public let reason: RestorationReason
    /// What the whole restore had to say: a generation that was set aside, a delegate that
    /// declined.
    public package(set) var notes: [Diagnosis] = []
    /// The facts about the save that was restored; `nil` if nothing was.
    public package(set) var preservationInfo: PreservationInfo?
    /// The generation that was restored; `nil` if none was.
    public package(set) var generation: UInt64?

    /// Compact rows, and the tables that make entries of them: most reports of many objects are
    /// looked at for the few that failed.
    struct Row: Sendable {
        var node: UInt32
        var className: UInt32
        var plugin: UInt32
        var outcome: Outcome
        /// What the plan decided; `nil` where it could not tell what would become of the object.
        var planned: RestorationPlan.Decision?
    }
    /// What only few rows have.
    struct Remark: Sendable {
        var reason: Diagnosis?
        var duration: Duration?
    }
    private var rows: [Row] = []
    private var remarks: [Int: Remark] = [:]
    private(set) var names = ArchiveNames()

    /// A report of a restore that had nothing to restore.
    package init(reason: RestorationReason) { self.reason = reason }

    /// A report of what has become of the records so far. O(records).
    ///
    /// - Parameter planned: What was decided before any code ran.
    package init(
        reason: RestorationReason,
        of table: RecordTable,
        planned: PlannedRecords?,
        notes: [Diagnosis]
    ) {
        self.reason = reason
        self.notes = notes
        guard let archive = table.archive else { return }
        names = ArchiveNames(archive)
        preservationInfo = archive.info
        rows.reserveCapacity(archive.records.count)
        let decisions = planned?.decisions
        let hasReasons = table.hasReasons
        let mayHaveRemarks = hasReasons || !table.durations.isEmpty
        for node in 0..<UInt32(archive.paths.count) {
            guard let number = archive.record(ofNode: node) else { continue }
            if mayHaveRemarks { remarks[rows.count] = Remark(of: number, in: table) }
            let record = archive.records[number]
            rows.append(
                Row(
                    node: node,
                    className: record.className,
                    plugin: record.plugin,
                    // Without a reason, every object has its state.
                    outcome: hasReasons ? table.outcome(of: number) : .restored,
                    planned: record.isEmpty ? nil : decisions?[number]
                )
            )
        }
    }

    /// Says what became of an object after the restore.
    package mutating func update(with change: RecordTable.Change) {
        guard let position = position(of: change.node) else { return }
        rows[position].outcome = change.outcome
        remarks[position] = Remark(reason: change.reason, duration: change.duration)
    }

    /// Rows are in the order of their nodes.
    func position(of node: UInt32) -> Int? {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].node < node { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low].node == node ? low : nil
    }

    /// Every object, parents before children.
    public var entries: some RandomAccessCollection<Entry> { rows.indices.lazy.map(entry) }

    /// How many steps all paths have together. Linear, unlike the paths themselves.
    package var stepCount: Int {
        let depths = names.depths
        return rows.reduce(0) { $0 + depths[Int($1.node)] }
    }

    /// How many objects came to `outcome`.
    public func count(of outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }

    /// The objects that are there with their state.
    public var restored: [RestorationPath] {
        rows.filter(\.outcome.isSuccess).map { names.path(of: $0.node) }
    }

    /// Where there are objects that no class has made. Linear.
    package var pathsOfFound: Set<RestorationPath> {
        Set(
            rows.lazy.filter { row in
                row.className == ArchiveRecord.none
                    && (row.outcome.isSuccess || row.outcome == .created)
            }.map { names.path(of: $0.node) }
        )
    }

    /// The objects that are not there with their state, and why.
    public var notRestored: [Entry] {
        rows.indices.filter { !rows[$0].outcome.isSuccess }.map(entry)
    }

    func entry(_ position: Int) -> Entry {
        let row = rows[position]
        return Entry(
            path: names.path(of: row.node),
            className: names[row.className],
            plugin: names[row.plugin],
            outcome: row.outcome,
            reason: remarks[position]?.reason,
            duration: remarks[position]?.duration,
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

extension RestorationReport.Remark {
    /// What there is to say of a record; of most there is nothing.
    fileprivate init?(of number: Int, in table: RecordTable) {
        let reason = table.reason(of: number)
        let duration = table.durations[number]
        if reason == nil, duration == nil { return nil }
        self.init(reason: reason, duration: duration)
    }
}
