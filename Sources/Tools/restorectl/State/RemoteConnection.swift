import RestorationCore
import RestorationPostgreSQL
import RestorationStorage

/// A remote store that a command names by its connection string.
struct RemoteConnection {
    let store: any RemoteStore

    /// Whether an argument is a connection string, rather than an application or a path.
    static func isMeant(by argument: String) -> Bool {
        argument.hasPrefix("postgresql://") || argument.hasPrefix("postgres://")
            || argument.utf8.contains(UInt8(ascii: "=")) && !argument.hasPrefix("/")
                && !argument.hasPrefix("./")
    }

    init(_ connection: String) throws {
        store = try PostgreSQLStore(connection)
    }

    /// The rows that a device's ID, its beginning or its name selects.
    ///
    /// - Parameter device: `nil` selects all rows.
    func rows(_ rows: [RemoteEntry], of device: String?, _ person: String? = nil) -> [RemoteEntry] {
        rows.filter { row in
            guard person == nil || row.key.person.rawValue == person else { return false }
            guard let device else { return true }
            return row.label == device || row.key.device.description.hasPrefix(device.lowercased())
        }
    }

    func rows(
        of prefix: RemotePrefix = .all,
        device: String? = nil,
        person: String? = nil
    ) throws -> [RemoteEntry] { rows(try store.list(prefix), of: device, person) }

    /// The only row that a device selects.
    func row(
        of prefix: RemotePrefix = .all,
        device: String?,
        person: String? = nil
    ) throws -> RemoteEntry {
        let rows = try rows(of: prefix, device: device, person: person)
        guard rows.count <= 1 else { throw CommandError.severalDevices(rows, store.place) }
        guard let row = rows.first else { throw CommandError.noDevice(device, store.place) }
        return row
    }

    /// Runs `body`, which opens another machine's state.
    static func opening<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch StorageError.wrongKey {
            throw CommandError.otherMachinesKey(place: place)
        }
    }

    /// Opens the sealed image of a row.
    func open(_ row: RemoteEntry, with keys: Keys) throws -> OpenedArchive {
        guard let found = try store.load(row.key) else {
            throw CommandError.noDevice(row.key.device.description, store.place)
        }
        _ = try keys.key(of: row.key.application)
        let place = "\(store.place), \(row.key)"
        return try Self.opening(place) {
            try OpenedArchive.open(sealed: found.bytes, place: place, keys: keys.provider)
        }
    }
}
