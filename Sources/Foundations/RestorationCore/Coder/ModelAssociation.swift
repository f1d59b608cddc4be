/// Stable identifiers for the items of a list, so that a selection follows the items and not their
/// positions.
///
/// Identifiers come from the data, not from memory addresses: copies of an item have the same
/// identifier on every launch (VIEW-8).
///
/// Semantic source: `UIDataSourceModelAssociation` (UIKit).
public protocol ModelAssociation: AnyObject {
    /// The identifier of the item now at `index`, or `nil` if it has none.
    ///
    /// - Parameter index: positions from the outermost section inwards.
    func modelIdentifier(ofItemAt index: [Int]) -> String?
    /// The item's present index, or `nil` if it no longer exists.
    func index(ofItem modelIdentifier: String) -> [Int]?
}

extension RestorationCoder {
    /// Stores items of a list, by identifier if `model` has one and otherwise by position (VIEW-6).
    public func encode(
        itemsAt indexes: [[Int]],
        of model: (any ModelAssociation)?,
        forKey key: String
    ) {
        guard begin(key) else { return }
        putArray {
            for index in indexes {
                beginElement()
                if let identifier = model?.modelIdentifier(ofItemAt: index) {
                    put(identifier)
                } else {
                    index.encode(into: self)
                }
            }
        }
    }

    /// The present indexes of the items stored under `key`. Items that no longer exist are omitted
    /// (VIEW-7).
    public func decodeItems(
        of model: (any ModelAssociation)?,
        forKey key: String
    ) throws(CoderError) -> [[Int]] {
        do throws(CoderError) {
            guard try seek(key) else { return [] }
            var indexes: [[Int]] = []
            try takeArray { () throws(CoderError) in
                if try kindOfValue() == .string {
                    let identifier = try takeString()
                    if let index = model?.index(ofItem: identifier) { indexes.append(index) }
                } else {
                    indexes.append(try [Int].decode(from: self))
                }
            }
            return indexes
        } catch {
            recordFailure(error)
            throw error
        }
    }
}
