package import RestorationCore

/// The decisions about all records of an archive, by their numbers.
///
/// Computed from values alone: no participant's code runs. It includes records that are retained
/// with an unavailable parent, and no other consequences: the archive does not tell which
/// containers are stacks, or which other objects refer to one that is left out.
package struct PlannedRecords: Sendable {
    package typealias Decision = RestorationPlan.Decision

    private(set) var decisions: [Decision]
    /// The records of objects, parents before children.
    private(set) var order: [Int] = []
    /// Why records are not restored, by record.
    private var reasons: [Int: Diagnosis] = [:]
    /// By kind; `nil` if no record of the kind is restored by its class.
    private var classes: [ClassFacts?]
    package let decisionForUnavailable: Decision

    /// Plans all records. O(records × depth).
    ///
    /// - Parameters:
    ///   - facts: Looks up a class by its name or a former one, its plugin, and the version that
    ///     saved. Called once for each kind in the archive.
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
        classes = [ClassFacts?](repeating: nil, count: set.kinds.count)
        decisionForUnavailable = keepsUnavailable ? .retain : .skip
        guard let source = set.source, let archive else { return }
        order = set.parentsFirst(source.rows.dropFirst())
            .map { set.rows[$0].number }.filter { $0 > 0 && !archive.records[$0].isBare }
        if let objection {
            for number in order { keep(number, objection) }
            return
        }
        // Why rows get no object.
        var unavailable: [Int: Diagnosis] = [:]
        // The last decision of a class: most records follow one of their kind.
        var latest = (kind: -1, decision: Decision.restore)
        for number in order {
            let row = source.rows[number]
            if !unavailable.isEmpty,
                let above = set.rowsAbove(row).lazy.compactMap({ unavailable[$0] }).first
            {
                let reason = Restoration.parentUnavailable(above)
                unavailable[row] = reason
                keep(number, reason)
            } else if let refusal = refusals[number] {
                if refusal.isWhole { unavailable[row] = refusal.reason }
                keep(number, refusal.reason, as: .setAside)
            } else if set.hasClass(row) {
                let kind = set.rows[row].kind
                if latest.kind != kind {
                    let found = self.facts(kind, set.kinds, facts)
                    if let obstacle = found.obstacle(to: kind, set.kinds) {
                        unavailable[row] = obstacle
                        keep(number, obstacle)
                        continue
                    }
                    latest = (kind, found.rewrites(kind, set.kinds) ? .migrate : .restore)
                }
                decisions[number] =
                    archive.records[number].isEmpty ? .restore : latest.decision
            }
        }
    }

    // MARK: Asking

    /// Why no class of a plugin is asked for the objects of a kind.
    func obstacle(to kind: Int, _ kinds: KindTable) -> Diagnosis? {
        // The program may still register a class of its own.
        kinds.plugin(of: kind) == nil ? nil : facts(kind)?.obstacle(to: kind, kinds)
    }

    /// The present schema version of a kind's class; `nil` if unknown, or if the state is converted
    /// for another class.
    func presentVersion(of kind: Int) -> Int? {
        guard case .present(_, let version, nil)? = facts(kind) else { return nil }
        return version
    }

    /// The conversion of a kind's state to another class, if any.
    func conversion(of kind: Int) -> Conversion? {
        guard case .present(_, _, let conversion)? = facts(kind) else { return nil }
        return conversion
    }

    private func facts(_ kind: Int) -> ClassFacts? {
        // Objects that have been made since may be of new kinds.
        kind < classes.count ? classes[kind] : nil
    }

    func reason(for number: Int, _ row: Int, of set: RecordSet) -> Diagnosis? {
        if let reason = reasons[number] { return reason }
        let kind = set.rows[row].kind
        switch decisions[number] {
        case .programDecides: return .leftToProgram(set.kinds[kind], set.rows[row].flags)
        case .migrate:
            guard case .present(let name, let version, let conversion)? = facts(kind) else {
                return nil
            }
            return conversion.map { .conversion($0, "is") }
                ?? .migration(of: set.kinds[kind], name, version)
        default: return nil
        }
    }

    // MARK: Deciding

    private mutating func facts(
        _ number: Int,
        _ kinds: KindTable,
        _ facts: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts
    ) -> ClassFacts {
        if let known = classes[number] { return known }
        let kind = kinds[number]
        let version = UInt32(clamping: kind.schemaVersion)
        let answer = facts(kind.className ?? "", kind.plugin, version)
        classes[number] = answer
        return answer
    }

    private mutating func keep(
        _ number: Int,
        _ reason: Diagnosis,
        as decision: Decision = .retain
    ) {
        let isKept = decisionForUnavailable == .retain
        decisions[number] = isKept ? decision : .skip
        reasons[number] = isKept ? reason : reason.ofGivenUp
    }
}
