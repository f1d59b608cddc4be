import RestorationCore

/// Elements in the order in which they came, found by what they belong to.
///
/// Adding and taking out one cost O(keys of it) on average, and finding O(what is found), however
/// many there are, of one key as well: what a restore leaves is looked at for every object that
/// comes later.
package struct KeyedList<Element: KeyedElement>: Sequence {
    private var entries: [Entry?] = []
    private var positions: [ElementKey: Positions] = [:]
    package private(set) var count = 0

    private struct Entry {
        let element: Element
        /// As they were when it was added: an object that it holds weakly may be gone.
        let keys: [ElementKey]
    }

    /// Where the elements of a key are, in order.
    private struct Positions {
        var all: [Int] = []
        /// How many of them have been taken out: they are passed over, until they are half of all.
        var takenOut = 0
    }

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package func makeIterator() -> some IteratorProtocol<Element> {
        entries.lazy.compactMap { $0?.element }.makeIterator()
    }

    /// What belongs to `key`, in order.
    subscript(key: ElementKey) -> [Element] {
        positions[key]?.all.compactMap { entries[$0]?.element } ?? []
    }

    mutating func append(_ element: Element) {
        let keys = element.keys
        for key in keys { positions[key, default: Positions()].all.append(entries.count) }
        entries.append(Entry(element: element, keys: keys))
        count += 1
    }

    mutating func append(contentsOf elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// Takes out what belongs to `key` and is picked.
    mutating func removeAll(
        of key: ElementKey,
        where isPicked: (Element) -> Bool = { _ in true }
    ) {
        for position in positions[key]?.all ?? [] {
            if let entry = entries[position], isPicked(entry.element) { remove(at: position) }
        }
        compact()
    }

    mutating func removeAll(where isPicked: (Element) -> Bool) {
        for position in entries.indices {
            if let entry = entries[position], isPicked(entry.element) { remove(at: position) }
        }
        compact()
    }

    private mutating func remove(at position: Int) {
        guard let entry = entries[position] else { return }
        entries[position] = nil
        count -= 1
        for key in entry.keys { noteTakenOut(of: key) }
    }

    private mutating func noteTakenOut(of key: ElementKey) {
        positions[key]?.takenOut += 1
        guard let (all, takenOut) = positions[key].map({ ($0.all.count, $0.takenOut) }),
            takenOut * 2 >= all
        else { return }
        if takenOut == all {
            positions[key] = nil
        } else {
            positions[key]?.all.removeAll { entries[$0] == nil }
            positions[key]?.takenOut = 0
        }
    }

    /// Linear, but only when as many have been taken out: constant for each of them.
    private mutating func compact() {
        guard entries.count > 32, count * 2 < entries.count else { return }
        entries.removeAll { $0 == nil }
        positions.removeAll()
        for (position, entry) in entries.enumerated() {
            for key in entry?.keys ?? [] {
                positions[key, default: Positions()].all.append(position)
            }
        }
    }
}

/// Something that belongs to objects or records, by which it is found.
package protocol KeyedElement {
    var keys: [ElementKey] { get }
}

/// What elements of a ``KeyedList`` belong to.
package enum ElementKey: Hashable {
    case object(ObjectIdentifier)
    /// A record of the archive that is being restored.
    case record(Int)

    static func of(_ object: AnyObject) -> Self { .object(ObjectIdentifier(object)) }
}

extension PassedOverReference: KeyedElement {
    package var keys: [ElementKey] { [.of(object)] }
}

extension AbsentPart: KeyedElement {
    package var keys: [ElementKey] {
        [.of(kept)] + (kept.home.map { [.record($0)] } ?? [])
            + (isAskedFor ? holder.map { [.of($0)] } ?? [] : [])
    }

    /// Whether what holds it is asked for it. A container is, where it makes a difference to what
    /// tells its children apart.
    private var isAskedFor: Bool {
        switch role {
        case .presented, .selected: false
        case .child:
            (holder as? any RestorableContainer)?.distinguishesChildrenByPosition == true
        }
    }
}

extension AwaitingContainer: KeyedElement {
    package var keys: [ElementKey] {
        [.of(self)] + children.compactMap { child in child.record.map { .record($0) } }
    }
}
