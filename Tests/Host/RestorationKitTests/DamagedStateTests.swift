import Foundation
import RestorationKit
import Testing

/// Launches with state that is damaged, foreign or of a future version.
@Suite struct `Damaged state` {
    private let sandbox = Sandbox()
    private var archive: String { sandbox.root + "/state/archive" }

    /// A root with three children, each larger than a piece of the archive.
    private func graph() -> Screen {
        let root = Screen("Tabs")
        for name in ["A", "B", "C"] { root.add(Screen(name)) }
        return root
    }

    /// A launch that saves each text.
    private func save(_ texts: String...) throws {
        let root = graph()
        let session = try sandbox.restoredSession(of: root) { $0.sizeBudget = 1 << 30 }
        for text in texts {
            for child in root.children {
                child.title = text + String(repeating: "x", count: 200_000)
            }
            try session.preserveNow()
        }
        session.close()
    }

    private func restore() throws -> (root: Screen, report: RestorationReport) {
        let root = graph()
        let session = try sandbox.session { $0.sizeBudget = 1 << 30 }
        session.addRoot(root)
        let report = try session.restore()
        session.close()
        return (root, report)
    }

    private func flipByte(at fraction: Double, in path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[Int(Double(bytes.count) * fraction)] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test func `costs the objects in the damaged piece, which come from the older generation`()
        throws
    {
        try save("old ")
        try save("new ")
        try flipByte(at: 0.5, in: archive)

        let (root, report) = try restore()

        #expect(root.children.map { String($0.title.prefix(4)) } == ["new ", "old ", "new "])
        #expect(report.restored.count == 4)
        #expect(report.notes.map(\.place) == ["Tabs/B"])
    }

    @Test func `of both generations is reported, file by file`() throws {
        let text = String(repeating: "x", count: 1_000)
        for _ in 0..<2 { _ = try HelperProgram(sandbox.root, saving: text) }
        for name in [archive, archive + ".found"] {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: name))
            bytes[4_500] ^= 0x55
            try bytes.write(to: URL(fileURLWithPath: name))
        }

        let life = try HelperProgram(sandbox.root, saving: "new")

