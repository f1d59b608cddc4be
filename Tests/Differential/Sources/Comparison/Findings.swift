import Foundation

/// What came of all batches so far. Guarded by a lock, since batches are played side by side.
final class Findings: @unchecked Sendable {
    private let rules: [AllowedDifference]
    private let count: UInt64
    private let last: UInt64
    private let lock = NSLock()
    private let start = Date()
    private var played = 0
    private var allowed: [String: Int] = [:]
    private var unexplained = 0
    private var traps: [String] = []
    private var failures: [String] = []

    /// So many are told in words.
    private static let toldCount = 5
    private static let mostUnexplained = 200

    init(_ rules: [AllowedDifference], last: UInt64, count: UInt64) {
        self.rules = rules
        self.last = last
        self.count = count
    }

    /// Whether there is no use in going on.
    var isFull: Bool { lock.withLock { unexplained >= Self.mostUnexplained || !failures.isEmpty } }
    var isGood: Bool { lock.withLock { unexplained == 0 && failures.isEmpty } }

    func add(failure: String) {
        lock.withLock {
            failures.append(failure)
            print("error: \(failure)")
        }
    }

    func noteBatch(_ seeds: Int) {
        lock.withLock {
            let before = played / 10_000
            played += seeds
            if played / 10_000 > before { print("at \(played) of \(count) seeds") }
        }
    }

    /// Both engines trap: that is no difference, but no good either.
    func noteTraps(_ seeds: [UInt64], _ life: Int) {
        lock.withLock { traps += seeds.map { "\($0) in life \(life)" } }
    }

    /// Returns whether the seed goes on differently from now on.
    func judge(_ difference: Difference) -> Bool {
        var applied: [String: Bool] = [:]
        var rest = difference.lines
        for rule in rules {
            let remaining = rule.leavingOutReordered(rest)
            if remaining.count < rest.count { applied[rule.name] = applied[rule.name] ?? false }
            rest = remaining
        }
        rest.removeAll { line in
            let rule = rules.first { rule in
                [.goesOn, .parts].contains(rule.effect) && rule.matches(line)
            }
            guard let rule else { return false }
            applied[rule.name] = rule.effect == .parts || applied[rule.name] ?? false
            return true
        }
        for rule in rules {
            let remaining = rule.leavingOutExcused(rest, of: difference)
            if remaining.count < rest.count { applied[rule.name] = true }
            rest = remaining
        }
        return lock.withLock {
            if rest.isEmpty, !applied.isEmpty {
                for name in applied.keys { allowed[name, default: 0] += 1 }
                return applied.values.contains(true)
            }
            unexplained += 1
            if unexplained <= Self.toldCount { tell(difference, rest) }
            return true
        }
    }

    private func tell(_ difference: Difference, _ rest: [String]) {
        print("Seed \(difference.seed) differs in life \(difference.life):")
        if rest.isEmpty { print("  in words it does not: it depends on what was played before") }
        for line in rest.prefix(40) { print("  \(line)") }
        if rest.count > 40 { print("  and \(rest.count - 40) lines more") }
    }

    var summary: String {
        lock.withLock {
            let seconds = Date().timeIntervalSince(start)
            var lines = [
                String(
                    format: "%d seeds, %d lives on each engine, in %.0f s: %.0f seeds a second",
                    played,
                    played * Batch.lifeCount,
                    seconds,
                    Double(played) / seconds
                )
            ]
            for (name, count) in allowed.sorted(by: { $0.key < $1.key }) {
                lines.append("\(count) lives differ as \(name) allows")
            }
            if !traps.isEmpty {
                let first = traps.prefix(Self.toldCount).joined(separator: ", ")
                lines.append(
                    "Both engines trap, or do not end, in \(traps.count) lives, such as seed \(first)"
                )
            }
            lines += failures.map { "error: \($0)" }
            lines.append(
                unexplained == 0
                    ? "No other life differs" : "\(unexplained) seeds differ, and no rule says why"
            )
            return lines.joined(separator: "\n")
        }
    }
}
