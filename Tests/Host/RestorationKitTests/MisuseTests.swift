import RestorationKit
import TestSupport
import Testing

/// Mistakes whose effects would otherwise appear only in a later launch.
@Suite struct `A session warns` {
    private let sandbox = Sandbox()
    private let log = CollectedLog()

    private func session() throws -> RestorationSession {
        try sandbox.session {
            $0.logger = log.logger
            $0.autosaveInterval = .zero
        }
    }

    @Test func `that its own former session is still open`() throws {
        let first = try session()

        let error = #expect(throws: StorageError.self) { try session() }

        #expect(
            error?.diagnosis.problem == "The state is in use by another session of this process"
        )
        #expect(error?.diagnosis.remedy.hasPrefix("Close that session first.") == true)
        first.close()
        try session().close()
    }

    @Test func `that changes are not saved before it has restored`() throws {
        let session = try session()
        var errors: [String?] = []
        session.onSave = { errors.append($0.error?.problem) }
        let root = Screen("Root")
        session.addRoot(root)
        session.runPending()
        session.invalidate(root)

        session.runPending()
        session.runPending()

        let sentence = "Changes are not saved, since the session has not restored yet"
        #expect(errors == [sentence])
        #expect(log.messages.count { $0.contains(sentence) } == 1)
        try session.restore()
        session.invalidate(root)
        session.close()
        #expect(log.messages.count { $0.contains(sentence) } == 1)
    }

    @Test func `that a class or an alias has two meanings`() throws {
        let session = try session()

        session.register(Screen.self, as: "Screen", aliases: ["Window"])
        session.register(Screen.self, as: "Screen")
        #expect(log.messages.isEmpty)
        session.register("Screen", creating: { Screen($0.identifier) })
        session.register("Window", creating: { Screen($0.identifier) })
        session.register("Page", aliases: ["Screen"], creating: { Screen($0.identifier) })
        session.register("Card", aliases: ["Window"], creating: { Screen($0.identifier) })

        let sentences = [
            "The restoration class Screen is registered twice; the second registration replaces"
                + " the first",
            "The alias Window of the restoration class Screen has no effect",
            "The alias Screen of the restoration class Page has no effect",
            "The alias Window of the restoration class Card has no effect",
        ]
        for sentence in sentences {
            #expect(log.messages.contains { $0.contains(sentence) }, "\(sentence)")
        }
        session.close()
    }

    @Test func `that an object creates new children whenever it is asked`() throws {
        final class Shelf: Restorable {
            let restorationIdentifier: String? = "Shelf"
            var restorationChildren: [any Restorable] { ["a", "b"].map { Screen($0) } }
            func encodeRestorableState(with coder: RestorationCoder) {
                coder.encode(restorationChildren, forKey: "children")
            }
        }
        let session = try session()
        session.addRoot(Shelf())
        try session.restore()

        let issues = try session.preserveNow()?.report.issues

        let shelf = RestorationPath(root: RestorationIdentifier("Shelf")!)
        #expect(issues == [.changingChildren(shelf, type: "Shelf")])
        session.close()
    }
}