        #expect(life.restored == "")
        let sentence =
            "The file has only one piece, with all its objects and tables, and that piece is damaged"
        #expect(life.notes.filter { $0 == sentence }.count == 2)
        #expect(life.remedies.contains { $0.hasPrefix("The program started afresh") })
        #expect(life.hasSaved)
    }

    @Test func `retains objects that only the damaged object references`() throws {
        func life(_ body: (Screen, RestorationSession) throws -> Void) throws {
            let root = graph()
            let session = try sandbox.session { $0.sizeBudget = 1 << 30 }
            session.register(Screen.self, as: "Screen")
            session.addRoot(root)
            try session.restore()
            try body(root, session)
            try session.preserveNow()
            session.close()
        }
        try life { root, session in
            let note = try session.make(
                "Note",
                under: root.children[1],
                className: "Screen",
                parameters: ["title": "half-typed"]
            )
            root.children[1].presented = note
            for child in root.children { child.title = String(repeating: "x", count: 200_000) }
        }
        try life { _, _ in }
        try flipByte(at: 0.5, in: archive)

        for _ in 0..<2 {
            try life { root, _ in
                let note = root.children[1].presented as? Screen
                #expect(note?.title == "half-typed")
            }
        }
    }

    @Test(arguments: [true, false])
    func `does not prevent the delegate from being asked`(hasOlder: Bool) throws {
        func life(_ delegate: Author, _ body: (RestorationSession) throws -> Void) throws {
            let session = try sandbox.session(delegate: delegate) {
                $0.sizeBudget = 1 << 30
                $0.applicationVersion = "7"
            }
            session.addRoot(graph())
            try session.restore()
            try body(session)
            session.close()
        }
        for text in hasOlder ? ["old ", "new "] : ["new "] {
            try life(Author(text)) { try $0.preserveNow() }
        }
        try flipByte(at: 0.2, in: archive)

        let asked = Author("")
        try life(asked) { _ in }

        let found = hasOlder ? "old " : "none"
        #expect(asked.log == ["should restore 7 \(found)", "did decode 7 \(found)"])
    }

    @Test func `is reported if no older generation has the object`() throws {
        try save("new ")
        try flipByte(at: 0.5, in: archive)

        let (root, report) = try restore()

        #expect(root.children.map { String($0.title.prefix(4)) } == ["new ", "", "new "])
        #expect(report.notRestored.map(\.path.description) == ["Tabs/B"])
        #expect(report.notRestored.map(\.outcome) == [.lost])
    }

    @Test func `falls back to the older generation when the tables are damaged`() throws {
        try save("old ")
        try save("new ")
        // The tables come after the three large sections and before the footer.
        let size = try Data(contentsOf: URL(fileURLWithPath: archive)).count
        try flipByte(at: Double(size - 700) / Double(size), in: archive)

        let (root, report) = try restore()

        #expect(root.children.map { String($0.title.prefix(4)) } == ["old ", "old ", "old "])
        #expect(report.notes.count == 1)
        #expect(report.notes[0].place?.contains("/state/set-aside/") == true)
        #expect(
            report.notes[0].withoutMoments
                == "No action is needed: generation 1, saved THEN, was used instead."
                + " restorectl archive list --set-aside lists the files."
        )
    }

    @Test func `starts afresh, with a report, if the tables of both generations are damaged`()
        throws
    {
        try save("old ")
        try save("new ")
        for path in [archive, archive + ".found"] {
            let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
            try flipByte(at: Double(size - 700) / Double(size), in: path)
        }

        let (root, report) = try restore()

        #expect(root.children.map(\.title) == ["", "", ""])
        #expect(report.notes.map(\.withoutMoments) == [Self.afresh, Self.afresh])
    }

    @Test func `falls back to archive.found when the tables of both generations are damaged`()
        throws
    {
        try save("old ")
        try save("newer ", "newest ")
        for path in [archive, archive + ".previous"] {
            let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
            try flipByte(at: Double(size - 700) / Double(size), in: path)
        }

        let (root, report) = try restore()

        #expect(root.children.map { String($0.title.prefix(4)) } == ["old ", "old ", "old "])
        #expect(report.notes.count == 2)
    }

    private static let afresh =
        "The program started afresh, because no other generation could be used."
        + " restorectl archive list --set-aside lists the files."

    @Test(arguments: [0, 1, 40, 5000])
    func `is set aside, never deleted, when nothing of it can be read`(length: Int) throws {
        try save("new ")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive)).prefix(length)
        try bytes.write(to: URL(fileURLWithPath: archive))

        let (root, report) = try restore()

        #expect(root.children.map(\.title) == ["", "", ""])
        #expect(report.notes.map(\.withoutMoments) == [Self.afresh])
        let setAside = try FileManager.default.contentsOfDirectory(
            atPath: sandbox.root + "/state/set-aside"
        )
        #expect(setAside.count == 1)
    }

    @Test func `is an error, not a fresh start, if the key is missing`() throws {
        try save("new ")
        try FileManager.default.removeItem(atPath: sandbox.root + "/keys/org.example.test.key")
        let session = try sandbox.session()
        session.addRoot(graph())

        #expect(throws: StorageError.self) { try session.restore() }
        #expect(throws: SessionError.notRestored) { try session.preserveNow() }
    }
}

extension Diagnosis {
    /// The remedy without dates, which differ between runs.
    fileprivate var withoutMoments: String {
        remedy.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/#, with: "THEN")
    }
}

/// A delegate whose record is larger than a piece of the archive.
private final class Author: RestorationDelegate {
    private let text: String
    var log: [String] = []

    init(_ text: String) { self.text = text }

    func willEncodeState(to coder: RestorationCoder) {
        coder.encode(text + String(repeating: "x", count: 200_000), forKey: "text")
    }

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        log.append("should restore \(description(coder))")
        return true
    }

    func didDecodeState(from coder: RestorationCoder) {
        log.append("did decode \(description(coder))")
    }

    private func description(_ coder: RestorationCoder) -> String {
        let text = (try? coder.decode(String.self, forKey: "text")).map { $0.prefix(4) }
        return "\(coder.preservationInfo?.applicationVersion ?? "-") \(text ?? "none")"
    }
}
