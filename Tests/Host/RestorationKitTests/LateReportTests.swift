import Foundation
import RestorationKit
import Synchronization
import Testing

@Suite(.serialized) struct `A late restore` {
    private let sandbox = Sandbox()

    private func save() throws {
        Guest.ticket.withLock { $0 = nil }
        let session = try session()
        let holder = Holder()
        session.addRoot(holder)
        try session.restore()
        holder.guest = try session.make("Guest", under: holder, className: "Guest")
        try session.preserveNow()
        session.close()
    }

    @Test func `runs after the restore if the data has arrived during it`() throws {
        try save()
        let session = try session()
        defer { session.close() }
        let holder = Holder()
        holder.onDecode = { [unowned session] in
            Guest.ticket.withLock { $0 }?.arrive()
            session.runPending()
        }
        session.addRoot(holder)
        session.delegate = holder

        try session.restore()
        #expect(holder.guest == nil)
        session.runPending()

        #expect(holder.guest is Guest)
    }

    @Test func `is in the recorder and in the stored report`() throws {
        try save()

        let session = try session()
        let recorder = WindowRecorder()
        let holder = Holder()
        session.records.recorder = recorder
        session.addRoot(holder)
        session.delegate = holder
        try session.restore()
        recorder.lines = []
        try #require(Guest.ticket.withLock { $0 }).arrive()
        session.runPending()
        session.close()

        #expect(
            recorder.lines == [
                "opened", "create Holder/Guest", "decode Holder/Guest", "delegate -",
                "finish Holder/Guest", "closed",
            ]
        )
        let store = try ArchiveStore(
            application: ApplicationIdentifier("org.example.test")!,
            directory: sandbox.root + "/state",
            keys: FileKeyProvider(directory: sandbox.root + "/keys")
        )
        let stored = try StoredReport(decoding: #require(try store.readReport()))
        #expect(stored.objects.map(\.outcome) == ["restored", "restored"])
    }

    private func session() throws -> RestorationSession {
        let session = try sandbox.session()
        session.register(Guest.self, as: "Guest")
        return session
    }
}

private final class WindowRecorder: RestorationRecorder {
    var lines: [String] = []

    func restorationWindowDidOpen() { lines.append("opened") }
    func restorationWindowDidClose() { lines.append("closed") }
    func willRun(_ step: RestorationStep) {
        lines.append("\(step.stage) \(step.path?.description ?? "-")")
    }
    func didRun() {}
}

private final class Holder: Restorable, RestorationDelegate {
    let restorationIdentifier: String? = "Holder"
    var guest: (any Restorable)?
    var onDecode: () -> Void = {}

    func decodeRestorableState(with coder: RestorationCoder) { onDecode() }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(guest, forKey: "guest")
    }

    func didRestoreAwaited(_ objects: [any Restorable]) { guest = objects[0] }
}

/// Available from the second request on.
private final class Guest: RestorableObject {
    static let ticket = Mutex<RestorationTicket?>(nil)

    init(_ request: CreationRequest) throws {
        guard request.reason != .make else { return }
        let ticket = request.ticket
        let isFirst = Self.ticket.withLock { known in
            defer { known = ticket }
            return known == nil
        }
        if isFirst { throw ObjectNotYetAvailable() }
    }
}
