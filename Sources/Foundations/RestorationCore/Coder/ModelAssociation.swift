/// Gives the items of a list identifiers that last, so that a list remembers *which* items were
/// selected rather than where they were.
///
/// Identifiers come from the data, not from memory addresses: two copies of one datum have the same
/// one, on every launch (VIEW-8).
///
/// Semantic source: `UIDataSourceModelAssociation` (UIKit).
public protocol ModelAssociation: AnyObject {
    /// The identifier of the item that is at `index` now; `nil` if it has none.
    ///
    /// - Parameter index: Positions from the outermost section inwards.
    func modelIdentifier(ofItemAt index: [Int]) -> String?
    /// Where the item is now, which may be elsewhere than it was; `nil` if it is gone.
    func index(ofItem modelIdentifier: String) -> [Int]?
}

extension RestorationCoder {
    /// Stores which items of a list are meant: by their identifiers if `model` gives them, else by
    /// their positions (VIEW-6).
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

    /// Where the items are now that were stored under `key`. An item that is gone is left out
    /// without a word (VIEW-7).
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
            noteFailure(error)
            throw error
        }
    }
}
