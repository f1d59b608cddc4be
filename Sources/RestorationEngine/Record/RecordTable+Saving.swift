/// What saves write back, by whom it belongs to.
extension RecordTable {
    /// Retained records without an object, each with the stand-in for it.
    package var unavailable: [UnavailableObject] {
        retained.compactMap { $0.kept.home.flatMap(standIn(of:)) }
    }

    /// Retained records with an object, or of elements whose object is gone.
    package var retainedForLiveObjects: [Retained] { retained.filter(\.wasForAnObject) }

    /// Retained records of elements that their owners have not loaded, or do not have.
    var elementsNotLoaded: [Deferred] {
        retained.compactMap { $0.isOfElement ? $0 as? Deferred : nil }
    }
}
