package import RestorationCore

/// The decisions about all records of an archive, by their numbers.
///
/// Computed from values alone: no participant's code runs. It includes consequences that the
/// archive shows, such as records that are retained with an unavailable parent. If nothing is
/// retained, the program decides about members above a gap, because the archive does not tell
/// whether their container is a stack.
package struct PlannedRecords: Sendable {
    package typealias Decision = RestorationPlan.Decision

    private(set) var decisions: [Decision]
    /// The records of objects, parents before children.
    private(set) var order: [Int] = []
    /// The reasons of decisions that need one, by record.
    private var remarks: [Int: Remark] = [:]
    private var classes: [ClassVersionKey: ClassFacts] = [:]
    package let decisionForUnavailable: Decision

    /// Plans all records. O(records × depth), and as much again for each container with a gap if
    /// nothing is retained.
    ///
    /// - Parameters:
    ///   - facts: Looks up a class by its name or a former one, its plugin, and the version that
    ///     saved. Called once for each combination in the archive.
    ///   - refusals: The records that the crash ledger leaves out.
    ///   - objection: Why nothing at all is restored, if so.
    ///   - keepsUnavailable: Whether records that are not restored are retained.
    package init(
        of set: RecordSet,
        classes facts: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts,
        refusals: [Int: RecordRefusal] = [:],
        objection: Diagnosis? = nil,
        keepsUnavailable: Bool = true
    ) {
        let archive = set.source?.archive
        decisions = [Decision](repeating: .programDecides, count: archive?.records.count ?? 0)
        decisionForUnavailable = keepsUnavailable ? .retain : .skip
        guard let source = set.source, let archive else { return }
        order = set.parentsFirst(source.rows.dropFirst())
            .map { set.rows[$0].number }.filter { $0 > 0 && !archive.records[$0].isBare }
        if let objection {
            for number in order { keep(number, objection) }
            return
        }
        var fates: [Int: Consequence] = [:]
        let factsOfKinds = Remembered<Int, ClassFacts>()
        for number in order {
            let row = source.rows[number]
            let above = fates.isEmpty ? nil : set.rowsAbove(row).lazy.compactMap { fates[$0] }.first
            let kind = set.rows[row].kind
            if case .follows(let reason)? = above {
                let reason = Restoration.parentUnavailable(reason)
                fates[row] = .follows(reason)
                keep(number, reason)
            } else if let refusal = refusals[number] {
                fates[row] =
                    refusal.isWhole ? .follows(refusal.reason) : .depends(.holderLeftOut(refusal))
                keep(number, refusal.reason, as: .setAside)
            } else if set.hasClass(row) {
                let found = factsOfKinds.answer(for: kind) { self.facts(set.kinds[kind], facts) }
                let isEmpty = archive.records[number].isEmpty
                if let obstacle = decide(number, set.kinds, kind, isEmpty, found, above) {
                    fates[row] = .follows(obstacle)
                }
            }
        }
        if !fates.isEmpty { leaveGapsToProgram(set, source) }
    }

    private struct Remark {
        var reason: Diagnosis
        /// Why the class is not asked for the object. The restore then retains the record.
        var obstacle: Diagnosis?
    }

    private struct ClassVersionKey: Hashable, Sendable {
        let name: String
        let plugin: String?
        let version: Int
        init(_ kind: RecordKind) {
            name = kind.className ?? ""
            plugin = kind.plugin
            version = kind.schemaVersion
        }
    }

    private indirect enum Consequence {
        case follows(Diagnosis)
        /// The record is below an object that its class may make or decline, so its outcome depends
        /// on the program.
        case depends(Diagnosis)
    }

    // MARK: Asking

    package func decision(of number: Int) -> Decision { decisions[number] }

    var hasObstacles: Bool { remarks.contains { $0.value.obstacle != nil } }

    /// Why the plan forbids asking a class for the object of a row.
    func obstacle(of row: Int, in set: RecordSet) -> Diagnosis? {
        let number = set.rows[row].number
        return number < 0 ? nil : remarks[number]?.obstacle
    }

    /// The present schema version of a kind's class; `nil` if unknown, or if the state is converted
    /// for another class.
    func presentVersion(of kind: RecordKind) -> Int? {
        guard case .present(_, let version, nil)? = classes[ClassVersionKey(kind)] else {
            return nil
        }
        return version
    }

    /// The conversion of a kind's state to another class, if any.
    func conversion(of kind: RecordKind) -> Conversion? {
        guard case .present(_, _, let conversion)? = classes[ClassVersionKey(kind)] else {
            return nil
        }
        return conversion
    }

    func reason(for number: Int, _ kind: RecordKind, _ flags: ArchiveRecord.Flags) -> Diagnosis? {
        if let remark = remarks[number] { return remark.reason }
        switch decisions[number] {
        case .programDecides: return .leftToProgram(kind, flags)
        case .migrate:
            guard
                case .present(let name, let version, let conversion)? = classes[
                    ClassVersionKey(kind)
                ]
            else { return nil }
            return conversion.map { .conversion($0, "is") } ?? .migration(of: kind, name, version)
        default: return nil
        }
    }

    // MARK: Deciding

    private mutating func facts(
        _ kind: RecordKind,
        _ facts: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts
    ) -> ClassFacts {
        let key = ClassVersionKey(kind)
        if let known = classes[key] { return known }
        let answer = facts(key.name, key.plugin, UInt32(clamping: key.version))
        classes[key] = answer
        return answer
    }

    private mutating func decide(
        _ number: Int,
        _ kinds: KindTable,
        _ kind: Int,
        _ isEmpty: Bool,
        _ facts: ClassFacts,
        _ fate: Consequence?
    ) -> Diagnosis? {
        var obstacle: Diagnosis?
        switch facts {
        case .absent(let reason): obstacle = reason
        case .present(let name, let version, let conversion):
            let savedVersion = kinds.schemaVersion(of: kind)
            if conversion == nil, savedVersion > version {
                obstacle = .newerSchema(of: kinds[kind], name, version)
            } else if case .depends(let reason)? = fate {
                remarks[number] = Remark(reason: reason)
            } else {
                let isOther = conversion != nil || savedVersion < version
                decisions[number] = isOther && !isEmpty ? .migrate : .restore
            }
        }
        guard let obstacle else { return nil }
        keep(number, obstacle)
        // The program may still register a class of its own.
        if kinds[kind].plugin != nil { remarks[number]?.obstacle = obstacle }
        return obstacle
    }

    private mutating func keep(
        _ number: Int,
        _ reason: Diagnosis,
        as decision: Decision = .retain
    ) {
        let isKept = decisionForUnavailable == .retain
        decisions[number] = isKept ? decision : .skip
        remarks[number] = Remark(reason: isKept ? reason : reason.ofGivenUp)
    }

    private func isKept(_ number: Int) -> Bool {
        [.retain, .setAside, .skip].contains(decisions[number])
    }

    private mutating func leave(_ number: Int, because reason: Diagnosis) {
        guard [.restore, .migrate].contains(decisions[number]) else { return }
        decisions[number] = .programDecides
        remarks[number] = Remark(reason: reason)
    }

    // MARK: Records that depend on the program

    /// The archive does not say whether a container is a stack, which has no gaps. A retained
    /// record leaves no gap.
    private mutating func leaveGapsToProgram(_ set: RecordSet, _ source: ValueSource) {
        guard decisionForUnavailable == .skip else { return }
        for container in source.archive.records.indices {
            let children = (source.archive.contents(of: container).children ?? []).map {
                Int($0.record)
            }
            guard let gap = children.firstIndex(where: isKept),
                let path = set.path(of: source.rows[children[gap]])
            else { continue }
            let above = Set(children[(gap + 1)...].map { source.rows[$0] })
            for number in order {
                let row = source.rows[number]
                if above.contains(row) || set.rowsAbove(row).contains(where: above.contains) {
                    leave(number, because: .aboveGap(path))
                }
            }
        }
    }
}
