import RestorationKit

/// The program's own object, with many of a plugin's objects.
final class ItemList: Restorable {
    let restorationIdentifier: String? = "List"
    var items: [any Restorable] = []
    var restorationChildren: [any Restorable] { items }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(items, forKey: "items")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        items = try coder.decodeReferences(forKey: "items")
    }
}
