import Foundation
import RestorationKit
import Testing

@Suite struct `The restoration window` {
    private let sandbox = Sandbox()

    private func session() throws -> RestorationSession {
        let session = try sandbox.session()
        session.addRoot(Screen("Tabs"))
        return session
    }

    private func save() throws {
        let session = try sandbox.session()
        session.addRoot(Announcer(session.restorationWindow))
        try session.restore()
        try session.preserveNow()
        session.close()
    }

    @Test func `is completed from any thread, and wakes the session's own`() async throws {
        try save()
        let session = try sandbox.session()
        session.addRoot(Announcer(session.restorationWindow))
        try session.restore()
        session.runPending()
        let window = session.restorationWindow
        let threads = (0..<2).map { _ in Thread { window.complete() } }
        for thread in threads { thread.start() }

        while window.isOpen {
            var descriptor = pollfd(
                fd: session.fileDescriptor,
                events: Int16(POLLIN),
                revents: 0
            )
            unsafe poll(&descriptor, 1, session.millisecondsToNextDeadline)
            session.runPending()
        }
        #expect(!window.isOpen)
        session.close()
    }

    @Test func `reports its pending objects to a recorder`() throws {
        func root() -> Container {
            let root = Container("Stack", .stack)
            return root
        }
        let before = root()
        let first = try sandbox.session()
        first.register(Screen.self, as: "Screen")
        first.addRoot(before)
        try first.restore()
        before.add(try first.make("Top", under: before, className: "Screen"))
        try first.preserveNow()
        first.close()

        let session = try sandbox.session()
        session.register(Screen.self, as: "Screen")
        session.addRoot(root())
        let recorder = Recorder()
        session.records.recorder = recorder
        try session.restore()
        session.close()

        #expect(
            recorder.lines == [
                "opened", "delegate -", "create Stack", "create Stack/Top Screen",
                "attach Stack", "decode Stack", "decode Stack/Top Screen", "attach Stack",
                "attach Stack", "delegate -", "finish Stack", "finish Stack/Top Screen",
                "closed",
            ]
        )
        #expect(recorder.depth == 0)
    }
}

/// Records each step and the nesting depth.
private final class Recorder: RestorationRecorder {
    var lines: [String] = []
    var depth = 0

    func restorationWindowDidOpen() { lines.append("opened") }
    func restorationWindowDidClose() { lines.append("closed") }
    func willRun(_ step: RestorationStep) {
        depth += 1
        let words = ["\(step.stage)", step.path?.description ?? "-", step.className]
        lines.append(words.compactMap(\.self).joined(separator: " "))
    }
    func didRun() { depth -= 1 }
}

/// Extends the restoration window twice while it decodes.
private final class Announcer: Restorable {
    let restorationIdentifier: String? = "Announcer"
    let window: RestorationWindow

    init(_ window: RestorationWindow) { self.window = window }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        window.extend()
        window.extend()
    }
}
