/// Stores the newest sealed image of each device of each person, such as in a database, so that
/// several machines can share sessions.
///
/// The default is `PostgreSQLStore`. Any store that compares and swaps a row can conform:
/// `RemoteStoreConformance` of `RestorationTesting` checks the behaviour that `RoamingStore`
/// relies on.
///
/// A remote store gets sealed bytes only, never a key or a restored value. It never merges: each
/// device writes its own row, and only a swap that expects the row's generation replaces it.
///
/// Calls block their thread until the store has answered, and throw within a minute if it does not.
/// Any thread may make any call at any time, and calls for the same key behave as if serialised.
/// After an error with ``RemoteError/mayHaveTakenEffect``, repeat the same call: a swap finds its
/// own write ID and succeeds.
public protocol RemoteStore: Sendable {
    /// The store's name in messages, such as "PostgreSQL database restoration at db.example.com".
    /// It contains no password.
    var place: String { get }

    /// The largest values that the store accepts.
    var limits: RemoteLimits { get }

    /// Returns the person whose rows this store writes.
    ///
    /// A database determines the person by the role that is logged in. An administrator can let a
    /// role serve many people, whom the host then names.
    ///
    /// - Parameter named: The person that the host's options name, if any.
    /// - Throws: ``RemoteError/personRequired(place:role:)`` if the role serves many people and
    ///   `named` is `nil`; ``RemoteError/otherPerson(place:role:person:)`` if the role is not a
    ///   service and `named` is another person.
    func person(named: RemotePerson?) throws(RemoteError) -> RemotePerson

    /// Returns the row of a key, or `nil` if there is none.
    func load(_ key: RemoteKey) throws(RemoteError) -> RemoteRow?

    /// Replaces the row of a key if the row has the expected generation, durably and atomically.
    ///
    /// A row with the write ID of the new row counts as stored, because an earlier call may have
    /// taken effect whose acknowledgement was lost.
    ///
    /// - Parameters:
    ///   - key: The row's key.
    ///   - expected: The generation of the row to replace; 0 if there is none.
    ///   - row: The new row. Its generation is higher than `expected`.
    /// - Returns: Whether the row is stored, or the generation and write ID found in its place.
    /// - Throws: ``RemoteError/tooLarge(place:sizeInBytes:limit:)`` if the bytes exceed ``limits``.
    func compareAndSwap(
        _ key: RemoteKey,
        expecting expected: UInt64,
        _ row: RemoteRow
    ) throws(RemoteError) -> SwapOutcome

    /// Lists the rows with a prefix that this store may read, in ascending order of their keys.
    func list(_ prefix: RemotePrefix) throws(RemoteError) -> [RemoteEntry]

    /// Removes the row of a key.
    ///
    /// - Returns: Whether there was a row.
    @discardableResult
    func remove(_ key: RemoteKey) throws(RemoteError) -> Bool

    /// Calls a closure when rows with a prefix may have changed.
    ///
    /// A hint saves the wait for the next poll. It may be late, missing or without a change, and a
    /// store need not give any. The default returns `nil`.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the keys of the rows.
    ///   - onHint: Called on any thread. It must not call the store.
    /// - Returns: The watch, which ends when it is cancelled or deallocated; `nil` without hints.
    func watch(
        _ prefix: RemotePrefix,
        onHint: @escaping @Sendable () -> Void
    ) throws(RemoteError) -> (any RemoteWatch)?
}

extension RemoteStore {
    /// Returns `nil`: without hints, only polling finds changes.
    public func watch(
        _ prefix: RemotePrefix,
        onHint: @escaping @Sendable () -> Void
    ) throws(RemoteError) -> (any RemoteWatch)? { nil }
}

/// A watch of a ``RemoteStore``.
public protocol RemoteWatch: AnyObject, Sendable {
    /// Ends the watch. A hint that is in progress may still end after this call.
    func cancel()
}

/// The largest values that a ``RemoteStore`` accepts.
public struct RemoteLimits: Hashable, Sendable {
    /// The largest sealed image, in bytes.
    public let largestValueInBytes: Int

    /// Creates limits.
    public init(largestValueInBytes: Int) { self.largestValueInBytes = largestValueInBytes }
}

/// The result of ``RemoteStore/compareAndSwap(_:expecting:_:)``.
@frozen
public enum SwapOutcome: Hashable, Sendable {
    /// The row is stored.
    case stored
    /// Another row is there, with this generation and write ID. Nothing was changed.
    case conflict(generation: UInt64, writeID: WriteID)
    /// The expected row is missing: it was removed, or the store came back from a backup.
    case missing
}
