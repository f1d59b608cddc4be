public import RestorationKit
import Synchronization

/// A database server in memory for tests, which several machines of a test share.
///
/// ```swift
/// let server = MemoryServer()
/// let laptop = server.store(for: ada), desktop = server.store(for: ada)
/// laptop.isOnline = false
/// desktop.fail(.lostAfter)
/// ```
public final class MemoryServer: Sendable {
    /// The limits of all stores.
    public let limits: RemoteLimits
    /// Gives each row its date.
    let clock: any RestorationClock
    /// Guards the rows and the watches.
    let contents = Mutex(Contents())

    struct Contents {
        var rows: [RemoteKey: StoredRow] = [:]
        var watches: [ObjectIdentifier: WatchEntry] = [:]
    }

    struct StoredRow: Sendable {
        let row: RemoteRow
        let savedAt: Timestamp
    }

    struct WatchEntry {
        let prefix: RemotePrefix
        let onHint: @Sendable () -> Void
    }

    /// All rows at one moment.
    public struct Backup: Sendable {
        let rows: [RemoteKey: StoredRow]
    }

    /// Creates an empty server.
    ///
    /// - Parameters:
    ///   - largestValueInBytes: The limit of an image.
    ///   - clock: The server's clock.
    public init(
        largestValueInBytes: Int = 1 << 20,
        clock: any RestorationClock = SystemClock()
    ) {
        limits = RemoteLimits(largestValueInBytes: largestValueInBytes)
        self.clock = clock
    }

    /// A store that is logged in as one person.
    public func store(for person: RemotePerson) -> MemoryRemoteStore {
        MemoryRemoteStore(self, role: person.rawValue, person: person)
    }

    /// A store that is logged in as a role that serves many people.
    public func service(_ role: String = "service") -> MemoryRemoteStore {
        MemoryRemoteStore(self, role: role, person: nil)
    }

    /// Copies all rows.
    public func backup() -> Backup { Backup(rows: contents.withLock { $0.rows }) }

    /// Replaces all rows by those of a backup.
    public func restore(_ backup: Backup) { contents.withLock { $0.rows = backup.rows } }

    /// The row of a key, without a check of rights.
    public func row(_ key: RemoteKey) -> RemoteRow? { contents.withLock { $0.rows[key]?.row } }

    func giveHints(_ key: RemoteKey) {
        let watches = contents.withLock { $0.watches.values.filter { $0.prefix.matches(key) } }
        for watch in watches { watch.onHint() }
    }
}
