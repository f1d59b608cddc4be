public import RestorationKit

/// Swaps one row as fast as it can, while other clients do the same, and records its calls.
///
/// Run it in several processes with the same key, join the calls of all in a ``RemoteHistory``,
/// and check that history.
///
/// ```swift
/// RemoteRace(store, key).run(swaps: 20) { print($0) }
/// ```
public struct RemoteRace {
    private let store: any RemoteStore
    private let key: RemoteKey

    /// Prepares a race for the row of a key.
    public init(_ store: any RemoteStore, _ key: RemoteKey) {
        self.store = store
        self.key = key
    }

    /// A part of the record of a race. Its text is one line, so that processes can pass it on.
    @frozen
    public enum Entry: Hashable, Sendable {
        /// A call that begins now. A client that is killed leaves no end.
        case begin(Int64, RemoteHistory.Action)
        /// The end of the last call that began; the result is `nil` after an error.
        case end(Int64, RemoteHistory.Result?)
        /// A contradiction that the client found itself, such as changed bytes.
        case fault(String)
    }

    /// Runs until the given number of swaps is acknowledged.
    ///
    /// After an error that may have taken effect, the client repeats the swap, as a session does.
    ///
    /// - Parameters:
    ///   - count: The number of swaps.
    ///   - record: Called with each entry, before and after each call.
    public func run(swaps count: Int, record: (Entry) -> Void) {
        var (done, failures) = (0, 0)
        while done < count && failures < 2_000 {
            guard let current = load(record) else {
                failures += 1
                continue
            }
            let id = WriteID()
            let generation = (current?.generation ?? 0) + 1
            let row = RemoteRow(
                generation: generation,
                writeID: id,
                label: "race",
                bytes: Self.bytes(of: id)
            )
            while failures < 2_000 {
                guard let isStored = swap(row, expecting: generation - 1, record) else {
                    failures += 1
                    continue
                }
                done += isStored ? 1 : 0
                break
            }
        }
        if done < count { record(.fault("\(failures) calls failed")) }
    }

    /// - Returns: The row; `.some(nil)` if there is none, and `nil` after an error.
    private func load(_ record: (Entry) -> Void) -> RemoteRow?? {
        record(.begin(Self.now, .load))
        let row: RemoteRow?
        do { row = try store.load(key) } catch {
            record(.end(Self.now, nil))
            return nil
        }
        let found = row.map {
            RemoteHistory.Result.found(generation: $0.generation, writeID: $0.writeID)
        }
        record(.end(Self.now, found ?? .missing))
        if let row, row.bytes != Self.bytes(of: row.writeID) {
            record(.fault("the bytes of generation \(row.generation) are not those written"))
        }
        return .some(row)
    }

    private func swap(
        _ row: RemoteRow,
        expecting expected: UInt64,
        _ record: (Entry) -> Void
    ) -> Bool? {
        let action = RemoteHistory.Action.swap(
            expected: expected,
            generation: row.generation,
            writeID: row.writeID
        )
        record(.begin(Self.now, action))
        guard let outcome = try? store.compareAndSwap(key, expecting: expected, row) else {
            record(.end(Self.now, nil))
            return nil
        }
        let result: RemoteHistory.Result =
            switch outcome {
            case .stored: .stored
            case .conflict(let generation, let id): .found(generation: generation, writeID: id)
            case .missing: .missing
            }
        record(.end(Self.now, result))
        return outcome == .stored
    }

    /// Bytes of a size and content that follow from the write ID.
    private static func bytes(of id: WriteID) -> [UInt8] {
        let seed = id.bytes
        let count = (Int(seed[0]) << 4 | Int(seed[1])) + 1
        return (0..<count).map { seed[$0 & 15] &+ UInt8(truncatingIfNeeded: $0 >> 4) }
    }
}
