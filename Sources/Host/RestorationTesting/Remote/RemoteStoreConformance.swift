public import RestorationKit

/// Checks that a remote store behaves as a session that moves between machines requires.
///
/// ```swift
/// @Test func `keeps rows as a session expects them`() {
///     let report = RemoteStoreConformance.check { login in try DatabaseStore(login) }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
///
/// The checks write rows of applications with random names below `conformance.test`, and remove
/// them at the end. They race in threads; run ``RemoteRace`` in processes of your own, too.
public enum RemoteStoreConformance {
    /// Who logs in.
    @frozen
    public enum Login: Hashable, Sendable {
        /// A person.
        case person
        /// Another person.
        case otherPerson
        /// A role that serves many people.
        case service
    }

    /// Runs all checks.
    ///
    /// - Parameters:
    ///   - makeStore: Makes a store with connections of its own. All stores use the same rows.
    ///   - breakConnections: Breaks all connections of all stores, as a restart of the server
    ///     would; called on another thread during calls. Without it, lost connections are not
    ///     checked.
    public static func check(
        breakingConnections breakConnections: (@Sendable () throws -> Void)? = nil,
        _ makeStore: @escaping @Sendable (Login) throws -> any RemoteStore
    ) -> ConformanceReport {
        let checks =
            rowChecks + valueChecks + listChecks + personChecks + raceChecks
            + (breakConnections.map(connectionChecks) ?? [])
        return ConformanceCheck.report(checks) { _ in RemotePlace(makeStore) }
    }
}

/// The rows of one check.
struct RemotePlace: Sendable {
    let application = ApplicationIdentifier("conformance.test.a\(WriteID())")!
    let make: @Sendable (RemoteStoreConformance.Login) throws -> any RemoteStore

    init(_ make: @escaping @Sendable (RemoteStoreConformance.Login) throws -> any RemoteStore) {
        self.make = make
    }

    /// A person's store, and the key of a new device of that person.
    func opened(
        as login: RemoteStoreConformance.Login = .person
    ) throws -> (store: any RemoteStore, key: RemoteKey) {
        let store = try make(login)
        let person = try store.person(named: login == .service ? RemotePerson("somebody") : nil)
        return (store, RemoteKey(application: application, person: person, device: DeviceID()))
    }

    /// Runs a check with a person's store and an unused key, and removes the key's row.
    func with(_ body: (_ store: any RemoteStore, _ key: RemoteKey) throws -> Void) throws {
        let (store, key) = try opened()
        defer { _ = try? store.remove(key) }
        try body(store, key)
    }
}

extension RemoteRow {
    init(_ generation: UInt64, _ text: String, writeID: WriteID = WriteID()) {
        self.init(
            generation: generation,
            writeID: writeID,
            label: "laptop",
            bytes: Array(text.utf8)
        )
    }
}

extension RemoteStore {
    func expectStored(
        _ key: RemoteKey,
        expecting expected: UInt64 = 0,
        _ row: RemoteRow
    ) throws {
        try expect(.stored, compareAndSwap(key, expecting: expected, row), "a swap")
    }

    func expectRow(_ row: RemoteRow?, at key: RemoteKey) throws {
        let found = try load(key)
        try Nonconformance.unless(found == row, difference(found, row))
    }

    private func difference(_ found: RemoteRow?, _ row: RemoteRow?) -> String {
        guard let found else { return "there is no row" }
        guard let row else { return "there is a row of generation \(found.generation)" }
        if found.generation != row.generation {
            return "the row has generation \(found.generation), not \(row.generation)"
        }
        if found.writeID != row.writeID { return "the row has another write ID" }
        if found.label != row.label { return "the row has another label" }
        return "the row has \(found.bytes.count) bytes, which are not the \(row.bytes.count) stored"
    }
}

func expect<Value: Equatable>(_ value: Value, _ found: Value, _ subject: String) throws {
    try Nonconformance.unless(found == value, "\(subject) returned \(found), not \(value)")
}
