import Foundation
import RestorationKit
import Testing

/// The result of each call to a session after it is closed.
@Suite struct `A closed session` {
    private let sandbox = Sandbox()
    private let root = Screen("Tabs")

    /// A session that was restored, saved and closed, without plugin directories.
    private func closedSession() throws -> RestorationSession {
        root.title = "saved"
        let session = try sandbox.session { $0.autosaveInterval = .zero }
        session.addRoot(root, scope: "left")
        try session.restore()
        try session.preserveNow()
        session.close()
        return session
    }

    private func files() throws -> [String: Data] {
        let directory = sandbox.root + "/state/"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0 != "set-aside" }.map { name in
                (name, try Data(contentsOf: URL(filePath: directory + name)))
            }
        )
    }

    @Test func `throws from every call that can throw`() async throws {
        let session = try closedSession()
        let object = Screen("Edit")
        let calls: [String: (RestorationSession) throws -> Void] = [
            "restore": { try $0.restore() },
            "preserveNow": { try $0.preserveNow() },
            "preservedScopes": { _ = try $0.preservedScopes(ofRoot: "Tabs") },
            "discard": { try $0.discard() },
            "make": { _ = try $0.make("Edit", className: "Screen") },
            "registerObject": { try $0.registerObject(object, identifier: "filter") },
            "alias": { try $0.alias("Tabs/Games", forPath: "Tabs/Matches") },
            "rename": { try $0.rename(object, to: "Other") },
            "move": { try $0.move(object, under: nil) },
            "pin": { try $0.pin("org.example.notes") },
            "adopt": { session in
                var byte: UInt8 = 0
                try unsafe withUnsafeMutablePointer(to: &byte) { address in
                    _ = unsafe try session.adopt(address, from: "org.example.dials")
                }
            },
            "handleSignals": { try $0.handleSignals([.hangUp]) },
            "attachToGLib": { try $0.attachToGLib() },
        ]

        for (name, call) in calls {
            #expect(throws: SessionError.closed, "\(name)") { try call(session) }
        }
        do {
            try await session.preserve()
            Issue.record("preserve")
        } catch {
            #expect(error as? SessionError == .closed)
        }
    }

    @Test func `ignores all other calls`() throws {
        let session = try closedSession()
        var outcomes = 0
        session.onSave = { _ in outcomes += 1 }
        session.onSettled = { outcomes += 1 }
        let before = try files()

        session.invalidate(root)
        session.invalidator.invalidate()
        session.removeRoot(root)
        session.abandon(root)
        session.alias("Former.Screen", for: Screen.self)
        session.register(Screen.self, as: "Screen")
        session.retryObjectsSetAside()
        session.detachFromGLib()
        session.restorationWindow.extend()
        session.restorationWindow.complete()
        session.runPending()
        session.close()

        #expect(session.applyAwaitedState(to: root).isEmpty)
        #expect(session.loadPlugins().isEmpty)
        #expect(outcomes == 0)
        #expect(try files() == before)
    }

    @Test func `does not keep objects alive that it is given`() throws {
        let session = try closedSession()
        weak var root: Screen?
        weak var restorationClass: Screens?

        do {
            let newRoot = Screen("Window")
            let newClass = Screens()
            session.addRoot(newRoot)
            session.register(newClass)
            root = newRoot
            restorationClass = newClass
        }

        #expect(root == nil)
        #expect(restorationClass == nil)
    }

    @Test func `answers correctly in calls that cannot fail`() throws {
        let session = try closedSession()

        #expect(session.nextDeadline == nil)
        #expect(session.millisecondsToNextDeadline == -1)
        // The closed session has no paths or failures of objects.
        #expect(session.path(of: root) == nil)
        #expect(session.failure(of: root) == nil)
        #expect(unsafe session.nativeObject(of: root) == nil)
        #expect(!session.restorationWindow.isOpen)
        #expect(session.report?.reason == .launch)
        #expect(session.plugins.isEmpty)
        #expect(session.pluginFaults.isEmpty)
        #expect(session.pluginSideEffects.isEmpty)
    }
}

/// Calls about objects that the session does not have.
@Suite struct `An object that the session does not have` {
    private let sandbox = Sandbox()

    @Test func `may be invalidated without effect`() {
        Screen("Tabs").invalidateRestorableState()
    }

    @Test func `schedules no save when it is removed or abandoned`() throws {
        let session = try sandbox.session()
        defer { session.close() }
        session.addRoot(Screen("Tabs"))
        try session.restore()

        session.removeRoot(Screen("Tabs"))
        session.abandon(Screen("Tabs"))

        #expect(session.nextDeadline == nil)
    }

    @Test func `retains its state when it is abandoned, and only adopted objects can be`() throws {
        func life(_ body: (RestorationSession, Screen) throws -> Void) throws {
            let root = Screen("Tabs")
            let child = Screen("Edit")
            root.add(child)
            let session = try sandbox.session()
            defer { session.close() }
            session.addRoot(root)
            try body(session, child)
            try session.preserveNow()
        }
        try life { session, child in
            try session.restore()
            child.title = "half-typed"
        }
        try life { session, child in
            child.decodingError = Failure()
            try session.restore()
            child.title = ""
            session.abandon(child)
        }

        try life { session, child in
            try session.restore()
            #expect(child.title == "half-typed")
        }
    }
}

private final class Screens: RestorationClass {
    let name = "Screens"
    let plugin: String? = nil
    let schemaVersion = 1

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try Screen(request)
    }
}
