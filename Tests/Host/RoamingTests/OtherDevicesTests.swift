import Foundation
import RestorationKit
import RestorationTesting
import Synchronization
import Testing

@Suite struct `Another device's save` {
    let server = MemoryServer()
    let here: Machine
    let there: Machine

    init() throws {
        here = try Machine(server)
        // Creates the key.
        try here.launch().close()
        there = try Machine(server, keyOf: here)
    }

    /// Types on a machine in one launch.
    private func type(_ text: String, on machine: Machine) throws {
        let launch = try machine.launch()
        try launch.type(text)
        launch.settle()
        launch.close()
    }

    @Test func `is reported at launch, until the program decides`() throws {
        try type("here", on: here)
        try type("there", on: there)

        let first = try here.session()
        let newer = first.session.newerElsewhere
        #expect(newer.map(\.generation) == [1])
        #expect(try first.restore() == "here")
        first.close()
        let second = try here.session()
        #expect(second.session.newerElsewhere == newer)
        try second.session.keepMine()
        #expect(second.session.newerElsewhere == [])
        second.close()
        let third = try here.session()
        #expect(third.session.newerElsewhere == [])
        third.close()

        try type("there again", on: there)
        let fourth = try here.session()
        #expect(fourth.session.newerElsewhere.map(\.generation) == [2])
    }

