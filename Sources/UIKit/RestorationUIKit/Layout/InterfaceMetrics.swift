package import Foundation

/// How large things are on what shows the program.
///
/// Headless, sizes are those of iOS, and bars take no room, since nobody draws them. What shows a
/// program sets ``current`` before it is launched.
@MainActor package struct InterfaceMetrics {
    package static var current = InterfaceMetrics()

    package var tableRowHeight: CGFloat = 44
    package var tableHeaderHeight: CGFloat = 28
    /// At both edges of a row, and what stands at its right edge.
    package var cellMargin: CGFloat = 16
    package var accessoryWidth: CGFloat = 12
    package var controlHeight: CGFloat = 31
    /// What a text view leaves free at its right edge.
    package var scrollBarWidth: CGFloat = 0
    package var navigationBarHeight: CGFloat = 0
    package var tabBarHeight: CGFloat = 0
    package var collectionItemSize = CGSize(width: 50, height: 50)
    package var collectionSpacing: CGFloat = 10
    /// Between the columns of a split view.
    package var columnGap: CGFloat = 0
    /// A split view that is narrower shows its columns upon each other; `nil` leaves that to the
    /// program.
    package var collapsingWidth: CGFloat?
    /// What a button and a switch take besides their text.
    package var controlPadding: CGFloat = 24
    /// Whether somebody draws the program: then one view has the keys, which is saved, and what is
    /// larger than the screen is kept within it.
    package var isDrawn = false
    /// The room that a text takes, in lines that are no wider than the second parameter.
    package var textSize: @MainActor (String, CGFloat) -> CGSize = { text, width in
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let longest = CGFloat(lines.map(\.count).max() ?? 0) * 8
        return CGSize(width: min(longest, width), height: CGFloat(lines.count) * 20)
    }
    /// Where the line of a text lies that a character is in; of lines that are no wider than the
    /// second parameter. Characters are counted in UTF-16 units.
    package var textLine: @MainActor (String, CGFloat, Int) -> CGRect = { _, _, _ in .zero }
    /// The first character of the line at a height; the parameters are those of ``textLine``.
    package var firstCharacter: @MainActor (String, CGFloat, CGFloat) -> Int = { _, _, _ in 0 }

    package init() {}
}
