public import Foundation

/// A font. A toolkit may ignore the size.
public final class UIFont: NSObject, Sendable {
    /// The size in points.
    public let pointSize: CGFloat
    /// Whether the font is bold.
    public let isBold: Bool

    private init(pointSize: CGFloat, isBold: Bool) {
        self.pointSize = pointSize
        self.isBold = isBold
        super.init()
    }

    /// The system font.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pointSize: size, isBold: false)
    }

    /// The bold system font.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pointSize: size, isBold: true)
    }

    /// The size of text in controls.
    public static let systemFontSize: CGFloat = 14
}

/// The alignment of text.
public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// The handling of text that is wider than its view.
public enum NSLineBreakMode: Int, Sendable {
    /// Wraps at words.
    case byWordWrapping
    case byCharWrapping
    /// Clips at the edge.
    case byClipping
    case byTruncatingHead
    /// Ends with an ellipsis.
    case byTruncatingTail
    case byTruncatingMiddle
}
