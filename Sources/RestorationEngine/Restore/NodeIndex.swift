import RestorationCore
import Synchronization

/// Finds the nodes of an archive by their paths.
private struct NodeIndex {
    /// By the bytes of the identifier: texts that only look alike are different ones.
    private var numbers: [RestorationIdentifier: UInt32] = [:]
    private var places: [PathNode: UInt32] = [:]

    init(nodes: [PathNode], strings: [String]) {
        // String numbers are unique per text in archives of ours; in others the first one counts.
        let first = strings.indices.map { position -> UInt32 in
            let number = UInt32(position)
            guard let identifier = RestorationIdentifier(strings[position]) else { return number }
            return numbers.insert(number, for: identifier)
        }
        func number(_ string: UInt32) -> UInt32 {
            string < UInt32(first.count) ? first[Int(string)] : string
        }
        places.reserveCapacity(nodes.count)
        for (place, node) in nodes.enumerated() {
            let step = PathNode(
                parent: node.parent,
                identifier: number(node.identifier),
                discriminator: number(node.discriminator)
            )
            _ = places.insert(UInt32(place), for: step)
        }
    }

    func node(at path: RestorationPath) -> UInt32? {
        var node = ArchiveRecord.none
        for component in path.components {
            var step = PathNode(parent: node, identifier: 0, discriminator: ArchiveRecord.none)
            guard let identifier = numbers[component.identifier] else { return nil }
            step.identifier = identifier
            if let discriminator = component.discriminator {
                guard let number = numbers[discriminator] else { return nil }
                step.discriminator = number
            }
            guard let next = places[step] else { return nil }
            node = next
        }
        return node
    }
}

/// An index that is made when it is first used: most reports are read from the beginning to the
/// end, if at all.
final class SharedNodeIndex: Sendable {
    /// Guarded, because a report may be read on any thread, and its copies share the index.
    private let made = Mutex<NodeIndex?>(nil)

    func node(at path: RestorationPath, nodes: [PathNode], strings: [String]) -> UInt32? {
        made.withLock { made in
            let index = made ?? NodeIndex(nodes: nodes, strings: strings)
            made = index
            return index.node(at: path)
        }
    }
}

extension Dictionary {
    /// Adds a value unless the key has one, and returns the one that it has then.
    fileprivate mutating func insert(_ value: Value, for key: Key) -> Value {
        if let known = self[key] { return known }
        self[key] = value
        return value
    }
}
