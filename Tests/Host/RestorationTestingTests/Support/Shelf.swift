import RestorationTesting

/// A correct container.
class Shelf: RestorableContainer {
    let restorationIdentifier: String? = "Shelf"
    let restorationArrangement: RestorationArrangement
    var distinguishesChildrenByPosition: Bool { restorationArrangement == .stack }
    var restorationSlots: [RestorationSlot] = []
    var restorationSelection: (any Restorable)?

    init(_ arrangement: RestorationArrangement) { restorationArrangement = arrangement }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        restorationSelection = selection
    }
}
