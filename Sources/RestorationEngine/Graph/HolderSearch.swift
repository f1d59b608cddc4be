import RestorationCore

/// Finds what holds objects that name no parent, and those that a class made and that have left
/// what they were made under: a save puts them below what lists them as a child, presents them, or
/// has them for elements.
///
/// Goes down from the roots, level by level, until it comes upon what is asked for, and goes on
/// from there the next time: O(objects above and beside it), O(graph) for all questions together.
/// Nothing is looked at before something is asked. Good for as long as nothing is moved.
final class HolderSearch {
    private let paths: LivePath
    /// What was found so far, in the order in which it is looked into. Keeps it alive, so that no
    /// address is used twice.
    private lazy var queue: [any Restorable] = paths.roots.map(\.object)
    private var next = 0
    private lazy var seen = Set(queue.map { ObjectIdentifier($0) })
    /// How much of the queue was asked for its elements. Libraries look through theirs for that.
    private var nextOwner = 0
    private var holdings: [ObjectIdentifier: Holding] = [:]
    /// What objects list that were asked whether they list one. Keeps them alive, too.
    private var listings: [ObjectIdentifier: (of: any Restorable, members: Set<ObjectIdentifier>)] =
        [:]

    /// Who holds an object, and whether among its children, which something may tell apart.
    typealias Holding = (holder: any Restorable, isListed: Bool)

    init(_ paths: LivePath) { self.paths = paths }

    /// What holds an object that names no parent; `nil` for a root, and where nothing holds it. Of
    /// several the first one that the search comes to.
    func holding(of object: any Restorable) -> Holding? {
        if paths.isRoot(object) { return nil }
        let key = ObjectIdentifier(object)
        while holdings[key] == nil, next < queue.count {
            next += 1
            look(into: queue[next - 1])
        }
        guard object is any RestorableElement else { return holdings[key] }
        while holdings[key] == nil, nextOwner < next {
            nextOwner += 1
            lookForElements(in: queue[nextOwner - 1])
        }
        return holdings[key]
    }

    /// Whether an object has another one among its children, or presents it. Lists what it holds
    /// once.
    func lists(_ child: any Restorable, in parent: any Restorable) -> Bool {
        let key = ObjectIdentifier(parent)
        let members =
            listings[key]?.members
            ?? Set(paths.held(by: parent).map { ObjectIdentifier($0) })
        listings[key] = (parent, members)
        return members.contains(ObjectIdentifier(child))
    }

    /// In the order in which a save meets what an object holds.
    private func look(into holder: any Restorable) {
        let slots = paths.slotChildren(of: holder)
        for child in slots ?? [] { note(child, (holder, true)) }
        if let presented = paths.presented(by: holder) { note(presented, (holder, false)) }
        let named =
            slots.map { paths.childrenBeside($0, in: holder) } ?? holder.restorationChildren
        for child in named {
            // What the session made or registered at the top stays there, unless it is in a slot.
            let known = paths.registry.position(of: child)
            let staysAtTop = known.map { paths.registry.isAtTop(at: $0) } ?? false
            let holding: Holding? = staysAtTop ? nil : (holder, true)
            note(child, holding)
        }
    }

    /// Nobody preserves those of an object without an identifier.
    private func lookForElements(in owner: any Restorable) {
        guard paths.identifier(of: owner) != nil else { return }
        for element in paths.elements(of: owner) { note(element, (owner, false)) }
    }

    private func note(_ child: any Restorable, _ holding: Holding?) {
        let key = ObjectIdentifier(child)
        if seen.insert(key).inserted { queue.append(child) }
        if let holding, holdings[key] == nil { holdings[key] = holding }
    }
}
