import RestorationCore

/// What a restore could not bring back, for the saves that follow it.
package struct Leftovers {
    /// Retained records, each with the stand-in for its object.
    package var unavailable: [UnavailableObject] = []
    package var heldBack: [HeldBackObject] = []
    package var passedOver: [PassedOverReference] = []
    /// What objects hold of keys that their class does not know.
    package var carried: [CarriedFields] = []

    package init() {}

    /// Lets go of everything. Records that refer to each other would keep each other alive.
    package mutating func removeAll() {
        for kept in unavailable + heldBack.map(\.kept) { kept.references = [] }
        for fields in carried { fields.removeAll() }
        self = Leftovers()
    }

    /// Lets go of what belonged to objects that are gone.
    package mutating func removeStale() {
        if !carried.isEmpty { carried.removeAll { !$0.isNeeded } }
    }
}
