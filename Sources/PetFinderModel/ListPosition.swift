/// Which row of a list is selected and which one is the first on the screen.
///
/// Both are remembered by the row's identity, so that they follow their cat when the list has
/// changed, and by index, for the case that the cat is gone: then the row that took its place
/// counts.
///
/// Semantic source: `UIDataSourceModelAssociation` (UIKit); rules VIEW-6 and VIEW-7. Falling back
/// to the index is ours: a list that has rows always has a selected one.
public struct ListPosition: Hashable, Sendable {
    /// A row by identity and by index.
    public struct Row: Hashable, Sendable {
        /// What is in the row, stable across launches.
        public var id: String
        /// Where the row was, from 0; used once what was in it is gone.
        public var index: Int

        /// Creates a row.
        public init(id: String, index: Int) {
            self.id = id
            self.index = index
        }
    }

    /// The selected row; `nil` only while the list is empty.
    public private(set) var selected: Row?
    /// The first row on the screen, as it was when something was last moved.
    public private(set) var top: Row?

    /// Nothing selected, scrolled to the start; or what was preserved.
    public init(selected: Row? = nil, top: Row? = nil) {
        self.selected = selected
        self.top = top
    }

    /// Finds the rows again in a list that may have changed.
    public mutating func follow(_ ids: [String]) {
        selected = Self.find(selected, in: ids)
        top = Self.find(top, in: ids)
    }

    /// Selects the row `distance` rows further down, as far as there are rows, and scrolls as
    /// little as shows it in `height` rows.
    public mutating func move(by distance: Int, in ids: [String], height: Int) {
        guard let current = selected?.index else { return }
        let wanted = current.addingReportingOverflow(distance)
        let bounded = wanted.overflow ? (distance > 0 ? Int.max : 0) : wanted.partialValue
        let index = min(max(bounded, 0), ids.count - 1)
        selected = Row(id: ids[index], index: index)
        let first = firstVisible(height: height, count: ids.count)
        top = Row(id: ids[first], index: first)
    }

    /// The first row to draw: the remembered one, unless the selected row would be out of sight or
    /// rows at the end would stay empty.
    public func firstVisible(height: Int, count: Int) -> Int {
        guard height > 0 else { return selected?.index ?? 0 }
        var first = top?.index ?? 0
        if let selected = selected?.index {
            first = min(max(first, selected - height + 1), selected)
        }
        return max(min(first, count - height), 0)
    }

    private static func find(_ row: Row?, in ids: [String]) -> Row? {
        guard !ids.isEmpty else { return nil }
        guard let row else { return Row(id: ids[0], index: 0) }
        // Most of the time nothing has moved.
        if ids.indices.contains(row.index), ids[row.index] == row.id { return row }
        let index = ids.firstIndex(of: row.id) ?? min(max(row.index, 0), ids.count - 1)
        return Row(id: ids[index], index: index)
    }
}
