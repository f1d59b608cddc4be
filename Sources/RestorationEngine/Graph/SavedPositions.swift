import RestorationCore

/// The positions that told children of one name apart when they were saved.
///
/// A restore looks for the program's own children before it attaches those that a class makes: so
/// the program's "d" may be the first one in its container, and was the second one at the save. The
/// program's are therefore counted among the program's, those that a class makes among theirs.
final class SavedPositions {
    /// Whose doing it is that a child is there.
    private enum Origin: Hashable { case made, registered, built }

    private struct Name: Hashable {
        let parent: UInt32
        let identifier: String
    }

    /// Of a name that more than one child has.
    private struct Positions {
        /// In ascending order.
        var ofOrigin: [Origin: [Int]] = [:]
        var last = 1

        mutating func add(_ position: Int, _ origin: Origin) {
            ofOrigin[origin, default: []].append(position)
            last = max(last, position)
        }
    }

    private let archive: ArchiveReader
    private let registry: ObjectRegistry
    /// O(paths), for all containers together.
    private lazy var positions = list()

    init(_ archive: ArchiveReader, _ registry: ObjectRegistry) {
        self.archive = archive
        self.registry = registry
    }

    /// Counts the children of one container, in their order.
    struct Counter {
        private let saved: SavedPositions
        private let node: UInt32
        private var counts: [Name: [Origin: Int]] = [:]

        fileprivate init(_ saved: SavedPositions, under node: UInt32) {
            self.saved = saved
            self.node = node
        }

        /// Which position such a child had: the next one of that name.
        mutating func position(of child: any Restorable, called identifier: String) -> Int {
            let name = Name(parent: node, identifier: identifier)
            // One child of a name has no other to be mistaken for.
            let known = saved.positions[name]
            let origin = known == nil ? .built : saved.origin(of: child)
            let count = counts[name, default: [:]][origin, default: 0]
            counts[name, default: [:]][origin] = count + 1
            let former = known.map { $0.ofOrigin[origin] ?? [] } ?? [1]
            if count < former.count { return former[count] }
            // More of them than there were: at positions that none had.
            return (known?.last ?? 1) + 1 + count
        }
    }

    func counter(under node: UInt32) -> Counter { Counter(self, under: node) }

    private func list() -> [Name: Positions] {
        var listed: [Name: Positions] = [:]
        var firsts: [Int] = []
        for (node, step) in archive.paths.enumerated() {
            guard step.discriminator != ArchiveRecord.none else {
                firsts.append(node)
                continue
            }
            let text = archive.string(step.discriminator) ?? ""
            guard let position = Int(text), position > 1, "\(position)" == text else { continue }
            listed[name(step), default: Positions()].add(position, origin(ofNode: node))
        }
        guard !listed.isEmpty else { return [:] }
        for node in firsts {
            let name = name(archive.paths[node])
            if listed[name] != nil { listed[name]?.add(1, origin(ofNode: node)) }
        }
        return listed.mapValues { positions in
            Positions(ofOrigin: positions.ofOrigin.mapValues { $0.sorted() }, last: positions.last)
        }
    }

    private func name(_ step: PathNode) -> Name {
        Name(parent: step.parent, identifier: archive.string(step.identifier) ?? "")
    }

    private func origin(ofNode node: Int) -> Origin {
        guard let record = archive.record(ofNode: UInt32(node)) else { return .built }
        if archive.records[record].className != ArchiveRecord.none { return .made }
        return archive.records[record].isRegistered ? .registered : .built
    }

    /// As a save tells them apart.
    private func origin(of child: any Restorable) -> Origin {
        guard let position = registry.position(of: child) else {
            return child.restorationClass == nil ? .built : .made
        }
        let identity = registry.identity(at: position)
        if identity.classNumber != ArchiveRecord.none || child.restorationClass != nil {
            return .made
        }
        return identity.isRegistered ? .registered : .built
    }
}
