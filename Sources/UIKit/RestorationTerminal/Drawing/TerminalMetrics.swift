import Foundation
import RestorationUIKit
import TerminalScreen

extension InterfaceMetrics {
    /// One point is one cell. A row, a bar and a control have one line.
    package static var terminal: InterfaceMetrics {
        var metrics = InterfaceMetrics()
        metrics.tableRowHeight = 1
        metrics.tableHeaderHeight = 1
        metrics.cellMargin = 1
        metrics.accessoryWidth = 1
        metrics.controlHeight = 1
        metrics.controlPadding = 4
        metrics.scrollBarWidth = 1
        metrics.navigationBarHeight = 1
        metrics.tabBarHeight = 1
        metrics.collectionItemSize = CGSize(width: 12, height: 3)
        metrics.collectionSpacing = 1
        metrics.columnGap = 1
        metrics.collapsingWidth = 60
        metrics.isDrawn = true
        metrics.textSize = { text, width in
            let layout = TextLayouts.shared.layout(of: text, columns: Cells.count(width))
            return CGSize(width: layout.columns, height: layout.lines.count)
        }
        metrics.textLine = { text, width, character in
            let layout = TextLayouts.shared.layout(of: text, columns: Cells.count(width))
            return CGRect(x: 0, y: layout.position(of: character).row, width: 1, height: 1)
        }
        metrics.firstCharacter = { text, width, height in
            let layout = TextLayouts.shared.layout(of: text, columns: Cells.count(width))
            let row = min(max(Cells.count(height.rounded(.down)), 0), layout.lines.count - 1)
            return layout.lines[row].range.lowerBound
        }
        return metrics
    }
}

/// A cache of recent layouts: a text is measured, drawn and edited in turn.
@MainActor final class TextLayouts {
    static let shared = TextLayouts()
    private var known: [(text: String, columns: Int, layout: TextLayout)] = []

    func layout(of text: String, columns: Int) -> TextLayout {
        let found = known.lastIndex { $0.columns == columns && $0.text == text }
        if let found { return known[found].layout }
        let layout = TextLayout(text, columns: columns)
        if known.count == 32 { known.removeFirst() }
        known.append((text, columns, layout))
        return layout
    }
}

enum Cells {
    private static let limit: CGFloat = 1_000_000

    static func count(_ points: CGFloat) -> Int {
        guard !points.isNaN else { return 0 }
        return Int(min(max(points, -limit), limit).rounded())
    }

    static func position(_ point: CGPoint) -> Position {
        Position(column: count(point.x), row: count(point.y))
    }

    static func size(_ size: CGSize) -> Size {
        Size(columns: count(size.width), rows: count(size.height))
    }
}
