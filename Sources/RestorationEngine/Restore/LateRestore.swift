package import RestorationCore

/// What a late restore brings back: the objects whose data has arrived, what is below them and, in
/// a stack, what is above them; and the state that objects which are there can take by now.
///
/// Making one, and restoring by it, costs O(what comes back + depth + children of what it comes
/// into), whatever else the archive has and is waited for; the first one also lists the archive's
/// nodes.
///
/// A class, since a restore asks for each object whether it goes by one.
package final class LateRestore {
    /// The archive that is being restored.
    package let archive: ArchiveReader
    /// The path nodes that take part, parents first, and the records among them.
    let nodes: [UInt32]
    let records: [Int]
    /// By record number: what has stood for the objects, who waits for them, and objects that
    /// exist.
    private(set) var kept: [Int: UnavailableObject] = [:]
    private(set) var awaited: [AwaitedObject] = []
    private lazy var awaitedByNumber = Dictionary(
        awaited.map { ($0.number, $0) },
        uniquingKeysWith: { $1 }
    )
    /// Records whose class has been asked once more.
    private var asked: Set<Int> = []
    /// Records outside that references lead to.
    private(set) var lent: [Int] = []
    private(set) var spared: [Int: any Restorable] = [:]
    /// By record number, what waits of what is there: state, and elements of an owner that may have
    /// loaded them.
    private(set) var waiting: [Int: Deferred] = [:]
    /// Where they belong.
    private(set) var containers: [(AwaitingContainer, any RestorableContainer)] = []
    private(set) var presented: [AbsentPart] = []
    /// By container, the child that was selected, if that is not there. Not asked here whether
    /// another one is by now: that is a container's code, which may look at what is retained.
    private(set) var selected: [ObjectIdentifier: AbsentPart] = [:]
    /// By which all late restores find objects. Empty between them.
    package let objects: RestoredObjects

    /// Takes what is to be brought back out of what is retained; `nil` if nothing can come now.
    ///
    /// - Parameter tickets: Of what has arrived, and of objects that can take their state.
    package convenience init?(_ tickets: Set<ObjectIdentifier>, from table: RecordTable) {
        let tops = table.awaited(by: tickets).filter { table.blocker(of: $0.number) == nil }
        let busy = tickets.flatMap { table.retained(.ticket($0)) }.filter(\.isDeferredState)
        let states = busy.compactMap(\.object).flatMap { table.waiting(for: $0) }
        self.init(tops, Set(states), table)
    }

    /// Takes the state that waits for an object, and for its elements if it has loaded them; `nil`
    /// if there is none.
    package convenience init?(stateFor object: any Restorable, from table: RecordTable) {
        self.init([], table.waiting(for: object), table)
    }

    private init?(_ tops: [AwaitedObject], _ states: Set<Int>, _ table: RecordTable) {
        guard let archive = table.archive, !(tops.isEmpty && states.isEmpty) else { return nil }
        self.archive = archive
        objects = table.lateObjects ?? RestoredObjects(count: archive.records.count)
        table.lateObjects = objects
        var roots: Set<UInt32> = []
        for top in tops {
            roots.insert(top.node)
            guard let (list, position) = table.place(of: top.number),
                let container = list.container
            else { continue }
            if !containers.contains(where: { $0.0 === list }) {
                containers.append((list, container))
            }
            guard list.gap?.position == position else { continue }
            // What lies above in a stack comes with it.
            for record in list.children[position...].compactMap(\.record)
            where table.standIn(of: record) != nil {
                roots.insert(archive.records[record].path)
            }
        }
        // What is there below them, or was closed since, is not looked for again.
        let arriving = (roots.isEmpty ? [] : archive.nodes(below: roots)).filter { node in
            archive.record(ofNode: node).map { table[$0].retained != nil } ?? true
        }
        guard !(arriving.isEmpty && states.isEmpty) else { return nil }
        nodes = Set(arriving).union(states.map { archive.records[$0].path }).sorted()
        records = nodes.compactMap { archive.record(ofNode: $0) }.sorted()
        for number in states { waiting[number] = table[number].retained as? Deferred }
        take(from: table)
    }

    /// Who waits for the object of a record; `nil` if that comes with another.
    func awaited(of number: Int) -> AwaitedObject? { awaitedByNumber[number] }

    /// The class of a record is asked once more.
    func noteAsked(_ number: Int) { asked.insert(number) }

    /// Objects whose class was not asked again, since what they belong to does not come.
    var givenUp: [AwaitedObject] { awaited.filter { !asked.contains($0.number) } }

    // MARK: Outside

    /// Lets references lead to what is outside: what is above, and what retained records refer to.
    func lendObjectsOutside() {
        for awaited in awaited {
            if let (record, parent) = awaited.place { lend(parent, as: record) }
        }
        for (number, known) in waiting {
            let above = archive.paths[Int(archive.records[number].path)].parent
            guard let owner = known.owner, let record = archive.record(ofNode: above)
            else { continue }
            lend(owner, as: record)
        }
        for kept in kept.values {
            let source = kept.archive
            for (target, reference) in zip(source.references(of: kept.number), kept.references) {
                guard let object = reference.object, target != ArchiveRecord.none else { continue }
                let here =
                    source === archive
                    ? Int(target)
                    : archive.record(at: source.path(of: source.records[Int(target)].path))
                if let here { lend(object, as: here) }
            }
        }
    }

    private func lend(_ object: any Restorable, as record: Int) {
        guard kept[record] == nil, objects[record] == nil else { return }
        lent.append(record)
        let object = (object as? UnavailableObject)?.successor ?? object
        if object is UnavailableObject {
            objects[record] = object
        } else {
            _ = objects.bind(object, to: record)
        }
    }

    /// Whether objects come, rather than the state of such as are there.
    package var bringsObjects: Bool { !awaited.isEmpty }

    /// How an object is given its state that could not take it before.
    func decoding(of number: Int) -> DeferredDecoding? {
        waiting.isEmpty ? nil : waiting[number]?.decoding
    }

    /// Why objects do not have the state that has waited for them, nor wait for it any longer.
    func notApplied(in table: RecordTable) -> [Diagnosis] {
        records.compactMap { number in
            waiting[number] == nil || table.isDeferred(number) ? nil : table.obstacle(of: number)
        }
    }

    /// Whether something of it is unavailable now, so that what waits for that waits in vain.
    package func hasUnavailable(in table: RecordTable) -> Bool {
        records.contains { if case .unavailable = table[$0] { true } else { false } }
    }

    private func take(from table: RecordTable) {
        for (list, container) in containers { takeSelection(of: container, list, table) }
        for record in records {
            let key = ElementKey.record(record)
            spared[record] = table[record].retained?.object
            if let known = waiting[record] {
                kept[record] = known.kept
                continue
            }
            kept[record] = table.standIn(of: record)
            if let known = table[record].retained?.awaited { awaited.append(known) }
            presented += table.absent[key].filter { $0.role == .presented && !$0.isWithheld }
            table.absent.removeAll(of: key) { !$0.isWithheld }
            table.set(.pending, of: record)
        }
        for (list, _) in containers { table.arrangements.removeAll(of: .of(list)) }
    }

    private func takeSelection(
        of container: any RestorableContainer,
        _ list: AwaitingContainer,
        _ table: RecordTable
    ) {
        guard let record = list.selected else { return }
        table.absent.removeAll(of: .record(record)) { part in
            guard part.role == .selected, part.holder === container else { return false }
            selected[ObjectIdentifier(list)] = part
            return true
        }
    }
}
