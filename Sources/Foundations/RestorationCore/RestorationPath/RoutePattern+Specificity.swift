extension RoutePattern {
    /// How narrowly a pattern describes what it matches; the smaller, the more specific.
    ///
    /// Patterns are compared component by component from the left: a literal comes before an
    /// identifier of a certain shape (the one with more fixed bytes first), then a capture, `*`,
    /// the end of the pattern, and `**`.
    public var specificity: Specificity {
        Specificity(ranks: components.map(\.rank) + [Specificity.endRank])
    }

    /// See ``RoutePattern/specificity``.
    public struct Specificity: Hashable, Comparable, Sendable {
        fileprivate static let captureRank: UInt16 = 256
        fileprivate static let oneRank: UInt16 = 257
        // `a` is more specific than `a/**`, but less than `a/**/b`: the end of a pattern stands
        // between what takes one component and what may take none.
        fileprivate static let endRank: UInt16 = 258
        fileprivate static let anyRank: UInt16 = 259

        let ranks: [UInt16]

        public static func < (left: Self, right: Self) -> Bool {
            left.ranks.lexicographicallyPrecedes(right.ranks)
        }

        /// The index of the first component in which two specificities differ, or `nil` if none
        /// does.
        package func firstDifference(from other: Self) -> Int? {
            zip(ranks, other.ranks).enumerated().first { $1.0 != $1.1 }?.offset
        }
    }
}

extension RoutePattern.Component {
    fileprivate var rank: UInt16 {
        switch self {
        case .literal: 0
        // 1 for an identifier of full length, 255 for a single byte.
        case .partial(let shape):
            UInt16(1 + RestorationIdentifier.maximumLength - shape.fixedByteCount)
        case .capture: RoutePattern.Specificity.captureRank
        case .one: RoutePattern.Specificity.oneRank
        case .any: RoutePattern.Specificity.anyRank
        }
    }
}
