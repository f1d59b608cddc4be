import Foundation
import RestorationKit
import RestorationTesting
import Synchronization
import Testing

@Suite struct `Saves go to the remote store` {
    let server = MemoryServer()

    private func machine() throws -> Machine { try Machine(server) }

    @Test func `at once, then the newest every five seconds`() throws {
        let machine = try machine()
        let launch = try machine.launch()

        try launch.type("one")
        launch.settle()
        try launch.type("two")
        launch.settle()
        try launch.type("three")
        launch.wait(4)
        let early = machine.calls.swaps
        launch.wait(1)
        launch.wait(60)

        #expect(early == 1)
        #expect(machine.calls.swaps == 2)
        #expect(server.rows.map(\.generation) == [2])
        let otherMachine = try Machine(server, keyOf: machine)
        let other = try otherMachine.session()
        try other.session.takeOver(#require(other.session.newerElsewhere.first))
        #expect(try other.restore() == "three")
    }

    @Test func `as the sealed bytes of the file, with the host's name`() throws {
        let machine = try machine()
        let launch = try machine.launch()

        try launch.type("secret words")
        launch.settle()

        let entry = try #require(server.rows.first)
        let row = try #require(server.row(entry.key))
        let file = try Data(contentsOf: URL(filePath: machine.state + "/archive"))
        #expect(Data(row.bytes) == file)
        #expect(file.range(of: Data("secret words".utf8)) == nil)
        let name = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
        #expect(row.label == name.trimmingCharacters(in: .newlines))
    }

    @Test func `when the session closes within the interval`() throws {
        let machine = try machine()
        let launch = try machine.launch()
        try launch.type("one")
        launch.settle()

        try launch.type("two")
        launch.close()

        #expect(server.rows.map(\.generation) == [2])
    }

    @Test func `not at all if they exceed the store's limit, which is reported once`() throws {
        let server = MemoryServer(largestValueInBytes: 5000)
        let launch = try Machine(server).launch()
        let large = String(repeating: "long ", count: 1000)

        try launch.type(large)
        launch.settle()
        try launch.type(large + "er")
        launch.wait(60)
        try launch.type(large + "est")
        launch.wait(60)

        #expect(server.rows.isEmpty)
        #expect(launch.notes.count { $0.contains("more than the remote store accepts") } == 1)
        #expect(launch.session.remoteProblem?.problem.contains("(5000)") == true)

        try launch.type("short")
        launch.wait(60)

        #expect(server.rows.count == 1)
        #expect(launch.session.remoteProblem == nil)
    }

    @Test func `after a time offline, in which nothing is lost and attempts become rare`() throws {
        let machine = try machine()
        let launch = try machine.launch()
        machine.remote.isOnline = false

        let asked = Mutex(0)
        machine.remote.onCall { _ in
            asked.withLock { $0 += 1 }
            return nil
        }
        launch.settle()
        for second in 1...300 {
            try launch.type("text \(second)")
            launch.wait(1)
        }

        #expect(
            launch.session.remoteProblem?.problem
                == "The remote store cannot be reached: the network is down"
        )
        #expect(launch.notes == [])
        #expect((4...12).contains(asked.withLock { $0 }))

        machine.remote.isOnline = true
        launch.wait(256)

        #expect(server.rows.map(\.generation) == [1])
        #expect(launch.session.remoteProblem == nil)
    }

    private static let refusals: [RemoteError] = [
        .loginRefused(place: "memory server", role: "ada"),
        .noRights(place: "memory server", role: "ada"),
        .futureSchema(place: "memory server", version: 2, supported: 1),
        .untrusted(place: "memory server", reason: "certificate verify failed"),
    ]

    @Test(arguments: refusals)
    func `after a refusal, which is reported once`(_ refusal: RemoteError) throws {
        let machine = try machine()
        let launch = try machine.launch()
        machine.calls.failAll(.error(refusal))

        launch.settle()
        for _ in 1...20 {
            try launch.type("text")
            launch.wait(20)
        }
        #expect(launch.notes == [refusal.diagnosis.problem])
        #expect(launch.session.remoteProblem == refusal.diagnosis)
        machine.calls.failAll(nil)
        launch.wait(256)

        #expect(server.rows.count == 1)
    }

    @Test func `after the server's disk was full, of which the program can read`() throws {
        let machine = try machine()
        let launch = try machine.launch()
        launch.settle()
        machine.calls.failAll(.error(.full(place: "memory server")))

        try launch.type("text")
        launch.wait(20)

        #expect(launch.session.remoteProblem?.problem == "The disk of the remote store is full")
        #expect(launch.notes == [])
        #expect(!launch.session.hasUnsavedChanges)
        machine.calls.failAll(nil)
        launch.wait(256)
        #expect(server.rows.count == 1)
        #expect(launch.session.remoteProblem == nil)
    }

    @Test func `once, although the acknowledgement was lost`() throws {
        let machine = try machine()
        var launch: Launch? = try machine.launch()
        launch?.settle()

        machine.calls.failNextSwap(.lostAfter)
        try launch?.type("one")
        launch?.settle()
        try launch?.type("two")
        launch?.wait(5)

        #expect(server.rows.map(\.generation) == [2])
        #expect(launch?.notes == [])

        // The launch ends before it learns of its success, and the next one saves something else.
        machine.calls.failNextSwap(.lostAfter)
        try launch?.type("three")
        launch?.wait(5)
        launch = nil
        let next = try machine.launch()
        try next.type("four")
        next.wait(5)

        #expect(server.rows.map(\.generation) == [4])
        #expect(next.notes == [])
        #expect(server.rows.count == 1)
    }

    @Test func `at the next launch, if the program was killed before`() throws {
        let machine = try machine()
        machine.remote.isOnline = false
        var launch: Launch? = try machine.launch()
        try launch?.type("one")
        launch?.settle()
        launch = nil

        machine.remote.isOnline = true
        let next = try machine.launch()
        next.settle()

        #expect(server.rows.map(\.generation) == [1])
    }

    @Test func `again, above both generations, if the server lost them`() throws {
        let machine = try machine()
        let launch = try machine.launch()
        try launch.type("one")
        launch.settle()
        let backup = server.backup()
        for text in ["two", "three"] {
            try launch.type(text)
            launch.wait(5)
        }

        // The server comes back from a backup, and later without rows.
        server.restore(backup)
        launch.wait(60)
        #expect(server.rows.map(\.generation) == [4])
        server.restore(MemoryServer().backup())
        launch.wait(60)
        #expect(server.rows.map(\.generation) == [5])
        launch.wait(60)
        try launch.type("four")

        #expect(
            launch.notes == [
                "The remote store has generation 1 of this device, which had stored generation 3",
                "The remote store has lost the state of this device",
            ]
        )
    }
}
