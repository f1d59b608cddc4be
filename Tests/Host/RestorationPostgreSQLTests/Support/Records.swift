import Foundation
import RestorationTesting

/// The entries of all clients of a round.
final class Records: @unchecked Sendable {
    // Unchecked: the condition guards the entries.
    private let condition = NSCondition()
    private var entries: [[RemoteRace.Entry]]

    init(count: Int) { entries = Array(repeating: [], count: count) }

    func add(_ entry: RemoteRace.Entry, of client: Int) {
        condition.withLock {
            entries[client].append(entry)
            condition.broadcast()
        }
    }

    var all: [[RemoteRace.Entry]] { condition.withLock { entries } }

    func waitForEntries(_ count: Int) {
        condition.withLock {
            while entries.joined().count < count { condition.wait() }
        }
    }
}
