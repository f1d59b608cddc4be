public import RestorationKit

/// The calls that several clients made for one row, to check that the row behaved as if one call
/// was made after the other.
///
/// ```swift
/// var history = RemoteHistory()
/// history.record(.load, at: 100, by: client)
/// ```
///
/// The checker relies on write IDs, which identify the swap that wrote a row. It expects that
/// the row is never removed.
public struct RemoteHistory: Sendable {
    /// One call of one client.
    public struct Call: Hashable, Sendable {
        /// The called function.
        public let action: Action
        /// When the call began, in any unit that all clients share.
        public let begin: Int64
        /// When the call ended; `nil` if it did not, such as because the client was killed.
        public let end: Int64?
        /// The result; `nil` if it is unknown, such as after a lost connection.
        public let result: Result?

        /// Creates a call.
        public init(_ action: Action, begin: Int64, end: Int64?, _ result: Result?) {
            self.action = action
            self.begin = begin
            self.end = end
            self.result = result
        }
    }

    /// The kinds of calls.
    @frozen
    public enum Action: Hashable, Sendable {
        case load
        /// A swap that expects a generation and stores a row of another one.
        case swap(expected: UInt64, generation: UInt64, writeID: WriteID)
    }

    /// The results of calls.
    @frozen
    public enum Result: Hashable, Sendable {
        /// The swap was acknowledged.
        case stored
        /// The load or swap found this row.
        case found(generation: UInt64, writeID: WriteID)
        /// The load or swap found no row.
        case missing
    }

    /// All calls, in any order.
    public var calls: [Call] = []

    /// Creates a history of calls.
    public init(_ calls: [Call] = []) { self.calls = calls }

    /// Sentences about all contradictions; empty if the row behaved correctly.
    ///
    /// - Parameter last: The row at the end; `nil` if there was none.
    public func contradictions(endingWith last: (generation: UInt64, writeID: WriteID)?) -> [String]
    {
        let end = (calls.flatMap { [$0.begin, $0.end ?? $0.begin] }.max() ?? 0) + 1
        let result = last.map { Result.found(generation: $0.generation, writeID: $0.writeID) }
        let closed = calls + [Call(.load, begin: end, end: end, result ?? .missing)]
        return HistoryCheck(closed).contradictions
    }
}

/// Finds the contradictions of a history that ends with a load of the last row.
///
/// Write IDs are unique, and each row has a higher generation than the one before, so no search is
/// needed:
///
/// 1. All calls agree on the write ID of each generation, and some swap wrote it.
/// 2. The last row's swap expected a generation, whose row expected another, and so on down to no
///    row. No other rows ever existed: every acknowledged swap is among them.
/// 3. A call that begins after another one ended finds the same generation or a higher one.
private struct HistoryCheck {
    private typealias Swap = (call: RemoteHistory.Call, expected: UInt64, generation: UInt64)
    private let calls: [RemoteHistory.Call]
    private var swaps: [WriteID: Swap] = [:]
    /// The write ID that calls saw or acknowledged, by generation.
    private var seen: [UInt64: WriteID] = [:]
    private(set) var contradictions: [String] = []

    init(_ calls: [RemoteHistory.Call]) {
        self.calls = calls
        collectSwaps()
        for call in calls { checkRow(call) }
        checkChain()
        checkOrder()
    }

    private mutating func collectSwaps() {
        for call in calls {
            guard case .swap(let expected, let generation, let id) = call.action else { continue }
            // The first of repeated swaps began first.
            if swaps[id] == nil || call.begin < swaps[id]!.call.begin {
                swaps[id] = (call, expected, generation)
            }
        }
    }

    /// The row whose existence a call proves, if any.
    private func row(provedBy call: RemoteHistory.Call) -> (generation: UInt64, writeID: WriteID)? {
        switch (call.result, call.action) {
        case (.found(let generation, let id), _): (generation, id)
        case (.stored, .swap(_, let generation, let id)): (generation, id)
        default: nil
        }
    }

    private mutating func checkRow(_ call: RemoteHistory.Call) {
        guard let (generation, id) = row(provedBy: call) else { return }
        if let other = seen[generation], other != id {
            contradictions.append("generation \(generation) had two rows: \(other) and \(id)")
        }
        seen[generation] = id
        guard let swap = swaps[id], swap.generation == generation else {
            contradictions.append("nobody wrote generation \(generation) as \(id)")
            return
        }
        if let end = call.end, end < swap.call.begin {
            contradictions.append("generation \(generation) was found before it was written")
        }
        if case .swap(let expected, _, let own) = call.action, call.result != .stored,
            expected == generation || own == id
        {
            contradictions.append("a swap that fits generation \(generation) was refused")
        }
    }

    private mutating func checkChain() {
        let last = calls.last.flatMap { row(provedBy: $0) }
        var chain: Set<WriteID> = []
        var next = last.map(\.writeID)
        while let id = next, let swap = swaps[id] {
            chain.insert(id)
            guard swap.expected != 0 else { break }
            next = seen[swap.expected] ?? unacknowledged(swap.expected)
            if next == nil || swap.expected >= swap.generation {
                contradictions.append(
                    "generation \(swap.generation) replaced \(swap.expected), which never existed"
                )
                break
            }
        }
        for call in calls {
            guard case .swap(_, let generation, let id) = call.action, call.result == .stored,
                !chain.contains(id)
            else { continue }
            contradictions.append("the acknowledged generation \(generation) was lost: \(id)")
        }
    }

    /// A swap to this generation with an unknown result.
    private func unacknowledged(_ generation: UInt64) -> WriteID? {
        calls.lazy.compactMap { call -> WriteID? in
            guard case .swap(_, generation, let id) = call.action, call.result == nil else {
                return nil
            }
            return id
        }.first
    }

    private mutating func checkOrder() {
        let ended = calls.filter { $0.end != nil }.sorted { $0.end! < $1.end! }
        var (index, newest) = (0, UInt64(0))
        for call in calls.sorted(by: { $0.begin < $1.begin }) {
            while index < ended.count, ended[index].end! < call.begin {
                newest = max(newest, row(provedBy: ended[index])?.generation ?? 0)
                index += 1
            }
            guard call.result != nil else { continue }
            let found = row(provedBy: call)?.generation ?? 0
            if found < newest {
                contradictions.append(
                    "generation \(found) was found after generation \(newest) had been"
                )
            }
            // A repeated swap may find its own older row again, but only while it is the newest.
        }
    }
}
