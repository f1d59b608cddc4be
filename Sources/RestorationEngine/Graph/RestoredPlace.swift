import RestorationCore

/// Where a restored object was below its parent, beyond its name. It stays there as long as the
/// parent does not hold it: its path is what it was, instead of becoming that of another object.
struct RestoredPlace {
    /// Ancestors between the two that had no record, outermost first: nobody made them again.
    var above: [RestorationPath.Component] = []
    /// What told it apart from its siblings.
    var discriminator: RestorationIdentifier?
}

extension ObjectRegistry {
    /// Where an object is below its parent: what its parent says if that holds it, else where it
    /// was.
    ///
    /// - Parameters:
    ///   - parent: What contains the object; `nil` at the top.
    ///   - slots: The parent's, if it is a container.
    func place(
        of object: any Restorable,
        in parent: (any Restorable)?,
        _ slots: SlotList?
    ) -> (above: [RestorationPath.Component], discriminator: Discriminator) {
        let told =
            slots.map { $0.discriminator(of: object) }
            ?? Discriminator(parent?.restorationDiscriminator(of: object))
        guard told == .none, let place = restoredPlace(of: object, under: parent) else {
            return ([], told)
        }
        let isHeld =
            slots.map { $0.contains(object) }
            ?? parent?.restorationChildren.contains { $0 === object } ?? false
        return isHeld ? ([], .none) : (place.above, Discriminator(place.discriminator))
    }
}
