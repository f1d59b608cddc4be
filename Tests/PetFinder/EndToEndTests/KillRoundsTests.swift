import Foundation
import Testing

/// Rounds of launches, each ended by SIGKILL or SIGHUP at a critical moment.
///
/// Environment: `RESTORATION_ROUNDS` is the last round, and `RESTORATION_FIRST_ROUND` the first.
/// Set both to the same seed to repeat its round.
@Suite struct `Killing Pet Finder again and again` {
    private static let first = number("RESTORATION_FIRST_ROUND") ?? 1
    private static let last = max(first, number("RESTORATION_ROUNDS") ?? 5)

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test func `never loses a step that was durable`() throws {
        for seed in Self.first...Self.last {
            var round = try KillRound(seed: seed)
            do {
                try round.run()
            } catch {
                let lives = round.log.joined(separator: "\n")
                Issue.record("Round of seed \(seed):\n\(lives)\n\(error)")
                return
            }
        }
    }
}
