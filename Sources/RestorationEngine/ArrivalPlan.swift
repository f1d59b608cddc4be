package import RestorationCore

/// What a late restore brings back: the objects whose data has arrived, what is below them and, in a
/// stack, what is above them.
package struct ArrivalPlan {
    /// The archive that is being restored.
    package let archive: ArchiveReader
    /// The path nodes that take part, parents first, and the records among them.
    let nodes: [UInt32]
    let records: [Int]
    /// By record number: what has stood for the objects, who waits for them, and objects that exist.
    private(set) var kept: [Int: UnavailableObject] = [:]
    private(set) var awaited: [AwaitedObject] = []
    private(set) var spared: [Int: any Restorable] = [:]
    /// Where they belong.
    private(set) var containers: [(AwaitingContainer, any RestorableContainer)] = []
    private(set) var presented: [AbsentPart] = []
    private(set) var tops: [AwaitedObject] = []

    /// Takes out of `leftovers` what is to be brought back; `nil` if nothing can come now.
    ///
    /// - Parameter tickets: Of what has arrived.
    package init?(_ tickets: Set<ObjectIdentifier>, from leftovers: inout Leftovers) {
        let order = WaitingOrder(leftovers)
        let tops = leftovers.awaited.filter {
            tickets.contains(ObjectIdentifier($0.ticket)) && order.blocker(of: $0.kept) == nil
        }
        guard let archive = tops.first?.archive else { return nil }
        self.archive = archive
        self.tops = tops
        var roots: Set<UInt32> = []
        for top in tops {
            roots.insert(top.node)
            guard let (list, position) = order.place(of: top.number),
                let container = list.container
            else { continue }
            if !containers.contains(where: { $0.0 === list }) {
                containers.append((list, container))
            }
            guard list.gap?.position == position else { continue }
            // What lies above in a stack comes with it.
            for record in list.children[position...].compactMap(\.record)
            where order.kept[record] != nil {
                roots.insert(archive.records[record].path)
            }
        }
        nodes = archive.nodes(below: roots)
        records = nodes.compactMap { archive.record(ofNode: $0) }.sorted()
        take(from: &leftovers)
    }

    private mutating func take(from leftovers: inout Leftovers) {
        let records = Set(records)
        func takesPart(_ kept: UnavailableObject) -> Bool {
            kept.home.map { records.contains($0) } ?? false
        }
        for object in leftovers.unavailable where takesPart(object) { kept[object.home!] = object }
        leftovers.unavailable.removeAll(where: takesPart)
        for held in leftovers.heldBack where takesPart(held.kept) {
            if let object = held.object { spared[held.kept.home!] = object }
        }
        leftovers.heldBack.removeAll { takesPart($0.kept) }
        awaited = leftovers.awaited.filter { records.contains($0.number) }
        leftovers.awaited.removeAll { records.contains($0.number) }
        presented = leftovers.absent.filter { $0.role == .presented && takesPart($0.kept) }
        leftovers.absent.removeAll { takesPart($0.kept) }
        let lists = containers.map(\.0)
        leftovers.arrangements.removeAll { list in
            list.container == nil || lists.contains { $0 === list }
        }
    }
}

extension ArchiveReader {
    /// All nodes of some subtrees, parents first.
    func nodes(below roots: Set<UInt32>) -> [UInt32] {
        var found = roots
        for node in 0..<UInt32(paths.count) where found.contains(paths[Int(node)].parent) {
            found.insert(node)
        }
        return found.sorted()
    }
}

/// What has to come before an awaited object can: an object above it, or a member below it in its
/// stack.
struct WaitingOrder {
    /// By record number: what stands for objects that are not there.
    let kept: [Int: UnavailableObject]
    private let arrangements: [AwaitingContainer]
    private let places: [Int: (list: AwaitingContainer, position: Int)]
    private let waiting: Set<ObjectIdentifier>
    private let archive: ArchiveReader?

    init(_ leftovers: Leftovers) {
        archive = leftovers.awaited.first?.archive
        kept = Dictionary(
            leftovers.unavailable.compactMap { kept in kept.home.map { ($0, kept) } },
            uniquingKeysWith: { $1 }
        )
        arrangements = leftovers.arrangements
        var places: [Int: (list: AwaitingContainer, position: Int)] = [:]
        for list in arrangements {
            for (position, child) in list.children.enumerated() {
                if let record = child.record { places[record] = (list, position) }
            }
        }
        self.places = places
        waiting = Set(leftovers.awaited.map { ObjectIdentifier($0.kept) })
    }

    func place(of record: Int) -> (list: AwaitingContainer, position: Int)? { places[record] }

    /// What has to come first; `nil` if nothing has to.
    func blocker(of object: UnavailableObject) -> UnavailableObject? {
        guard let archive, let home = object.home else { return nil }
        var node = archive.paths[Int(archive.records[home].path)].parent
        while node != ArchiveRecord.none {
            if let record = archive.record(ofNode: node), let above = kept[record] { return above }
            node = archive.paths[Int(node)].parent
        }
        guard let (list, position) = places[home], let gap = list.gap, position > gap.position
        else { return nil }
        return gap.kept
    }

    /// Whether an object that is not there may still come while the program runs.
    func isHopeful(_ object: UnavailableObject) -> Bool {
        var next = object
        // Upwards and downwards in stacks: this ends, since each step leads to a smaller node or a
        // lower member.
        while true {
            let isWaiting = waiting.contains(ObjectIdentifier(next))
            guard let blocker = blocker(of: next) else { return isWaiting }
            guard isWaiting || next.isAwaited else { return false }
            next = blocker
        }
    }
}
