package import RestorationCore

/// What a late restore brings back: the objects whose data has arrived, what is below them and, in
/// a stack, what is above them.
///
/// Making one, and restoring by it, costs O(what comes back + depth + children of what it comes
/// into), whatever else the archive has and is waited for; the first one also lists the archive's
/// nodes.
///
/// A class, since a restore asks for each object whether it goes by one.
package final class ArrivalPlan {
    /// The archive that is being restored.
    package let archive: ArchiveReader
    /// The path nodes that take part, parents first, and the records among them.
    let nodes: [UInt32]
    let records: [Int]
    /// By record number: what has stood for the objects, who waits for them, and objects that
    /// exist.
    private(set) var kept: [Int: UnavailableObject] = [:]
    private(set) var awaited: [AwaitedObject] = []
    private(set) var spared: [Int: any Restorable] = [:]
    /// Where they belong.
    private(set) var containers: [(AwaitingContainer, any RestorableContainer)] = []
    private(set) var presented: [AbsentPart] = []
    /// By container, the child that was selected, if that is not there. Not asked here whether
    /// another one is by now: that is a container's code, which may look at the leftovers.
    private(set) var selected: [ObjectIdentifier: AbsentPart] = [:]
    private(set) var tops: [AwaitedObject] = []
    /// By which all late restores find objects. Empty between them.
    package let objects: RestoredObjects

    /// Takes out of `leftovers` what is to be brought back; `nil` if nothing can come now.
    ///
    /// - Parameter tickets: Of what has arrived.
    package init?(_ tickets: Set<ObjectIdentifier>, from leftovers: inout Leftovers) {
        let tops = leftovers.awaited(by: tickets).filter { leftovers.blocker(of: $0.kept) == nil }
        guard let archive = tops.first?.archive else { return nil }
        self.archive = archive
        self.tops = tops
        objects = leftovers.lateObjects ?? RestoredObjects(count: archive.records.count)
        leftovers.lateObjects = objects
        var roots: Set<UInt32> = []
        for top in tops {
            roots.insert(top.node)
            guard let (list, position) = leftovers.place(of: top.number),
                let container = list.container
            else { continue }
            if !containers.contains(where: { $0.0 === list }) {
                containers.append((list, container))
            }
            guard list.gap?.position == position else { continue }
            // What lies above in a stack comes with it.
            for record in list.children[position...].compactMap(\.record)
            where leftovers.kept(ofRecord: record) != nil {
                roots.insert(archive.records[record].path)
            }
        }
        nodes = archive.nodes(below: roots)
        records = nodes.compactMap { archive.record(ofNode: $0) }.sorted()
        take(from: &leftovers)
    }

    private func take(from leftovers: inout Leftovers) {
        for (list, container) in containers { takeSelection(of: container, list, &leftovers) }
        for record in records {
            let key = ElementKey.record(record)
            kept[record] = leftovers.unavailable[key].last
            leftovers.unavailable.removeAll(of: key)
            spared[record] = leftovers.heldBack[key].compactMap(\.object).last
            leftovers.heldBack.removeAll(of: key)
            awaited += leftovers.awaited[key]
            leftovers.awaited.removeAll(of: key)
            presented += leftovers.absent[key].filter { $0.role == .presented && !$0.isWithheld }
            leftovers.absent.removeAll(of: key) { !$0.isWithheld }
        }
        for (list, _) in containers { leftovers.arrangements.removeAll(of: .of(list)) }
    }

    private func takeSelection(
        of container: any RestorableContainer,
        _ list: AwaitingContainer,
        _ leftovers: inout Leftovers
    ) {
        guard let record = list.selected else { return }
        leftovers.absent.removeAll(of: .record(record)) { part in
            guard part.role == .selected, part.holder === container else { return false }
            selected[ObjectIdentifier(list)] = part
            return true
        }
    }
}
