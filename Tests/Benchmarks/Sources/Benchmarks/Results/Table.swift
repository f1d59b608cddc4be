import Foundation

enum Table {
    /// All lines of one tree: in memory, then with sealing and disk.
    static func lines(_ results: Results) -> [String] {
        block(results.title, [.coder, .session, .archiver, .json], results)
            + block(
                "  to a sealed file and back",
                [.sealedSession, .sealedArchiver, .sealedJSON],
                results
            )
    }

    /// The session's time per object, for trees of different sizes and shapes.
    static func linearity(_ all: [Results]) -> [String] {
        let rows = all.compactMap { results in
            results[.session].map {
                row(
                    results.title,
                    [number($0.encoding.nanoseconds), number($0.decoding.nanoseconds)]
                )
            }
        }
        return [row("session: ns per object", ["capture", "restore"])] + rows
    }

    /// The session's time per late object.
    static func arrivals(_ all: [Arrivals]) -> [String] {
        let rows = all.map {
            row(
                "\($0.count) waiting",
                [number($0.oneByOne.nanoseconds), number($0.together.nanoseconds)]
            )
        }
        return [row("session: ns per arrival", ["alone", "together"])] + rows
    }

    /// The session's time when it only retains some of the state.
    static func retained(_ all: [RetainedState]) -> [String] {
        let rows = all.map {
            row(
                $0.title,
                [$0.capture, $0.restore, $0.invalidation].map { number($0.nanoseconds) }
            )
        }
        return [row("session: ns per object, change", ["capture", "restore", "change"])] + rows
    }

    /// The session's time per change, among many other objects.
    static func changes(_ all: [ObjectChanges]) -> [String] {
        let names = all.first?.all.map(\.name) ?? []
        return [row("session: ns per change", names)]
            + all.map { row($0.title, $0.all.map { number($0.median.nanoseconds) }) }
    }

    /// The session's time per object, for objects with elements.
    static func elements(_ all: [ElementPages]) -> [String] {
        let rows = all.map {
            row($0.title, [number($0.capture.nanoseconds), number($0.restore.nanoseconds)])
        }
        return [row("session: ns per object", ["capture", "restore"])] + rows
    }

    /// - Parameter lines: The last two are the baselines of the comparison.
    private static func block(_ title: String, _ lines: [Line], _ results: Results) -> [String] {
        let direction = ["÷ NSKA", "÷ JSON", "mallocs"]
        let head = row(title, ["encode"] + direction + ["decode"] + direction + ["bytes"])
        let rows = lines.compactMap { line -> String? in
            guard let own = results[line] else { return nil }
            let others = lines.suffix(2).map { $0 == line ? nil : results[$0] }
            return row(
                (own.rounds == 1 ? "~ " : "  ") + line.rawValue,
                cells(own.encoding, others.map { $0?.encoding })
                    + cells(own.decoding, others.map { $0?.decoding })
                    + [own.bytes.map(number) ?? ""]
            )
        }
        return rows.isEmpty ? [] : [head] + rows
    }

    private static func cells(_ own: Median, _ others: [Median?]) -> [String] {
        let ratios = others.map { other in
            other.map { number($0.nanoseconds / own.nanoseconds) + "×" } ?? ""
        }
        return [number(own.nanoseconds)] + ratios + [String(format: "%.1f", own.allocations)]
    }

    /// Formats a value with at least two significant digits below 10.
    private static func number(_ value: Double) -> String {
        String(format: value < 1 ? "%.2f" : value < 10 ? "%.1f" : "%.0f", value)
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: 31, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
    }
}
