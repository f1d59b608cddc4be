import Foundation
import RestorationUIKit
import TerminalScreen

/// Keys of a table: arrows move the cursor, and Enter opens the row.
@MainActor struct TableKeys {
    private let system: UISystem
    private let table: UITableView

    init(_ table: UITableView, _ system: UISystem) {
        self.table = table
        self.system = system
    }

    func handle(_ key: Key) -> Bool {
        let page = max(1, Cells.count(table.bounds.height) - 1)
        switch key {
        case .up: return move(by: -1)
        case .down: return move(by: 1)
        case .pageUp: _ = move(by: -page)
        case .pageDown: _ = move(by: page)
        case .home: choose(0)
        case .end: choose(count - 1)
        case .enter:
            guard let row = table.cursorRow else { return false }
            system.select(row, in: table)
        case .character(" ") where table.allowsMultipleSelection:
            guard let row = table.cursorRow else { return false }
            system.select(row, in: table)
        case .delete, .backspace:
            guard let row = table.cursorRow else { return false }
            return system.delete(row, in: table)
        default: return false
        }
        return true
    }

    private var count: Int {
        (0..<table.numberOfSections).reduce(0) { $0 + table.numberOfRows(inSection: $1) }
    }

    private func number(of path: IndexPath) -> Int {
        (0..<path.section).reduce(path.row) { $0 + table.numberOfRows(inSection: $1) }
    }

    /// - Returns: Whether there is a row in that direction. If not, the focus moves on.
    private func move(by distance: Int) -> Bool {
        guard count > 0 else { return false }
        guard let row = table.cursorRow else {
            if let first = table.indexPathsForVisibleRows?.first { choose(number(of: first)) }
            return true
        }
        let current = number(of: row)
        let next = min(max(current + distance, 0), count - 1)
        guard next != current else { return false }
        choose(next)
        return true
    }

    private func choose(_ number: Int) {
        var rest = number
        for section in 0..<table.numberOfSections {
            let rows = table.numberOfRows(inSection: section)
            if rest >= 0, rest < rows {
                let path = IndexPath(row: rest, section: section)
                table.cursorRow = path
                table.scrollToRow(at: path, at: .none, animated: false)
                // The section's title stays visible with its first row.
                if rest == 0, section == 0 { table.contentOffset.y = 0 }
                return
            }
            rest -= rows
        }
    }
}

/// Keys of a collection: arrows move to the nearest item in their direction.
@MainActor struct CollectionKeys {
    private let system: UISystem
    private let collection: UICollectionView

    init(_ collection: UICollectionView, _ system: UISystem) {
        self.collection = collection
        self.system = system
    }

    func handle(_ key: Key) -> Bool {
        switch key {
        case .up: return move(0, -1)
        case .down: return move(0, 1)
        case .left: return move(-1, 0)
        case .right: return move(1, 0)
        case .enter, .character(" "):
            guard let item = cursor else { return false }
            system.select(item, in: collection)
            return true
        default: return false
        }
    }

    private var cursor: IndexPath? { collection.indexPathsForSelectedItems?.first }

    private func frame(_ path: IndexPath) -> CGRect? {
        collection.collectionViewLayout.layoutAttributesForItem(at: path)?.frame
    }

    private func move(_ x: CGFloat, _ y: CGFloat) -> Bool {
        let paths = (0..<collection.numberOfSections).flatMap { section in
            (0..<collection.numberOfItems(inSection: section)).map {
                IndexPath(item: $0, section: section)
            }
        }
        guard let current = cursor, let from = frame(current) else {
            guard let first = collection.indexPathsForVisibleItems.min() ?? paths.first else {
                return false
            }
            choose(first)
            return true
        }
        let ahead = paths.compactMap { path -> (path: IndexPath, distance: CGFloat)? in
            guard let place = frame(path) else { return nil }
            let (dx, dy) = (place.midX - from.midX, place.midY - from.midY)
            let along = dx * x + dy * y
            let across = abs(dx * y) + abs(dy * x)
            guard along > 0.5 else { return nil }
            return (path, along + 3 * across)
        }
        guard let next = ahead.min(by: { $0.distance < $1.distance }) else { return false }
        choose(next.path)
        return true
    }

    private func choose(_ path: IndexPath) {
        collection.selectItem(at: path, animated: false)
        if let place = frame(path) { collection.scrollRectToVisible(place, animated: false) }
    }
}
