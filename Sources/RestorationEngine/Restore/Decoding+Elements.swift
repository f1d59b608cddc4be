import RestorationCore

/// The elements that an owner has: asking for them costs as much as there are, so that it is asked
/// once, as long as nobody's code has run that may load more.
final class LoadedElements {
    let owner: any RestorableElementOwner
    let byName: [String: any RestorableElement]

    init(of owner: any RestorableElementOwner) {
        self.owner = owner
        let elements = owner.restorationElements ?? []
        byName = Dictionary(
            elements.compactMap { element in element.restorationIdentifier.map { ($0, element) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// Elements decode when all others have, and when their owners have been attached.
extension Decoding {
    /// Finds an element that its owner has loaded since, in its own decoding or because it was
    /// attached.
    func findLoadedElement(_ number: Int) {
        guard isNotLoaded(number), let kept = keeper.kept[number],
            let owner = lookup.owner(of: archive.records[number].path)
        else { return }
        // As the first time, it is being looked for.
        if loadedElements?.owner !== owner {
            keeper.tell(.create, number) { loadedElements = LoadedElements(of: owner) }
        }
        guard let loaded = loadedElements?.byName[kept.identifier.rawValue] else { return }
        keeper.kept[number] = nil
        lookup.bind(.object(loaded), number)
        kept.end(replacedBy: loaded)
    }

    /// Lets elements decode, also those that others load in their decoding.
    func decodeElements() {
        loadedElements = nil
        defer { loadedElements = nil }
        // All are found before the first decodes: until then an owner is asked once.
        for number in elements { findLoadedElement(number) }
        for number in elements { decodeOnce(number) }
        var waiting = elements.filter { isNotLoaded($0) }
        while !waiting.isEmpty {
            for number in waiting { findLoadedElement(number) }
            let found = waiting.filter { !isNotLoaded($0) }
            guard !found.isEmpty else { return late == nil ? () : noteMissing(waiting) }
            for number in found { decodeOnce(number) }
            waiting = waiting.filter { isNotLoaded($0) }
        }
    }

    /// Owners that have loaded their elements lack some of them.
    private func noteMissing(_ numbers: [Int]) {
        for number in numbers {
            guard let owner = lookup.owner(ofElement: number), let kept = keeper.kept[number]
            else { continue }
            var isMissing = false
            keeper.tell(.create, number) {
                isMissing = owner.restorationElements != nil && !owner.awaitsElements
            }
            guard isMissing else { continue }
            kept.reason = Self.notOwned
            table.set(.deferred(Deferred(kept, .element(isMissing: true), of: owner)), of: number)
        }
    }

    private static let notOwned = Diagnosis(
        problem: "Its owner has loaded its elements, and does not have it",
        remedy: "Nothing needs to be done if the owner has removed the element: the next save gives"
            + " its state up. While elements are still to come, let the owner's awaitsElements say so."
    )

    private func isNotLoaded(_ number: Int) -> Bool {
        table[number].retained?.isOfElement ?? false
    }
}
