import Foundation
import PostgreSQLServer
import RestorationPostgreSQL
import RestorationTesting
import TestSupport
import Testing

/// Needs root, for network namespaces.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["RESTORATION_NETWORK_ROUNDS"] != nil))
struct `A network between machines` {
    @Test func `that is cut in rounds of saves loses none`() throws {
        let rounds =
            ProcessInfo.processInfo.environment["RESTORATION_NETWORK_ROUNDS"]
            .flatMap { Int($0) } ?? 1
        let network = try Network()
        defer { network.remove() }
        let server = try PostgreSQLServer(
            "fsync = on",
            "log_statement = none",
            "listen_addresses = '\(Network.server)'"
        )
        let database = try Database(on: server)
        let store = try database.store()
        let clients = try (0..<4).map { _ in try network.client(of: database) }
        var generator = SeededGenerator(seed: 55)

        for round in 1...rounds {
            let key = RemoteKey(
                application: ApplicationIdentifier("org.example.round\(round)")!,
                person: RemotePerson("ada")!,
                device: DeviceID()
            )
            let records = Records(count: 4)
            let cuts = (0..<3).map { _ in Int.random(in: 1...80, using: &generator) }
            let cutter = Thread.cut(network, after: cuts.sorted(), records)
            try clients.race(for: key, killingAfter: Array(repeating: nil, count: 4), records)
            cutter.wait()

            let last = try #require(try store.load(key), "round \(round)")
            var history = RemoteHistory()
            let faults = records.all.flatMap { history.add($0) }
            #expect(faults == [], "round \(round)")
            #expect(
                history.contradictions(endingWith: (last.generation, last.writeID)) == [],
                "round \(round)"
            )
        }
    }
}

/// A machine of its own, connected by a cable to this one.
private struct Network {
    static let server = "10.213.55.1"
    private static let client = "10.213.55.2"
    private static let (namespace, near, far) = ("restoration-test", "restoration0", "restoration1")

    init() throws {
        remove()
        try Self.ip("netns", "add", Self.namespace)
        try Self.ip("link", "add", Self.near, "type", "veth", "peer", "name", Self.far)
        try Self.ip("link", "set", Self.far, "netns", Self.namespace)
        try Self.ip("address", "add", "\(Self.server)/24", "dev", Self.near)
        try Self.ip("link", "set", Self.near, "up")
        let far = ["netns", "exec", Self.namespace, "ip"]
        try Self.ip(far + ["address", "add", "\(Self.client)/24", "dev", Self.far])
        try Self.ip(far + ["link", "set", Self.far, "up"])
    }

    func remove() {
        _ = try? Self.ip("link", "delete", Self.near)
        _ = try? Self.ip("netns", "delete", Self.namespace)
    }

    /// Unplugs the cable during a closure. All packets are lost.
    func cut(during body: () -> Void) throws {
        try Self.ip("link", "set", Self.near, "down")
        body()
        try Self.ip("link", "set", Self.near, "up")
    }

    /// A process on the other machine.
    func client(of database: Database) throws -> Client {
        try Client(
            "host=\(Self.server) user=ada dbname=\(database.name) gssencmode=disable",
            by: ["/usr/sbin/ip", "netns", "exec", Self.namespace]
        )
    }

    @discardableResult
    private static func ip(_ arguments: String...) throws -> String { try ip(arguments) }

    @discardableResult
    private static func ip(_ arguments: [String]) throws -> String {
        try PostgreSQLServer.run(["/usr/sbin/ip"] + arguments)
    }
}

extension Thread {
    /// Cuts a network after these numbers of entries: for a moment, and the last time until calls
    /// have ended with a timeout.
    fileprivate static func cut(
        _ network: Network,
        after counts: [Int],
        _ records: Records
    ) -> DispatchSemaphore {
        let hasEnded = DispatchSemaphore(value: 0)
        detachNewThread {
            for count in counts {
                records.waitForEntries(count)
                do {
                    try network.cut {
                        let isLast = count == counts.last
                        if isLast { records.waitForEntries(records.all.joined().count + 6) }
                    }
                } catch { Issue.record(error) }
            }
            hasEnded.signal()
        }
        return hasEnded
    }
}
