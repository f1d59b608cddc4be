public import Foundation

/// Names the model objects behind items, so that the selection and the scroll position follow an
/// item that has moved by the next launch (VIEW-6, VIEW-7).
@MainActor public protocol UIDataSourceModelAssociation {
    /// The identifier of the object at a position, the same at every launch (VIEW-8). `nil` if
    /// there is none.
    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
    /// The object's present position, or `nil` if it no longer exists.
    func indexPathForElement(
        withModelIdentifier identifier: String,
        in view: UIView
    ) -> IndexPath?
}

/// Encodes items by model identifier if the data source provides one, else by index path.
@MainActor struct PreservedItems {
    let association: (any UIDataSourceModelAssociation)?
    let view: UIView

    func encode(_ paths: [IndexPath], with coder: NSCoder, _ key: String) {
        guard let association else {
            return coder.encode(paths.map { [Int]($0) } as [Any], forKey: key + "IndexPaths")
        }
        let identifiers = paths.compactMap {
            association.modelIdentifierForElement(at: $0, in: view)
        }
        coder.encode(identifiers as [Any], forKey: key + "Identifiers")
    }

    /// The items' present positions, or `nil` if none are stored. Missing items are omitted.
    func decode(with coder: NSCoder, _ key: String) -> [IndexPath]? {
        if let association, coder.containsValue(forKey: key + "Identifiers") {
            let stored = coder.decodeObject(
                of: [NSArray.self, NSString.self],
                forKey: key + "Identifiers"
            )
            return (stored as? [String])?.compactMap {
                association.indexPathForElement(withModelIdentifier: $0, in: view)
            }
        }
        let stored = coder.decodeObject(
            of: [NSArray.self, NSNumber.self],
            forKey: key + "IndexPaths"
        )
        return (stored as? [[Int]])?.map { IndexPath(indexes: $0) }
    }
}
