public import RestorationCore

/// The intended actions of a restore, decided before any code of a plugin or object runs.
///
/// ```swift
/// for object in try session.restorationPlan().entries where object.decision != .restore {
///     print(object)
/// }
/// ```
///
/// The plan follows from the archive, the plugins' manifests, the crash ledger and the settings.
/// The restore follows its plan. If running code decides otherwise (a class declines, an object
/// fails to decode), the report has both: ``RestorationReport/Entry/planned``.
///
/// Semantic source: our own; UIKit has no such plan.
public struct RestorationPlan: Sendable {
    /// A decision about an object, or about the whole archive.
    @nonexhaustive
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The object is created and gets its state, unless its code decides otherwise.
        case restore
        /// As ``restore``, after its class has rewritten the state, which an older version saved.
        case migrate
        /// The object is not restored, and its state is retained.
        case retain
        /// The object is left out because launches ended in it, and its state is retained. For the
        /// whole archive: it moves to `set-aside/`, and nothing is restored.
        case setAside = "set-aside"
        /// The object is not restored, and its state is given up. For the whole archive: there is
        /// none.
        case skip
        /// The program builds the object, registers it, or leaves it out.
        case programDecides = "program-decides"
    }

    /// The plan for one object.
    public struct Entry: Hashable, Sendable {
        /// The object's path, with the discriminators from its containers.
        public let path: RestorationPath
        /// The restoration class in the archive; `nil` for an object that the program builds.
        public let className: String?
        /// The plugin of the class; `nil` for the host's own.
        public let plugin: String?
        /// The schema version of the saved state; `nil` without a class.
        public let recordedVersion: Int?
        /// The schema version of the present class; `nil` if unknown, or if the state is converted
        /// for another class, which the reason names.
        public let presentVersion: Int?
        /// The size of the saved state, in bytes.
        public let sizeInBytes: Int
        /// The intended action.
        public let decision: Decision
        /// The reason and the remedy; `nil` if nothing needs explaining.
        public let reason: Diagnosis?
    }

    /// The generation to restore; `nil` if none is saved or usable.
    public let generation: UInt64?
    /// The time and the origin of the save; `nil` without a generation.
    public let preservationInfo: PreservationInfo?
    /// The decision about the whole archive. The program's delegate may still decline a restore.
    public let decision: Decision
    /// The reason, if the archive is not restored.
    public let reason: Diagnosis?
    /// Remarks about the whole, such as an unusable generation, or an object that is tried again
    /// after a launch ended in it.
    public let notes: [Diagnosis]

    private let objects: [Entry]

    /// A plan that restores nothing.
    package init(_ decision: Decision, because reason: Diagnosis?, notes: [Diagnosis]) {
        (generation, preservationInfo, objects) = (nil, nil, [])
        (self.decision, self.reason, self.notes) = (decision, reason, notes)
    }

    package init(
        of set: RecordSet,
        _ generation: UInt64?,
        _ records: PlannedRecords,
        objection: Diagnosis?,
        notes: [Diagnosis]
    ) {
        self.generation = generation
        self.notes = notes
        preservationInfo = set.source?.archive.info
        objects = records.order.compactMap { number in
            set.source.flatMap { Entry(number, of: set, $0, records) }
        }
        reason = objection
        decision = objection == nil ? .restore : records.decisionForUnavailable
    }

    /// All objects, parents before children.
    public var entries: some RandomAccessCollection<Entry> { objects }

    /// The number of objects with a decision.
    public func count(of decision: Decision) -> Int {
        objects.count { $0.decision == decision }
    }
}

extension RestorationPlan.Entry {
    fileprivate init?(
        _ number: Int,
        of set: RecordSet,
        _ source: ValueSource,
        _ records: PlannedRecords
    ) {
        let row = source.rows[number]
        guard let path = set.path(of: row) else { return nil }
        let kind = set.kinds[set.rows[row].kind]
        self.path = path
        className = kind.className
        plugin = kind.plugin
        recordedVersion = kind.className == nil ? nil : kind.schemaVersion
        presentVersion = records.presentVersion(of: set.rows[row].kind)
        sizeInBytes = Int(source.archive.records[number].sectionSize)
        decision = records.decisions[number]
        reason = records.reason(for: number, row, of: set)
    }
}

extension RestorationPlan.Decision: CustomStringConvertible {
    /// The decision in words: "set aside", "the program decides".
    public var description: String {
        switch self {
        case .setAside: "set aside"
        case .programDecides: "the program decides"
        default: rawValue
        }
    }

    func includes(_ outcome: RestorationReport.Outcome) -> Bool {
        switch self {
        case .restore, .migrate: outcome.isSuccess
        case .retain, .setAside: outcome == .retained
        case .skip: [.missing, .created, .skipped].contains(outcome)
        case .programDecides: true
        }
    }
}

extension RestorationPlan.Entry: CustomStringConvertible {
    /// One line: the path, the decision, and the reason, if any.
    public var description: String {
        Diagnosis.line("\(path): \(decision)", reason, of: "\(path)")
    }
}

extension RestorationPlan: CustomStringConvertible {
    /// A line for the archive, one for each note, and one for each object.
    public var description: String {
        let archive = generation.map { "Generation \($0)" } ?? "No generation"
        let lines =
            [Diagnosis.line("\(archive): \(decision)", reason)]
            + notes.map { Diagnosis.line("Note", $0) } + entries.map(\.description)
        return lines.joined(separator: "\n")
    }
}
