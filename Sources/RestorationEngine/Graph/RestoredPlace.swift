import RestorationCore

/// Where an object that a class made is below its parent, beyond its name.
struct RestoredPlace {
    /// Ancestors between the two that had no record, outermost first: nobody made them again. It
    /// stays below them as long as the parent does not hold it: its path is what it was, instead of
    /// becoming that of another object.
    var above: [RestorationPath.Component] = []
    /// What told it apart from its siblings: its parent, or a save that met two of one name.
    var discriminator: RestorationIdentifier?

    /// The number that a save has given to one of several that a class made under one name. It
    /// stays, whatever becomes of the others.
    fileprivate var number: RestorationIdentifier? {
        discriminator.flatMap { text in
            Int(text.rawValue).flatMap { $0 > 1 && "\($0)" == text.rawValue ? text : nil }
        }
    }
}

extension ObjectRegistry {
    /// The numbers that objects have, or have had.
    var numbers: Set<RestorationIdentifier> {
        Set(restoredPlaces.values.values.compactMap(\.number))
    }

    /// Where an object is below its parent: what its parent says if that holds it, else where it
    /// was.
    ///
    /// - Parameters:
    ///   - parent: What contains the object; `nil` at the top.
    ///   - slots: The parent's, if it is a container.
    ///   - isListed: Whether it is among the children of what is above it; not where that presents
    ///     it, or has it for an element.
    ///   - isHeld: Whether the parent has it by now; asked of what is no container.
    func place(
        of object: any Restorable,
        in parent: (any Restorable)?,
        _ slots: SlotList?,
        isListed: Bool = true,
        isHeld: (any Restorable) -> Bool = { _ in false }
    ) -> (above: [RestorationPath.Component], discriminator: Discriminator) {
        let told = isListed ? toldDiscriminator(of: object, in: parent, slots) : .none
        guard told == .none, let place = restoredPlace(of: object, under: parent) else {
            return ([], told)
        }
        let isHeld =
            !isListed
            || slots.map { $0.contains(object) }
                ?? parent.map(isHeld) ?? false
        guard isHeld else { return (place.above, Discriminator(place.discriminator)) }
        return ([], slots?.countsPositions == true ? .none : Discriminator(place.number))
    }

    /// What tells an object apart from others of its name that `parent` holds.
    func discriminator(
        of object: any Restorable,
        in parent: any Restorable,
        _ slots: SlotList? = nil
    ) -> Discriminator {
        let told = toldDiscriminator(of: object, in: parent, slots)
        guard told == .none, slots?.countsPositions != true else { return told }
        return Discriminator(restoredPlace(of: object, under: parent)?.number)
    }

    private func toldDiscriminator(
        of object: any Restorable,
        in parent: (any Restorable)?,
        _ slots: SlotList?
    ) -> Discriminator {
        slots.map { $0.discriminator(of: object) }
            ?? Discriminator(parent?.restorationDiscriminator(of: object))
    }
}
