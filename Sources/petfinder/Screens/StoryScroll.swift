import PetFinderModel
import TerminalScreen

/// A story in an area that may be too small for it: how far it is scrolled, and the keys that
/// scroll it.
struct StoryScroll {
    /// The first line to show, as far as there are so many.
    var offset = 0
    /// What the last drawing found out: the lines of the story and the rows for them.
    private var lineCount = 0
    private var height = 0

    private var lastOffset: Int { max(lineCount - height, 0) }

    /// Scrolls by a key; false for a key that does not scroll or has nothing to scroll.
    mutating func handle(_ key: Key) -> Bool {
        let current = min(max(offset, 0), lastOffset)
        let wanted: Int
        switch key {
        case .up: wanted = current - 1
        case .down: wanted = current + 1
        case .pageUp: wanted = current - max(height - 1, 1)
        case .pageDown: wanted = current + max(height - 1, 1)
        case .home: wanted = 0
        case .end: wanted = lastOffset
        default: return false
        }
        offset = min(max(wanted, 0), lastOffset)
        return true
    }

    /// Draws the story, and a scroll bar over a frame where it does not fit.
    mutating func draw(
        _ story: String,
        from offset: Int,
        on canvas: inout Canvas,
        in area: Area,
        barAlong frame: Area
    ) {
        let lines = story.wrapped(toColumns: area.columns)
        (lineCount, height) = (lines.count, area.rows)
        let first = min(max(offset, 0), lastOffset)
        canvas.write(lines: lines, from: first, in: area)
        canvas.scrollBar(first: first, visible: area.rows, count: lines.count, along: frame)
    }
}
