import RestorationCore

/// Finds out whether the places of awaited objects are still free.
///
/// The getters that it calls are in nobody's step: the restore has returned, or is not begun.
final class PlaceCheck {
    private let table: RecordTable
    private let occupants: LiveNodes
    private let registry: ObjectRegistry
    /// What containers hold now: listed once for all that are to come into one.
    private var standings: [ObjectIdentifier: AwaitingContainer.Standing] = [:]

    init(
        _ table: RecordTable,
        _ occupants: LiveNodes,
        _ registry: ObjectRegistry
    ) {
        self.table = table
        self.occupants = occupants
        self.registry = registry
    }

    func closing(of awaited: AwaitedObject) -> Diagnosis? {
        if awaited.parentRecord != nil, awaited.parent == nil { return Self.gone }
        if let occupant = occupants.occupant(of: awaited.node, under: awaited.place),
            occupant !== awaited.occupant
        {
            return Self.closed(
                "Another object has its path now",
                ": that object is saved instead.",
                outlook: nil
            )
        }
        if let part = table.absent[.of(awaited.kept)].last(where: { $0.role == .presented }) {
            guard let presenter = part.holder as? any RestorablePresenter else {
                return Self.gone
            }
            if presenter.restorationPresented != nil {
                return Self.closed("Something else is presented in its place")
            }
        }
        guard let (list, position) = table.place(of: awaited.number) else { return nil }
        guard let container = list.container else { return Self.gone }
        return closing(of: position, in: list, standing(of: list, container))
    }

    private static let gone = closed(
        "Its parent has been deallocated",
        outlook: " Its state is saved until its place is closed, or another object is at its path."
    )

    private func closing(
        of position: Int,
        in list: AwaitingContainer,
        _ standing: AwaitingContainer.Standing
    ) -> Diagnosis? {
        if standing.isRearranged {
            return Self.closed(
                "The stack that it belongs to has been rearranged",
                "",
                outlook:
                    ": its state is retained, and it comes back in a later launch, above what is in"
                    + " the stack."
            )
        }
        if list.isRemoved(position, from: standing) {
            return Self.closed("Its stand-in was removed")
        }
        return list.isTaken(position, in: standing)
            ? Self.closed("Something else is in its slot now") : nil
    }

    private func standing(
        of list: AwaitingContainer,
        _ container: any RestorableContainer
    ) -> AwaitingContainer.Standing {
        if let known = standings[ObjectIdentifier(list)] { return known }
        let standing = list.standing(in: container) { [registry] in
            $0 is UnavailableObject || registry.identifier(of: $0) != nil
        }
        standings[ObjectIdentifier(list)] = standing
        return standing
    }

    /// - Parameters:
    ///   - advice: What to do, after the words that it is nothing.
    ///   - outlook: What becomes of its state, unless it is asked for again.
    private static func closed(
        _ problem: String,
        _ advice: String = ": what was done meanwhile counts.",
        outlook: String? = " Its state is retained, and a later launch asks for it again."
    ) -> Diagnosis {
        Diagnosis(
            problem: "\(problem), so the session no longer waits for the object",
            advice: "Nothing needs to be done\(advice)",
            outlook: outlook
        )
    }
}
