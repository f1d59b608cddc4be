extension RoutePattern {
    /// The order of patterns by specificity; a smaller value is more specific.
    ///
    /// Patterns compare component by component from the left: a literal comes first, then a partial
    /// identifier (with more fixed bytes first), a capture, `*`, the end of the pattern, and `**`.
    public var specificity: Specificity {
        Specificity(ranks: components.map(\.rank) + [Specificity.endRank])
    }

    /// The specificity of a pattern: ``RoutePattern/specificity``.
    public struct Specificity: Hashable, Comparable, Sendable {
        fileprivate static let captureRank: UInt16 = 256
        fileprivate static let oneRank: UInt16 = 257
        // `a` is more specific than `a/**` but less than `a/**/b`, so the end ranks between `*` and
        // `**`.
        fileprivate static let endRank: UInt16 = 258
        fileprivate static let anyRank: UInt16 = 259

        let ranks: [UInt16]

        public static func < (left: Self, right: Self) -> Bool {
            left.ranks.lexicographicallyPrecedes(right.ranks)
        }

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
