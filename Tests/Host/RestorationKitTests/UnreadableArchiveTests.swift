import Foundation
import RestorationKit
import RestorationStorage
import Synchronization
import Testing

/// A disk that cannot read an archive for a while, which differs from having none.
@Suite struct `An archive that cannot be read for a while` {
    private let sandbox = Sandbox()
    private let disk = FailingReads()

    /// A root with three children, and a session with its state on the tested disk.
    private func launch() throws -> (session: RestorationSession, root: Screen) {
        let root = Screen("Tabs")
        for name in ["A", "B", "C"] { root.add(Screen(name)) }
        let session = try sandbox.session {
            $0.sizeBudget = 1 << 30
            $0.store = ArchiveStore(
                application: ApplicationIdentifier("org.example.test")!,
                directory: sandbox.root + "/state",
                keys: FileKeyProvider(directory: sandbox.root + "/keys"),
                conditions: disk.conditions
            )
        }
        session.addRoot(root)
        return (session, root)
    }

    /// Saves children that are each larger than a piece of the archive.
    private func save(_ text: String) throws {
        let (session, root) = try launch()
        try session.restore()
        for child in root.children {
            child.title = text + String(repeating: "x", count: 200_000)
        }
        try session.preserveNow()
        session.close()
    }

    /// - Parameter distance: Maps the file's size to the byte's distance from the end.
    private func damage(_ name: String, distance: (Int) -> Int) throws {
        let file = URL(fileURLWithPath: "\(sandbox.root)/state/\(name)")
        var bytes = [UInt8](try Data(contentsOf: file))
        bytes[bytes.count - distance(bytes.count)] ^= 1
        try Data(bytes).write(to: file)
    }

    private func error(_ action: FileAction, _ name: String) -> StorageError {
        .system(action, path: "\(sandbox.root)/state/\(name)", errorNumber: EIO)
    }

    @Test(arguments: [FileAction.open, .read])
    func `fails the save of an object that fails to encode, whose state a later save keeps`(
        action: FileAction
    ) throws {
        let (session, root) = try launch()
        try session.restore()
        root.title = "earlier"
        try session.preserveNow()
        session.close()
        let (second, changed) = try launch()
        try second.restore()
        changed.title = "later"
        changed.encodingError = Failure()
        var errors: [Diagnosis?] = []
        second.onSave = { errors.append($0.error) }

        disk.fail(action, of: "archive")
        let error = error(action, "archive")
        #expect(throws: error) { try second.preserveNow() }
        #expect(second.nextDeadline != nil)
        disk.heal()
        try second.preserveNow()
        second.close()

        #expect(errors == [error.diagnosis, nil])
        let (next, again) = try launch()
        try next.restore()
        next.close()
        #expect(again.title == "earlier")
    }

    @Test(arguments: [FileAction.open, .read], [false, true])
    func `fails a restore that needs it to replace damaged state`(
        action: FileAction,
        areTablesDamaged: Bool
    ) throws {
        try save("old ")
        try save("new ")
        try damage("archive") { areTablesDamaged ? 700 : $0 / 2 }

        disk.fail(action, of: "archive.found")
        let (session, root) = try launch()
        #expect(throws: error(action, "archive.found")) { try session.restore() }
        session.close()
        disk.heal()
        let (next, again) = try launch()
        let notes = try next.restore().notes
        next.close()

        #expect(root.children.map(\.title) == ["", "", ""])
        #expect(notes.count == 1)
        #expect(
            again.children.map { String($0.title.prefix(4)) }
                == (areTablesDamaged ? ["old ", "old ", "old "] : ["new ", "old ", "new "])
        )
    }
}

/// Fails when one file is opened or read.
private final class FailingReads: Sendable {
    private let state = Mutex<(failing: (FileAction, String)?, ahead: [String])>((nil, []))

    func fail(_ action: FileAction, of name: String) {
        state.withLock { $0 = ((action, name), [name]) }
    }

    func heal() { state.withLock { $0.failing = nil } }

    var conditions: StorageConditions {
        var conditions = StorageConditions()
        conditions.before = { step throws(SystemError) in
            let fails = self.state.withLock { state in
                switch step {
                case .openFile(let name):
                    if state.ahead.last == name { state.ahead.removeLast() }
                    return state.failing.map { $0 == (.open, name) } ?? false
                case .readPiece: return state.failing?.0 == .read && state.ahead.isEmpty
                default: return false
                }
            }
            if fails { throw SystemError(code: EIO) }
        }
        return conditions
    }
}
