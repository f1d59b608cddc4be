import Foundation
import RestorationKit
import Testing

/// Each test is a separate process, since a library is never unloaded.
@Suite struct `A session attached to GLib` {
    /// A restored session of a screen. Its directories outlive the session.
    private static func session(in path: String, _ screen: Screen) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = path + "/state"
        options.keyProvider = FileKeyProvider(directory: path + "/keys")
        options.autosaveInterval = .milliseconds(20)
        let session = try RestorationSession(application: "org.example.test", options: options)
        session.addRoot(screen)
        try session.restore()
        return session
    }

    private static func loop() throws -> GLibLoop {
        try #require(GLibLoop(), "Install libglib2.0-0")
    }

    @Test func `saves a change when it is due, and each later change`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let loop = try Self.loop()
            let screen = Screen("Tabs")
            let session = try Self.session(in: path, screen)
            try session.attachToGLib()
            var saved: [String] = []
            session.onSave = { _ in
                saved.append(screen.title)
                guard saved.count < 3 else { return loop.quit() }
                screen.title = "after \(screen.title)"
                session.invalidate(screen)
            }
            // Called by the loop after it has begun to wait without a deadline.
            loop.schedule(after: 5) {
                screen.title = "first"
                session.invalidate(screen)
            }

            loop.run()

            #expect(saved == ["first", "after first", "after after first"])
            session.close()
            let next = Screen("Tabs")
            try Self.session(in: path, next).close()
            #expect(next.title == "after after first")
        }
    }

    @Test func `wakes for changes reported by another thread`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let loop = try Self.loop()
            let screen = Screen("Tabs")
            let session = try Self.session(in: path, screen)
            try session.attachToGLib()
            var isSaved = false
            session.onSave = { _ in
                isSaved = true
                loop.quit()
            }
            let invalidator = session.invalidator
            loop.schedule { Thread.detachNewThread { invalidator.invalidate() } }

            loop.run()

            #expect(isSaved)
            session.close()
        }
    }

    @Test func `saves when a signal comes, then ends the loop`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let loop = try Self.loop()
            let screen = Screen("Tabs")
            let session = try Self.session(in: path, screen)
            try session.attachToGLib()
            var heard: [SessionSignal] = []
            try session.handleSignals([.terminate]) { signal in
                heard.append(signal)
                loop.quit()
            }
            loop.schedule {
                screen.title = "changed"
                kill(getpid(), SIGTERM)
            }

            loop.run()

            #expect(heard == [.terminate])
            session.close()
            let next = Screen("Tabs")
            try Self.session(in: path, next).close()
            #expect(next.title == "changed")
        }
    }

    @Test func `leaves the loop when it is detached, closed or deallocated`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let loop = try Self.loop()
            let screen = Screen("Tabs")
            var session: RestorationSession? = try Self.session(in: path, screen)
            weak let held = session
            var saves = 0
            session?.onSave = { _ in saves += 1 }
            try session?.attachToGLib()
            session?.detachFromGLib()
            session?.invalidate(screen)
            loop.schedule(after: 100) { loop.quit() }
            loop.run()
            #expect(saves == 0)

            // A session attached twice runs only once.
            try session?.attachToGLib()
            try session?.attachToGLib()
            session?.onSave = { _ in
                saves += 1
                loop.schedule(after: 100) { loop.quit() }
            }
            loop.run()
            #expect(saves == 1)

            // Closes the session during its own turn.
            session?.invalidate(screen)
            session?.onSave = { _ in
                held?.close()
                loop.quit()
            }
            loop.run()
            #expect(throws: SessionError.closed) { try held?.attachToGLib() }

            session = try Self.session(in: path, screen)
            try session?.attachToGLib()
            session = nil
            loop.schedule(after: 20) { loop.quit() }
            loop.run()
        }
    }

    @Test func `is an error in a process without GLib`() async {
        let sandbox = Sandbox()
        await #expect(processExitsWith: .success) { [path = sandbox.root as String] in
            let session = try Self.session(in: path, Screen("Tabs"))

            let error = #expect(throws: SessionError.self) { try session.attachToGLib() }

            #expect(
                error?.description == """
                    error: The process has no GLib: there is no g_source_new in it
                      fix: Link the program with GLib 2.36 or later, or call runPending() yourself.
                    """
            )
            session.close()
        }
    }
}
