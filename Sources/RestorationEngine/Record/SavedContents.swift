import RestorationCore

/// What a container or presenter held when it was preserved, as the session itself has encoded it.
struct SavedContents {
    /// `nil` if the record is not that of a container. Without an object for a child that did not
    /// come back.
    var children: [(child: (any Restorable)?, key: String?)]?
    var selected: (any Restorable)?
    /// `nil` as well if the record is not that of a presenter.
    var presented: (any Restorable)?

    init(children: [(child: (any Restorable)?, key: String?)], selected: (any Restorable)?) {
        self.children = children
        self.selected = selected
    }

    /// - Throws: what decoding throws: the record is damaged.
    init(from coder: RestorationCoder) throws {
        selected = try coder.decodeReference(forKey: ReservedKey.selected)
        presented = try coder.decodeReference(forKey: ReservedKey.presented)
        let references = try coder.decode(
            [RestorationReference].self,
            forKey: ReservedKey.children
        )
        guard let references else { return }
        let keys = try coder.decode([String?].self, forKey: ReservedKey.slots) ?? []
        children = references.enumerated().map { position, reference in
            (reference.object, position < keys.count ? keys[position] : nil)
        }
    }
}
