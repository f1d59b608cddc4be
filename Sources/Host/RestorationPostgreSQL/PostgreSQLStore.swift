import RestorationCore
public import RestorationStorage

/// A remote store in a PostgreSQL database, whose tables `restorectl remote init` makes.
///
/// ```swift
/// let store = try PostgreSQLStore("postgresql://ada@db.example.com/restoration")
/// ```
///
/// TLS, authentication and the choice among several hosts are those of libpq, with its own
/// connection strings and environment variables. Passwords belong into `~/.pgpass`. libpq is loaded
/// when the first store is created.
///
/// One store serves many sessions, which share its connections. It connects at its first call, and
/// reconnects after errors. It sends and receives hints with one more connection if the tables were
/// made with `--notification`.
///
/// Statements are plain SQL, so that CockroachDB, YugabyteDB or Citus could serve; these are
/// untested. Acknowledged rows are as durable as the server's `synchronous_commit` makes them.
public final class PostgreSQLStore: RemoteStore {
    private let pool: Pool
    private let hints: Hints

    public var place: String { pool.target.place }
    public let limits: RemoteLimits

    /// The default of ``limits``, 64 MiB.
    public static let defaultLargestValueInBytes = 64 << 20

    /// Loads libpq and reads a connection string, without connecting.
    ///
    /// - Parameters:
    ///   - connectionString: Options or a URI in the syntax of libpq.
    ///   - connections: The largest number of connections. Further calls wait for a free one.
    ///   - timeout: The longest time that a call takes, with the wait for a connection.
    ///   - largestValueInBytes: The largest image that the store accepts, up to 512 MiB.
    /// - Throws: ``/RestorationStorage/RemoteError/libraryMissing(library:package:reason:)`` if
    ///   there is no libpq; ``/RestorationStorage/RemoteError/connectionString(reason:)`` if the
    ///   string is invalid.
    public init(
        _ connectionString: String,
        connections: Int = 2,
        timeout: Duration = .seconds(30),
        largestValueInBytes: Int = PostgreSQLStore.defaultLargestValueInBytes
    ) throws(RemoteError) {
        precondition(connections >= 1, "A store needs a connection.")
        precondition(
            (1...512 << 20).contains(largestValueInBytes),
            "Values have up to 512 MiB."
        )
        let library = try Library.loaded()
        let target = try ConnectionString(connectionString, library: library)
        pool = Pool(target, library: library, size: connections, timeout: timeout)
        hints = try Hints(pool)
        limits = RemoteLimits(largestValueInBytes: largestValueInBytes)
    }

    deinit { hints.close() }

    public func person(named: RemotePerson?) throws(RemoteError) -> RemotePerson {
        let facts = try pool.run { (taken, _) throws(RemoteError) in taken.facts }
        if facts.isService {
            guard let named else { throw .personRequired(place: place, role: facts.role) }
            return named
        }
        guard let own = RemotePerson(facts.role) else {
            throw .invalidAnswer(place: place, reason: "the role's name cannot be that of a person")
        }
        if let named, named != own {
            throw .otherPerson(place: place, role: facts.role, person: named)
        }
        return own
    }

    public func load(_ key: RemoteKey) throws(RemoteError) -> RemoteRow? {
        let answer = try run(Statement.load, key.parameters)
        guard !answer.rows.isEmpty else { return nil }
        var row = answer.row(0, place: place)
        let generation = try generation(&row)
        let writeID = try writeID(&row)
        return RemoteRow(
            generation: generation,
            writeID: writeID,
            label: try row.text(),
            bytes: try row.bytes()
        )
    }

