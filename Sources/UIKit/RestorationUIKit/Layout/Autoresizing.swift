import Foundation

extension UIView {
    /// The margins and sizes that adapt when the superview is resized.
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }
}

/// A view's original frame and its superview's size. Later frames are computed from these, so a
/// view recovers from a superview that was too small.
struct Placement {
    let frame: CGRect
    let container: CGSize

    func frame(in size: CGSize, _ mask: UIView.AutoresizingMask) -> CGRect {
        let (x, width) = Self.resize(
            (frame.minX, frame.width, container.width - frame.maxX),
            by: size.width - container.width,
            mask.contains(.flexibleLeftMargin),
            mask.contains(.flexibleWidth),
            mask.contains(.flexibleRightMargin)
        )
        let (y, height) = Self.resize(
            (frame.minY, frame.height, container.height - frame.maxY),
            by: size.height - container.height,
            mask.contains(.flexibleTopMargin),
            mask.contains(.flexibleHeight),
            mask.contains(.flexibleBottomMargin)
        )
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// Distributes a change over the flexible parts in proportion to their sizes, or evenly if all
    /// are zero. Edges are rounded to whole points.
    private static func resize(
        _ parts: (before: CGFloat, extent: CGFloat, after: CGFloat),
        by difference: CGFloat,
        _ isBeforeFlexible: Bool,
        _ isExtentFlexible: Bool,
        _ isAfterFlexible: Bool
    ) -> (start: CGFloat, extent: CGFloat) {
        let (before, extent) = (isBeforeFlexible, isExtentFlexible)
        let flexible = [before ? parts.before : 0, extent ? parts.extent : 0]
        let sum = flexible.reduce(isAfterFlexible ? parts.after : 0, +)
        let count = CGFloat([before, extent, isAfterFlexible].count { $0 })
        guard count > 0 else { return (parts.before, parts.extent) }
        func share(_ isFlexible: Bool, _ size: CGFloat) -> CGFloat {
            guard isFlexible else { return 0 }
            return sum > 0 ? difference * size / sum : difference / count
        }
        let start = parts.before + share(before, parts.before)
        let end = start + parts.extent + share(extent, parts.extent)
        return (start.rounded(), max(0, end.rounded() - start.rounded()))
    }
}
