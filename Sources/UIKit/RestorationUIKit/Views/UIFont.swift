public import Foundation

/// How text looks. What shows the program may know no sizes.
public final class UIFont: NSObject, Sendable {
    /// How large it is, in points.
    public let pointSize: CGFloat
    /// Whether it is bold.
    public let isBold: Bool

    private init(pointSize: CGFloat, isBold: Bool) {
        self.pointSize = pointSize
        self.isBold = isBold
        super.init()
    }

    /// The usual font.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pointSize: size, isBold: false)
    }

    /// The usual font, bold.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pointSize: size, isBold: true)
    }

    /// The size of text in controls.
    public static let systemFontSize: CGFloat = 14
}

/// Where text stands in its line.
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// What becomes of text that is wider than its view.
public enum NSLineBreakMode: Int, Sendable {
    /// It goes on in the next line, from word to word.
    case byWordWrapping
    case byCharWrapping
    /// It ends at the edge.
    case byClipping
    case byTruncatingHead
    /// It ends with an ellipsis.
    case byTruncatingTail
    case byTruncatingMiddle
}
