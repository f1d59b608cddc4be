package import RestorationCore

/// What is decided of every record of an archive, by its number.
///
/// Made by a function of values: nobody's code runs for it. What follows from a decision is
/// decided, too, as far as the archive tells: what is below an object that does not come back is
/// retained with it. What lies above a gap in a container depends on the container, which may be a
/// stack, and is left to the program.
package struct PlannedRecords: Sendable {
    package typealias Decision = RestorationPlan.Decision

    private(set) var decisions: [Decision]
    /// By record: why its class is not asked for its object, so that whoever restores retains the
    /// record. Few have one, as of the next.
    private(set) var obstacles: [Int: Diagnosis] = [:]
    private var reasons: [Int: Diagnosis] = [:]
    private var classes: [ClassKey: ClassFacts] = [:]
    /// What becomes of records that are not restored.
    package let decisionOfKept: Decision

    /// Decides. O(records); where something does not come back, also O(references), and the bytes
    /// of what refers to it.
    ///
    /// - Parameters:
    ///   - facts: What is known of a class, by its name or a former one, its plugin, and the
    ///     version that has saved; asked once for each of these that the archive names.
    ///   - refusals: The records that the crash ledger leaves out.
    ///   - objection: Why nothing at all is restored; `nil` if it is.
    ///   - keepsUnavailable: Whether what is not restored is kept.
    package init(
        of archive: ArchiveReader,
        classes facts: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts,
        refusals: [Int: RecordRefusal] = [:],
        objection: Diagnosis? = nil,
        keepsUnavailable: Bool = true
    ) {
        decisions = [Decision](repeating: .programDecides, count: archive.records.count)
        decisionOfKept = keepsUnavailable ? .retain : .skip
        var fates: [UInt32: Consequence] = [:]
        var known: (key: ClassKey, facts: ClassFacts)?
        // Nodes are numbered parents first.
        for node in 0..<UInt32(archive.paths.count) {
            let fate = fates.isEmpty ? nil : fates[archive.paths[Int(node)].parent]
            if let fate { fates[node] = fate }
            guard let number = archive.record(ofNode: node) else { continue }
            let record = archive.records[number]
            if let objection {
                keep(number, objection)
            } else if case .follows(let reason)? = fate {
                let reason = Lookup.parentUnavailable(reason)
                fates[node] = .follows(reason)
                keep(number, reason)
            } else if let refusal = refusals[number] {
                fates[node] =
                    refusal.isWhole ? .follows(refusal.reason) : .depends(.holderLeftOut(refusal))
                keep(number, refusal.reason, as: .setAside)
            } else if record.className != ArchiveRecord.none {
                let key = ClassKey(record)
                if known?.key != key { known = (key, self.facts(key, archive, facts)) }
                guard let facts = known?.facts else { continue }
                if let obstacle = decide(number, record, facts, fate) {
                    fates[node] = .follows(obstacle)
                }
            }
        }
        if objection == nil, !fates.isEmpty { leaveGapsToProgram(archive) }
    }

    /// What a path node means for the nodes below it. Indirect: hardly any node has one, and none
    /// is then a null pointer.
    private indirect enum Consequence {
        /// All below is kept, too.
        case follows(Diagnosis)
        /// What becomes of that below which a class makes depends on the program.
        case depends(Diagnosis)
    }

    // MARK: Asking

    package func decision(of number: Int) -> Decision { decisions[number] }

    /// The schema version of a record's class as it is now; `nil` if that is not known, or another
    /// class is to have the state.
    func presentVersion(of record: ArchiveRecord) -> Int? {
        guard case .present(_, let version, nil)? = classes[ClassKey(record)] else { return nil }
        return version
    }

    /// How converters bring the state of a record to another class, if they do.
    func conversion(of record: ArchiveRecord) -> Conversion? {
        guard case .present(_, _, let conversion)? = classes[ClassKey(record)] else { return nil }
        return conversion
    }

    /// Why that is decided of a record; `nil` where there is nothing to explain.
    func reason(for number: Int, _ record: ArchiveRecord) -> Diagnosis? {
        if let reason = reasons[number] { return reason }
        switch decisions[number] {
        case .programDecides: return .leftToProgram(record)
        case .migrate:
            guard case .present(let name, let version, let conversion)? = classes[ClassKey(record)]
            else { return nil }
            return conversion.map { .conversion($0, "is") } ?? .migration(of: record, name, version)
        default: return nil
        }
    }

    // MARK: Deciding

    private mutating func facts(
        _ key: ClassKey,
        _ archive: ArchiveReader,
        _ facts: (_ name: String, _ plugin: String?, _ version: UInt32) -> ClassFacts
    ) -> ClassFacts {
        if let known = classes[key] { return known }
        let answer = facts(
            archive.string(key.name) ?? "",
            archive.string(key.plugin),
            key.version
        )
        classes[key] = answer
        return answer
    }

    /// Decides of a record that names a class, and returns what stands against it.
    private mutating func decide(
        _ number: Int,
        _ record: ArchiveRecord,
        _ facts: ClassFacts,
        _ fate: Consequence?
    ) -> Diagnosis? {
        var obstacle: Diagnosis?
        switch facts {
        case .absent(let reason): obstacle = reason
        case .present(let name, let version, let conversion):
            if conversion == nil, Int(record.schemaVersion) > version {
                obstacle = .newerSchema(of: record, name, version)
            } else if case .depends(let reason)? = fate {
                reasons[number] = reason
            } else {
                let isOther = conversion != nil || Int(record.schemaVersion) < version
                decisions[number] = isOther && !record.isEmpty ? .migrate : .restore
            }
        }
        guard let obstacle else { return nil }
        // A class of the program's own may still be registered.
        if record.plugin != ArchiveRecord.none { obstacles[number] = obstacle }
        keep(number, obstacle)
        return obstacle
    }

    private mutating func keep(
        _ number: Int,
        _ reason: Diagnosis,
        as decision: Decision = .retain
    ) {
        let isKept = decisionOfKept == .retain
        decisions[number] = isKept ? decision : .skip
        reasons[number] = isKept ? reason : reason.ofGivenUp
    }

    private func isKept(_ number: Int) -> Bool {
        [.retain, .setAside, .skip].contains(decisions[number])
    }

    private mutating func leave(_ number: Int, because reason: Diagnosis) {
        guard [.restore, .migrate].contains(decisions[number]) else { return }
        decisions[number] = .programDecides
        reasons[number] = reason
    }

    // MARK: What depends on the program

    /// Whether a container is a stack, which has no gaps, the archive does not say.
    private mutating func leaveGapsToProgram(_ archive: ArchiveReader) {
        guard archive.knowsKey(ReservedKey.children) else { return }
        for container in archive.records.indices {
            let isNear = archive.references(of: container).contains { target in
                target != ArchiveRecord.none && isKept(Int(target))
            }
            guard isNear else { continue }
            let children = archive.children(of: container)
            guard let gap = children.firstIndex(where: isKept) else { continue }
            let below = children[gap]
            let path = archive.path(of: archive.records[below].path)
            let above = Set(children[(gap + 1)...].map { archive.records[$0].path })
            for node in archive.nodes(below: above) {
                guard let number = archive.record(ofNode: node) else { continue }
                leave(number, because: .aboveGap(path))
            }
        }
    }
}

extension ArchiveReader {
    /// The records of a container's children, in their order, as far as they can be read.
    fileprivate func children(of number: Int) -> [Int] {
        let fields = try? fields(of: number)
        let value = fields?.first { $0.key == "\(ReservedKey.children)" }?.value
        guard case .array(let children)? = value else { return [] }
        return children.compactMap { child in
            guard case .reference(let target?) = child, target != ArchiveRecord.none else {
                return nil
            }
            return Int(target)
        }
    }
}
