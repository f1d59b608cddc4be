public import RestorationKit
import Synchronization

/// One machine's connection to a ``MemoryServer``, with faults that a test injects.
public final class MemoryRemoteStore: RemoteStore {
    private let server: MemoryServer
    private let role: String
    /// `nil` for a role that serves many people.
    private let ownPerson: RemotePerson?
    /// Guards the faults.
    private let state = Mutex(State())

    private struct State {
        var isOnline = true
        var faults: [RemoteFault] = []
        var onCall: @Sendable (RemoteCall) -> RemoteFault? = { _ in nil }
    }

    init(_ server: MemoryServer, role: String, person: RemotePerson?) {
        self.server = server
        self.role = role
        ownPerson = person
    }

    public let place = "memory server"
    public var limits: RemoteLimits { server.limits }

    // MARK: Faults

    /// Whether the server can be reached. All calls fail if it cannot.
    public var isOnline: Bool {
        get { state.withLock { $0.isOnline } }
        set { state.withLock { $0.isOnline = newValue } }
    }

    /// Injects a fault into the next calls.
    ///
    /// - Parameters:
    ///   - fault: The fault of each of these calls.
    ///   - times: The number of calls that fail, after the faults injected before.
    public func fail(_ fault: RemoteFault, times: Int = 1) {
        state.withLock { $0.faults += Array(repeating: fault, count: times) }
    }

    /// Runs a closure before each call, on the thread of the call.
    ///
    /// The call has the fault that the closure returns, if any. A closure that blocks makes the
    /// call slow.
    public func onCall(_ closure: @escaping @Sendable (RemoteCall) -> RemoteFault?) {
        state.withLock { $0.onCall = closure }
    }

    /// Runs a call with its fault, if any.
    private func call<Result>(
        _ call: RemoteCall,
        _ body: () throws(RemoteError) -> Result
    ) throws(RemoteError) -> Result {
        let onCall = state.withLock { $0.onCall }
        let returned = onCall(call)
        let (isOnline, fault) = state.withLock { state in
            (state.isOnline, returned ?? (state.faults.isEmpty ? nil : state.faults.removeFirst()))
        }
        guard isOnline else {
            throw .unreachable(place: place, reason: "the network is down")
        }
        switch fault {
        case nil: return try body()
        case .lostBefore: throw .connectionLost(place: place)
        case .lostAfter:
            _ = try body()
            throw .connectionLost(place: place)
        case .error(let error): throw error
        }
    }

    // MARK: Calls

    public func person(named: RemotePerson?) throws(RemoteError) -> RemotePerson {
        try call(.person) { () throws(RemoteError) in
            guard let ownPerson else {
                guard let named else { throw .personRequired(place: place, role: role) }
                return named
            }
            if let named, named != ownPerson {
                throw .otherPerson(place: place, role: role, person: named)
            }
            return ownPerson
        }
    }

    public func load(_ key: RemoteKey) throws(RemoteError) -> RemoteRow? {
        try call(.load(key)) { () throws(RemoteError) in mayRead(key) ? server.row(key) : nil }
    }

    public func compareAndSwap(
        _ key: RemoteKey,
        expecting expected: UInt64,
        _ row: RemoteRow
    ) throws(RemoteError) -> SwapOutcome {
        precondition(row.generation > expected, "A new row has a higher generation.")
        guard row.bytes.count <= limits.largestValueInBytes else {
            throw .tooLarge(
                place: place,
                sizeInBytes: row.bytes.count,
                limit: limits.largestValueInBytes
            )
        }
        return try call(.swap(key)) { () throws(RemoteError) in
            guard mayRead(key) else { throw .noRights(place: place, role: role) }
            let outcome = server.contents.withLock { contents -> SwapOutcome in
                let found = contents.rows[key]?.row
                if let found, found.generation != expected, found.writeID != row.writeID {
                    return .conflict(generation: found.generation, writeID: found.writeID)
                }
                guard found != nil || expected == 0 else { return .missing }
                contents.rows[key] = MemoryServer.StoredRow(
                    row: row,
                    savedAt: server.clock.timeOfDay
                )
                return .stored
            }
            if outcome == .stored { server.giveHints(key) }
            return outcome
        }
    }

    public func list(_ prefix: RemotePrefix) throws(RemoteError) -> [RemoteEntry] {
        try call(.list(prefix)) { () throws(RemoteError) in
            let rows = server.contents.withLock { $0.rows }
            return rows.filter { mayRead($0.key) && prefix.matches($0.key) }
                .map { RemoteEntry($0.key, $0.value) }
                .sorted { $0.key < $1.key }
        }
    }

    public func remove(_ key: RemoteKey) throws(RemoteError) -> Bool {
        let isRemoved = try call(.remove(key)) { () throws(RemoteError) in
            guard mayRead(key) else { return false }
            return server.contents.withLock { $0.rows.removeValue(forKey: key) != nil }
        }
        if isRemoved { server.giveHints(key) }
        return isRemoved
    }

    public func watch(
        _ prefix: RemotePrefix,
        onHint: @escaping @Sendable () -> Void
    ) throws(RemoteError) -> (any RemoteWatch)? {
        try call(.watch(prefix)) { () throws(RemoteError) in
            MemoryWatch(server, prefix, onHint)
        }
    }

    private func mayRead(_ key: RemoteKey) -> Bool { ownPerson == nil || ownPerson == key.person }
}

extension RemoteEntry {
    fileprivate init(_ key: RemoteKey, _ stored: MemoryServer.StoredRow) {
        self.init(
            key: key,
            generation: stored.row.generation,
            writeID: stored.row.writeID,
            label: stored.row.label,
            sizeInBytes: stored.row.bytes.count,
            savedAt: stored.savedAt
        )
    }
}

private final class MemoryWatch: RemoteWatch {
    private let server: MemoryServer

    init(_ server: MemoryServer, _ prefix: RemotePrefix, _ onHint: @escaping @Sendable () -> Void) {
        self.server = server
        let id = ObjectIdentifier(self)
        let entry = MemoryServer.WatchEntry(prefix: prefix, onHint: onHint)
        server.contents.withLock { $0.watches[id] = entry }
    }

    deinit { cancel() }

    func cancel() {
        let id = ObjectIdentifier(self)
        server.contents.withLock { _ = $0.watches.removeValue(forKey: id) }
    }
}