    @Test func `replaces this device's state before the restore, and goes back`() throws {
        try type("here", on: here)
        try type("there", on: there)

        let launch = try here.session()
        try launch.session.takeOver(#require(launch.session.newerElsewhere.first))
        #expect(launch.session.newerElsewhere == [])
        #expect(try launch.restore() == "there")
        try launch.type("there, and more")
        launch.settle()
        launch.close()
        #expect(FileManager.default.fileExists(atPath: here.state + "/archive.mine"))
        #expect(launch.notes == [])

        let next = try here.session()
        try next.session.takeMineBack()
        #expect(try next.restore() == "here")
        #expect(!FileManager.default.fileExists(atPath: here.state + "/archive.mine"))
        #expect(throws: StorageError.self) { try next.session.takeMineBack() }
        #expect(next.session.hasUnsavedChanges == false)
    }

    @Test func `replaces this device's state while the program runs, and closes the session`()
        throws
    {
        try type("there", on: there)
        let launch = try here.launch()
        try launch.type("here")
        launch.note.text = "here, unsaved"

        try launch.session.takeOver(#require(launch.session.newerElsewhere.first))

        #expect(throws: SessionError.closed) { try launch.session.preserveNow() }
        let next = try here.launch()
        #expect(next.note.text == "there")
        try next.session.takeMineBack()
        #expect(try here.launch().note.text == "here, unsaved")
    }

    @Test func `loses no earlier state that another save replaced`() throws {
        try type("here", on: here)
        for text in ["there 1", "there 2"] {
            try type(text, on: there)
            let launch = try here.session()
            try launch.session.takeOver(#require(launch.session.newerElsewhere.first))
            #expect(try launch.restore() == text)
            launch.close()
        }

        let names = try FileManager.default.contentsOfDirectory(atPath: here.state + "/set-aside")
        #expect(names.count == 1 && names[0].hasSuffix("-replaced-archive.mine"))
    }

    @Test func `is reported once while the program runs`() throws {
        let launch = try here.launch()
        var told: [[UInt64]] = []
        launch.session.onNewerElsewhere = { told.append($0.map(\.generation)) }
        launch.settle()

        try type("there", on: there)
        launch.wait(30)
        launch.wait(30)
        #expect(told == [[1]])
        try type("there again", on: there)
        launch.wait(30)
        #expect(told == [[1], [2]])
    }

    /// A clock that a test sets wrong.
    private final class WrongClock: RestorationClock {
        private let time: Mutex<Int64>

        init(_ seconds: Int64) { time = Mutex(seconds) }

        var now: ContinuousClock.Instant { .now }
        var timeOfDay: Timestamp { Timestamp(seconds: time.withLock { $0 })! }
        func add(_ seconds: Int64) { time.withLock { $0 += seconds } }
    }

    @Test func `is newer by its generation, whatever the clocks say`() throws {
        let year: Int64 = 365 * 86400
        let time = WrongClock(1_900_000_000)
        let server = MemoryServer(clock: time)
        let here = try Machine(server, keyOf: here)
        let there = try Machine(server, keyOf: here)
        for error in [-year, 2 * year] {
            try type("there", on: there)
            time.add(error)
            try type("here \(error)", on: here)
            here.clock.advance(by: .seconds(year))

            let launch = try here.session()
            let newer = launch.session.newerElsewhere
            #expect(newer.count == 1)
            try launch.session.keepMine()
            #expect(try launch.restore() == "here \(error)")
            launch.close()
        }
        let launch = try here.session()
        #expect(launch.session.newerElsewhere == [])
    }

    @Test func `is distinguished from that of a device with the same name`() throws {
        let third = try Machine(server, keyOf: here)
        try type("there", on: there)
        try type("third", on: third)

        let launch = try here.session()
        let newer = launch.session.newerElsewhere

        #expect(newer.count == 2)
        #expect(Set(newer.map(\.label)).count == 1)
        let texts = try newer.map { save in
            let machine = try Machine(server, keyOf: here)
            let launch = try machine.session()
            try launch.session.takeOver(save)
            return try launch.restore()
        }
        #expect(texts.sorted() == ["there", "third"])
    }

    @Test func `is that of the person whom the options name, in a service for many`() throws {
        func session(on machine: Machine, of person: String?) throws -> Launch {
            try machine.session {
                $0.remote = server.service()
                $0.person = person
            }
        }
        for (machine, person) in [(here, "ada"), (there, "grace")] {
            let launch = try session(on: machine, of: person)
            try launch.restore()
            try launch.type(person)
            launch.settle()
            launch.close()
        }

        let (third, fourth) = try (Machine(server, keyOf: here), Machine(server))
        let launch = try session(on: third, of: "ada")
        let newer = launch.session.newerElsewhere
        #expect(newer.count == 1)
        try launch.session.takeOver(newer[0])
        #expect(try launch.restore() == "ada")
        let nobody = try session(on: fourth, of: nil)
        try nobody.restore()
        nobody.settle()

        #expect(Set(server.rows.map(\.key.person.rawValue)) == ["ada", "grace"])
        #expect(nobody.session.remoteProblem?.problem.contains("serves many people") == true)
    }

    @Test func `with another key is reported as such, and left alone`() throws {
        let foreign = try Machine(server)
        try type("foreign", on: foreign)
        try type("here", on: here)
        let before = server.rows

        let launch = try here.session()
        let newer = try #require(launch.session.newerElsewhere.first)
        let error = #expect(throws: StorageError.self) { try launch.session.takeOver(newer) }

        #expect(error?.diagnosis.problem == "The file was sealed with another key")
        #expect(error?.diagnosis.place?.contains("\(newer.device)") == true)
        #expect(server.rows == before)
        #expect(try launch.restore() == "here")
        #expect(!FileManager.default.fileExists(atPath: here.state + "/archive.mine"))
    }

    @Test func `under a copied device ID leads to a new ID, and no save is lost`() throws {
        try type("common", on: here)
        try there.copy("state", of: here)

        try type("there", on: there)
        let launch = try here.launch()
        try launch.type("here")
        launch.wait(5)
        launch.wait(30)
        try launch.type("here, too")

        #expect(launch.notes.count { $0.hasPrefix("Another device has saved under this") } == 1)
        #expect(server.rows.count == 2)
        let newer = launch.session.newerElsewhere
        #expect(newer.map(\.generation) == [2])
        launch.close()
        let again = try there.launch()
        #expect(again.note.text == "there")
        try again.type("there 2")
        again.wait(5)
        try again.type("there 3")
        #expect(again.notes == [])
    }

    @Test func `is offered after this device came back from a backup`() throws {
        try type("old", on: here)
        let backup = try Machine(server)
        try backup.copy("state", of: here)
        try type("newer", on: here)

        try here.copy("state", of: backup)
        // The server's time is later than that of the backup, and plays no role.
        let launch = try here.launch()
        #expect(launch.note.text == "old")
        launch.settle()
        launch.wait(30)
        try launch.type("old, and more")
        launch.wait(30)
        let lost = try #require(launch.session.newerElsewhere.first)
        #expect(lost.generation == 2)
        try launch.session.takeOver(lost)

        #expect(try here.launch().note.text == "newer")
    }

    @Test func `is found although the file about the store is damaged`() throws {
        try type("here", on: here)
        try Data("restoration-remote 1\ndevice 12\n".utf8).write(
            to: URL(filePath: here.state + "/remote")
        )

        let launch = try here.launch()
        launch.settle()
        try launch.type("here again")

        #expect(launch.notes.contains("The file about the remote store is damaged"))
        #expect(launch.session.newerElsewhere.map(\.generation) == [1])
        #expect(launch.note.text == "here again")
    }
}
