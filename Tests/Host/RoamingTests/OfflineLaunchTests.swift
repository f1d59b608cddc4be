import RestorationKit
import RestorationTesting
import Testing

@Suite struct `A session without its remote store` {
    @Test func `launches, saves and closes without waiting`() throws {
        let machine = try Machine(MemoryServer())
        machine.remote.isOnline = false
        let time = ContinuousClock().measure {
            try? machine.launch().type("text")
        }

        let launch = try machine.session()
        #expect(launch.session.newerElsewhere == [])
        #expect(try launch.restore() == "text")
        #expect(time < .seconds(60))
        launch.close()
    }

    @Test func `throws from calls that need the store`() throws {
        let machine = try Machine(MemoryServer())
        let launch = try machine.launch { $0.remote = nil }

        #expect(launch.session.newerElsewhere == [])
        #expect(launch.session.remoteProblem == nil)
        #expect(throws: SessionError.noRemoteStore) { try launch.session.keepMine() }
    }

    @Test func `refuses a person's name that cannot be one`() throws {
        let error = #expect(throws: StorageError.self) {
            try Machine(MemoryServer()).session { $0.person = "" }
        }
        #expect(error?.diagnosis.problem == "The options name an invalid person")
    }
}
