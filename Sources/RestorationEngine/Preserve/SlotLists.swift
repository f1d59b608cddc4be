import RestorationCore

/// The children of containers with those that could not be restored: listed once for each container
/// of a capture.
final class SlotLists {
    private let registry: ObjectRegistry
    private let retained: RetainedState
    private let traits: TraitTable
    private var lists: [ObjectIdentifier: SlotList] = [:]
    /// The parent asked about last: siblings mostly follow each other.
    private var lastParent: (address: ObjectIdentifier, slots: SlotList?)?

    init(_ registry: ObjectRegistry, _ retained: RetainedState, _ traits: TraitTable) {
        self.registry = registry
        self.retained = retained
        self.traits = traits
    }

    func list(of container: any RestorableContainer) -> SlotList {
        let key = ObjectIdentifier(container)
        if let known = lists[key] { return known }
        let list = SlotList(
            of: container,
            absent: { [retained, registry] held in
                retained.parts(of: container, holding: held) { registry.name(of: $0) }
            },
            identifier: { [registry] in registry.name(of: $0) }
        )
        lists[key] = list
        return list
    }

    /// Where `object` is below its parent.
    func place(
        of object: any Restorable,
        below parent: any Restorable,
        isListed: Bool
    ) -> (above: [RestorationPath.Component], discriminator: Discriminator) {
        let address = ObjectIdentifier(parent)
        if lastParent?.address != address {
            let container =
                traits.traits(of: parent).contains(.container)
                ? parent as? any RestorableContainer : nil
            lastParent = (address, container.map { list(of: $0) })
        }
        return registry.place(of: object, in: parent, lastParent?.slots, isListed: isListed)
    }

    /// What tells a child apart that its holder names.
    func discriminator(of child: any Restorable, in holder: any Restorable) -> Discriminator {
        (holder as? any RestorableContainer).map { list(of: $0).discriminator(of: child) }
            ?? Discriminator(holder.restorationDiscriminator(of: child))
    }

    /// It turns out to have more children.
    func forget(_ container: any Restorable) {
        lists[ObjectIdentifier(container)] = nil
        lastParent = nil
    }
}

extension ObjectRegistry {
    /// What an object is called by the registry or by itself; `nil` if it has no identifier.
    func name(of object: any Restorable) -> String? {
        if let position = position(of: object) {
            return identity(at: position).identifier.rawValue
        }
        if let kept = object as? UnavailableObject { return kept.identifier.rawValue }
        return object.restorationIdentifier.flatMap { $0.isEmpty ? nil : $0 }
    }
}
