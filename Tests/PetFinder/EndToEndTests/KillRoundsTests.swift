import Foundation
import Testing

/// Rounds of lives of the program, each ended by SIGKILL or SIGHUP at a moment that counts.
///
/// `RESTORATION_ROUNDS` in the environment says how many rounds there are to be, and
/// `RESTORATION_FIRST_ROUND` which is the first: to see the round of a certain seed again, set both
/// to it.
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