    public func compareAndSwap(
        _ key: RemoteKey,
        expecting expected: UInt64,
        _ row: RemoteRow
    ) throws(RemoteError) -> SwapOutcome {
        precondition(row.generation > expected, "A new row has a higher generation.")
        let size = row.bytes.count
        guard size <= limits.largestValueInBytes else {
            throw .tooLarge(place: place, sizeInBytes: size, limit: limits.largestValueInBytes)
        }
        let parameters =
            key.parameters + [
                .number(expected), .bytes(row.bytes), .id(row.writeID.bytes),
                .number(row.generation), .text(row.label),
            ]
        let statement = expected == 0 ? Statement.swapOfMissing : Statement.swap
        let (answer, notifies) = try pool.run { (taken, deadline) throws(RemoteError) in
            let answer = try taken.connection.run(
                statement,
                parameters,
                size: size,
                until: deadline
            )
            return (answer, taken.facts.notifies)
        }
        guard !answer.rows.isEmpty else { return .missing }
        var found = answer.row(0, place: place)
        guard try found.number() == 0 else {
            if notifies { hints.rowChanged(key) }
            return .stored
        }
        return .conflict(generation: try generation(&found), writeID: try writeID(&found))
    }

    public func list(_ prefix: RemotePrefix) throws(RemoteError) -> [RemoteEntry] {
        let (statement, parameters) = Statement.list(prefix)
        let answer = try run(statement, parameters)
        var entries: [RemoteEntry] = []
        for index in answer.rows.indices {
            var row = answer.row(index, place: place)
            entries.append(try entry(&row))
        }
        return entries
    }

    public func remove(_ key: RemoteKey) throws(RemoteError) -> Bool {
        // A repeated removal would not show whether there was a row.
        let (count, notifies) = try pool.run(isRepeatable: false) {
            (taken, deadline) throws(RemoteError) in
            let answer = try taken.connection.run(Statement.remove, key.parameters, until: deadline)
            return (answer.rows.count, taken.facts.notifies)
        }
        if count > 0 && notifies { hints.rowChanged(key) }
        return count > 0
    }

    public func watch(
        _ prefix: RemotePrefix,
        onHint: @escaping @Sendable () -> Void
    ) throws(RemoteError) -> (any RemoteWatch)? {
        let facts = try pool.run { (taken, _) throws(RemoteError) in taken.facts }
        return facts.notifies ? hints.watch(prefix, onHint) : nil
    }

    private func run(
        _ statement: String,
        _ parameters: [Parameter]
    ) throws(RemoteError) -> Answer {
        try pool.run { (taken, deadline) throws(RemoteError) in
            try taken.connection.run(statement, parameters, until: deadline)
        }
    }

    // MARK: Rows

    private func generation(_ row: inout Answer.Row) throws(RemoteError) -> UInt64 {
        let number = try row.number()
        guard number >= 1 else { throw row.invalid("the generation \(number) is invalid") }
        return UInt64(number)
    }

    private func writeID(_ row: inout Answer.Row) throws(RemoteError) -> WriteID {
        guard let id = WriteID(bytes: try row.bytes()) else {
            throw row.invalid("a write ID is invalid")
        }
        return id
    }

    private func entry(_ row: inout Answer.Row) throws(RemoteError) -> RemoteEntry {
        guard let application = ApplicationIdentifier(try row.text()),
            case let instance = Int(try row.number()), instance >= 1,
            let person = RemotePerson(try row.text()),
            let device = DeviceID(bytes: try row.bytes())
        else { throw row.invalid("a key is invalid") }
        let key = RemoteKey(
            application: application,
            instance: instance,
            person: person,
            device: device
        )
        let generation = try generation(&row)
        let writeID = try writeID(&row)
        let label = try row.text()
        let size = Int(try row.number())
        let microseconds = try row.number()
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let borrow: Int64 = rest < 0 ? 1 : 0
        let nanoseconds = UInt32((rest + borrow * 1_000_000) * 1_000)
        guard let savedAt = Timestamp(seconds: seconds - borrow, nanoseconds: nanoseconds) else {
            throw row.invalid("a time is invalid")
        }
        return RemoteEntry(
            key: key,
            generation: generation,
            writeID: writeID,
            label: label,
            sizeInBytes: size,
            savedAt: savedAt
        )
    }
}
