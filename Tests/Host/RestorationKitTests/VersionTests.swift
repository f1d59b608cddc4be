import RestorationKit
import Testing

/// A note as its program's versions know it. Each keeps in `text` what the next splits.
private final class NoteV1: RestorableObject {
    var text = ""
    var link: (any Restorable)?
    init(_ request: CreationRequest) throws {}
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
        coder.encode(link, forKey: "link")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
        link = try coder.decodeReference(forKey: "link")
    }
}

private final class NoteV3: RestorableObject {
    let versionAtCreation: Int?
    var lines: [String] = []
    var count = 0
    weak var link: (any Restorable)?

    init(_ request: CreationRequest) throws { versionAtCreation = request.coder?.schemaVersion }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        lines = try coder.decode([String].self, forKey: "lines") ?? []
        count = try coder.decode(Int.self, forKey: "count") ?? 0
        link = try coder.decodeReference(forKey: "link")
    }
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(lines, forKey: "lines")
        coder.encode(link, forKey: "link")
    }
    static func migrateRestorableState(
        from version: Int,
        reading old: RestorationCoder,
        writing new: RestorationCoder
    ) throws {
        if try old.decode(String.self, forKey: "text") == "unreadable" { throw Failure() }
        try new.encodeCopies(from: old, except: ["text"])
        if version == 1 {
            new.encode([try old.decode(String.self, forKey: "text") ?? ""], forKey: "lines")
        } else {
            new.encode(try old.decode([String].self, forKey: "lines")?.count, forKey: "count")
        }
    }
}

/// Keeps what it made, and refers to it.
private final class Desk: Restorable {
    let restorationIdentifier: String? = "Desk"
    var note: (any Restorable)?
    var restorationChildren: [any Restorable] { [note].compactMap(\.self) }
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(note, forKey: "note")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        note = try coder.decodeReference(forKey: "note")
    }
}

@Suite struct `Versions of a class` {
    private let sandbox = Sandbox()

    private func saveFirstVersion(_ text: String = "Hamlet") throws {
        let session = try sandbox.session()
        let desk = Desk()
        session.addRoot(desk)
        session.register(NoteV1.self, as: "Note")
        try session.restore()
        let note = try session.make("Note", under: desk, className: "Note") as! NoteV1
        note.text = text
        note.link = desk
        desk.note = note
        try session.preserveNow()
        session.close()
    }

    private func restore(
        _ register: (RestorationSession) -> Void
    ) throws -> (session: RestorationSession, desk: Desk, report: RestorationReport) {
        let session = try sandbox.session()
        let desk = Desk()
        session.addRoot(desk)
        register(session)
        return (session, desk, try session.restore())
    }

    @Test func `rewrites older state one version after the other, references included`() throws {
        try saveFirstVersion()

        let (session, desk, report) = try restore {
            $0.register(NoteV3.self, as: "Note", schemaVersion: 3)
        }
        let note = try #require(desk.note as? NoteV3)
        session.close()

        #expect(note.versionAtCreation == 3)
        #expect(note.lines == ["Hamlet"])
        #expect(note.count == 1)
        #expect(note.link === desk)
        #expect(report.count(of: .migrated) == 1)
        #expect(report.notRestored.isEmpty)
        #expect(report.restored.map(\.description) == ["Desk", "Desk/Note"])
        #expect(
            report.entries.map(\.description) == [
                "Desk: restored",
                "Desk/Note: migrated: Its state was migrated from schema version 1 of Note to 3."
                    + " Nothing needs to be done.",
            ]
        )
    }

    @Test func `saves rewritten state as that of the new version`() throws {
        try saveFirstVersion()
        let (session, desk, _) = try restore {
            $0.register(NoteV3.self, as: "Note", schemaVersion: 3)
        }
        try session.preserveNow()
        session.close()
        withExtendedLifetime(desk) {}

        let (again, _, report) = try restore {
            $0.register(NoteV3.self, as: "Note", schemaVersion: 3)
        }
        again.close()

        #expect(report.count(of: .migrated) == 0)
        #expect(report.count(of: .restored) == 2)
    }

    @Test func `retains state that cannot be rewritten`() throws {
        try saveFirstVersion("unreadable")
        let (session, desk, report) = try restore {
            $0.register(NoteV3.self, as: "Note", schemaVersion: 3)
        }
        try session.preserveNow()
        session.close()

        let (again, later, _) = try restore { $0.register(NoteV1.self, as: "Note") }
        again.close()

        #expect(desk.note is UnavailableObject)
        #expect(
            report.notRestored.map(\.description) == [
                "Desk/Note: retained: Its state of schema version 1 could not be migrated: The"
                    + " screen is not ready. See the documentation of the class that threw it."
            ]
        )
        #expect((later.note as? NoteV1)?.text == "unreadable")
    }
}
