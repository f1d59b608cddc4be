import Dispatch
import RestorationStorage
import Synchronization

/// Connections that many sessions share.
final class Pool: Sendable {
    let target: ConnectionString
    private let library: Library
    private let timeout: Duration
    /// Counts the connections that may be taken.
    private let permits: DispatchSemaphore
    /// Guards the idle connections.
    private let idle = Mutex<[LoggedIn]>([])

    /// A connection whose schema has been checked.
    struct LoggedIn: Sendable {
        let connection: Connection
        let facts: LoginFacts
    }

    init(_ target: ConnectionString, library: Library, size: Int, timeout: Duration) {
        self.target = target
        self.library = library
        self.timeout = timeout
        permits = DispatchSemaphore(value: size)
    }

    /// Runs a call with a connection that is free, or with a new one.
    ///
    /// A connection that was lost while idle, such as after a restart of the server, is replaced
    /// once without an error.
    ///
    /// - Parameter isRepeatable: Whether the call may be made again after it may have taken effect.
    func run<Result>(
        isRepeatable: Bool = true,
        _ body: (LoggedIn, _ deadline: ContinuousClock.Instant) throws(RemoteError) -> Result
    ) throws(RemoteError) -> Result {
        let deadline = ContinuousClock.now + timeout
        let (seconds, attoseconds) = timeout.components
        let limit =
            DispatchTime.now() + .seconds(Int(seconds))
            + .nanoseconds(Int(attoseconds / 1_000_000_000))
        guard permits.wait(timeout: limit) == .success else {
            throw .timedOut(place: target.place)
        }
        defer { permits.signal() }
        guard let used = idle.withLock({ $0.popLast() }) else {
            return try call(try open(until: deadline), deadline, body)
        }
        do throws(RemoteError) {
            return try call(used, deadline, body)
        } catch .connectionLost where isRepeatable {
            // The others were lost with it, most likely.
            idle.withLock { $0.removeAll() }
        }
        do throws(RemoteError) {
            return try call(try open(until: deadline), deadline, body)
        } catch {
            // The first attempt may have taken effect, even if the second certainly had none.
            throw error.mayHaveTakenEffect ? error : .connectionLost(place: target.place)
        }
    }

    private func call<Result>(
        _ taken: LoggedIn,
        _ deadline: ContinuousClock.Instant,
        _ body: (LoggedIn, _ deadline: ContinuousClock.Instant) throws(RemoteError) -> Result
    ) throws(RemoteError) -> Result {
        while true {
            do throws(RemoteError) {
                let result = try body(taken, deadline)
                idle.withLock { $0.append(taken) }
                return result
            } catch {
                // After a lost connection or a timeout, an answer may still come: it is closed.
                if !error.mayHaveTakenEffect && !taken.connection.isLost {
                    guard error.asksToRepeat && .now < deadline else {
                        idle.withLock { $0.append(taken) }
                        throw error
                    }
                    continue
                }
                throw error
            }
        }
    }

    /// Opens a connection and checks the schema.
    func open(until deadline: ContinuousClock.Instant) throws(RemoteError) -> LoggedIn {
        let connection = try Connection(target, library: library, until: deadline)
        let answer = try connection.run(Statement.login, [], until: deadline)
        return LoggedIn(connection: connection, facts: try LoginFacts(answer, target))
    }
}

/// The server's facts about a login.
struct LoginFacts: Sendable {
    static let supportedVersion = 1
    let role: String
    let isService: Bool
    /// Whether the schema was made with notification.
    let notifies: Bool

    init(_ answer: Answer, _ target: ConnectionString) throws(RemoteError) {
        guard answer.rows.count == 1 else { throw .notInitialised(place: target.place) }
        var row = answer.row(0, place: target.place)
        let version = try row.number()
        guard version <= Self.supportedVersion else {
            throw .futureSchema(
                place: target.place,
                version: Int(version),
                supported: Self.supportedVersion
            )
        }
        notifies = try row.number() != 0
        role = try row.text()
        isService = try row.number() != 0
    }
}
