public import Foundation

/// Names what a table's or a collection's items show, so that selection and scroll position follow
/// an item that is elsewhere at the next launch (VIEW-6, VIEW-7).
@MainActor public protocol UIDataSourceModelAssociation {
    /// The identifier of what is shown at a place; `nil` if there is nothing. The same at every
    /// launch (VIEW-8).
    func modelIdentifierForElement(at idx: IndexPath, in view: UIView) -> String?
    /// Where that is now; `nil` if it is not there any more.
    func indexPathForElement(
        withModelIdentifier identifier: String,
        in view: UIView
    ) -> IndexPath?
}

/// Items of a table or a collection as they are preserved: by the identifiers of what they show,
/// where the data source knows them, else by their places.
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

    /// Where the items are now; `nil` if nothing is stored. Those that are not there are left out.
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
