package import Foundation

/// The sizes of interface elements.
///
/// Headless, sizes are those of iOS, and bars take no room. A toolkit sets ``current`` before the
/// launch.
@MainActor package struct InterfaceMetrics {
    package static var current = InterfaceMetrics()

    package var tableRowHeight: CGFloat = 44
    package var tableHeaderHeight: CGFloat = 28
    /// The margin at both edges of a row, and the width of its accessory.
    package var cellMargin: CGFloat = 16
    package var accessoryWidth: CGFloat = 12
    package var controlHeight: CGFloat = 31
    /// The width of a scroll bar, which text views leave free.
    package var scrollBarWidth: CGFloat = 0
    package var navigationBarHeight: CGFloat = 0
    package var tabBarHeight: CGFloat = 0
    package var collectionItemSize = CGSize(width: 50, height: 50)
    package var collectionSpacing: CGFloat = 10
    package var columnGap: CGFloat = 0
    /// The width below which a split view collapses. `nil` leaves that to the program.
    package var collapsingWidth: CGFloat?
    /// The extra width of a button or a switch beside its text.
    package var controlPadding: CGFloat = 24
    /// Whether a toolkit draws the program. If so, one view has the focus, which is saved, and
    /// scroll offsets are limited to the content.
    package var isDrawn = false
    /// The size of a text, wrapped to the given width.
    package var textSize: @MainActor (String, CGFloat) -> CGSize = { text, width in
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let longest = CGFloat(lines.map(\.count).max() ?? 0) * 8
        return CGSize(width: min(longest, width), height: CGFloat(lines.count) * 20)
    }
    /// The frame of the line with a character, in text wrapped to the given width. Offsets count
    /// UTF-16 units.
    package var textLine: @MainActor (String, CGFloat, Int) -> CGRect = { _, _, _ in .zero }
    /// The first character of the line at a height; parameters as for ``textLine``.
    package var firstCharacter: @MainActor (String, CGFloat, CGFloat) -> Int = { _, _, _ in 0 }

    package init() {}
}
