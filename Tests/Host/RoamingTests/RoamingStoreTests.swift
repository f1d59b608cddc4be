import Foundation
import RestorationKit
import RestorationTesting
import Testing

@Suite struct `A roaming store` {
    @Test(arguments: [true, false])
    func `keeps the rules of a store, online and offline`(isOnline: Bool) throws {
        let machine = try Machine(MemoryServer())
        machine.remote.isOnline = isOnline

        let report = StoreConformance.check { place in
            try RoamingStore(
                ArchiveStore(
                    application: #require(ApplicationIdentifier("org.example.note")),
                    directory: "\(machine.root)/\(place)",
                    keys: FileKeyProvider(directory: machine.root + "/keys")
                ),
                remote: machine.remote
            )
        }

        #expect(report.hasPassed, "\(report)")
    }

    @Test func `sends one image at a time, and then the newest`() throws {
        let server = MemoryServer()
        let machine = try Machine(server)
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let launch = try machine.launch()
        launch.settle()
        machine.remote.onCall { call in
            if case .swap = call {
                begun.signal()
                mayEnd.wait()
            }
            return nil
        }

        try launch.type("one")
        begun.wait()
        try launch.type("two")
        try launch.type("three")
        machine.clock.advance(by: .seconds(60))
        let isAlone = begun.wait(timeout: .now()) == .timedOut
        for _ in 1...3 { mayEnd.signal() }
        launch.settle()

        #expect(isAlone)
        #expect(server.rows.map(\.generation) == [2])
        let row = try #require(server.rows.first.flatMap { server.row($0.key) })
        #expect(try Data(row.bytes) == Data(contentsOf: URL(filePath: machine.state + "/archive")))
    }
}
