import Foundation

/// The speedups that the session must reach over other contestants. Both are measured in turn on
/// one machine, so the ratios hold where absolute times do not.
enum Thresholds {
    static let count = 10_000
    static let all: [(other: Line, encoding: Double, decoding: Double)] = [
        (.archiver, encoding: 200, decoding: 50),
        (.json, encoding: 9, decoding: 4.5),
    ]

    struct Verdict {
        let isMet: Bool
        let text: String
    }

    /// Empty for sizes other than ``count``, and for contestants that were not measured.
    static func verdicts(_ results: Results) -> [Verdict] {
        guard results.count == count, let own = results[.session] else { return [] }
        return all.flatMap { threshold -> [Verdict] in
            guard let other = results[threshold.other] else { return [] }
            return [
                verdict(
                    "capture",
                    own.encoding,
                    other.encoding,
                    threshold.encoding,
                    threshold.other
                ),
                verdict(
                    "restore",
                    own.decoding,
                    other.decoding,
                    threshold.decoding,
                    threshold.other
                ),
            ]
        }
    }

    /// The limit of the cost of an object in a wide or deep tree, relative to the bushy tree of
    /// that size. Non-linear work would cost thousands of times as much.
    static let shapes = 4.0

    /// Compares wide and deep trees with the bushy tree of their size, if both were measured.
    static func linearity(_ all: [Results]) -> [Verdict] {
        all.filter { $0.shape != .bushy }.flatMap { results -> [Verdict] in
            guard let own = results[.session],
                let usual = all.first(where: { $0.shape == .bushy && $0.count == results.count }),
                let other = usual[.session]
            else { return [] }
            return [
                verdict("capture", own.encoding, other.encoding, results.title),
                verdict("restore", own.decoding, other.decoding, results.title),
            ]
        }
    }

    /// Compares single arrivals among many waiting objects with those among the fewest.
    static func linearity(_ all: [Arrivals]) -> [Verdict] {
        all.dropFirst().map { arrivals in
            verdict("arrival", arrivals.oneByOne, all[0].oneByOne, "\(arrivals.count) waiting")
        }
    }

    /// Compares changes among many levels or siblings with those among the fewest.
    static func linearity(_ all: [ObjectChanges]) -> [Verdict] {
        all.flatMap { changes -> [Verdict] in
            guard let fewest = all.first(where: { $0.shape == changes.shape }),
                fewest.count < changes.count
            else { return [] }
            return zip(changes.all, fewest.all).map { own, usual in
                verdict(own.name, own.median, usual.median, changes.title)
            }
        }
    }

    private static func verdict(
        _ direction: String,
        _ own: Median,
        _ usual: Median,
        _ title: String
    ) -> Verdict {
        let ratio = own.nanoseconds / usual.nanoseconds
        return Verdict(
            isMet: ratio <= shapes,
            text: String(
                format: "%@: %@ of %@ costs %.1f times as much per object, at most %.0f",
                ratio <= shapes ? "met" : "missed",
                direction,
                title,
                ratio,
                shapes
            )
        )
    }

    private static func verdict(
        _ direction: String,
        _ own: Median,
        _ other: Median,
        _ wanted: Double,
        _ line: Line
    ) -> Verdict {
        let ratio = other.nanoseconds / own.nanoseconds
        return Verdict(
            isMet: ratio >= wanted,
            text: String(
                format: "%@: %@ of %d objects is %.1f times as fast as %@, wanted %.1f",
                ratio >= wanted ? "met" : "missed",
                direction,
                count,
                ratio,
                line.rawValue,
                wanted
            )
        )
    }
}
