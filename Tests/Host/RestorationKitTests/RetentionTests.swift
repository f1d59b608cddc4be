import RestorationCore
import RestorationStorage
import Testing

@testable import RestorationKit

/// Saves write the records of objects that cannot be restored back unchanged.
@Suite struct `Retained records` {
    private let sandbox = Sandbox()

    private func life(registering: Bool, _ body: (Screen, RestorationSession) throws -> Void)
        throws
    {
        let root = Screen("Tabs")
        let session = try sandbox.session()
        if registering { session.register(Screen.self, as: "Screen") }
        session.addRoot(root)
        try session.restore()
        try body(root, session)
        try session.preserveNow()
        session.close()
    }

    /// The newest archive.
    private func archive() throws -> SealedImage {
        SealedImage(
            try OpenedArchive.open(
                path: sandbox.root + "/state/archive",
                keys: FileKeyProvider(directory: sandbox.root + "/keys")
            )
        )
    }

    /// The newest archive's key table, sorted.
    private func keys() throws -> [String] {
        let archive = try ArchiveReader(source: archive())
        return (0..<UInt32(archive.keyCount)).map { archive.key($0) }.sorted()
    }

    /// The bytes of a record's section in the newest archive, and its references.
    private func section(at path: String) throws -> (bytes: [UInt8], references: [String]) {
        let archive = try ArchiveReader(source: archive())
        let number = try #require(archive.record(at: try RestorationPath(parsing: path)))
        let references = archive.references(of: number).map { target in
            target == ArchiveRecord.none
                ? "none" : archive.path(of: Int(target))?.description ?? ""
        }
        return (try archive.retainedSection(of: number).bytes, references)
    }

    @Test func `have the same bytes after a hundred saves of other objects`() throws {
        try life(registering: true) { root, session in
            let edit = try session.make(
                "Edit",
                under: root,
                className: "Screen",
                parameters: ["title": "half-typed"]
            )
            let note = try session.make(
                "Note",
                under: edit,
                className: "Screen",
                parameters: ["title": "deeper"]
            )
            (edit as? Screen)?.presented = note
            root.presented = edit
        }
        let before = try section(at: "Tabs/Edit")

        for round in 0..<10 {
            try life(registering: false) { root, session in
                for step in 0..<9 {
                    root.title = "round \(round), step \(step)"
                    root.add(Screen("Sibling \(step)"))
                    try session.preserveNow()
                }
            }
        }

        let after = try section(at: "Tabs/Edit")
        #expect(after.bytes == before.bytes)
        #expect(after.references == ["Tabs/Edit/Note"])
        try life(registering: true) { root, _ in
            let edit = try #require(root.presented as? Screen)
            #expect(edit.title == "half-typed")
            #expect((edit.presented as? Screen)?.title == "deeper")
        }
    }

    @Test func `do not make the archive grow with other objects' keys`() throws {
        try life(registering: true) { root, session in
            root.presented = try session.make("Edit", under: root, className: "Screen")
        }
        var sizes: [Int] = []

        for round in 100..<130 {
            let root = Screen("Tabs")
            let scribbler = Scribbler(key: "key of round \(round)")
            let session = try sandbox.session()
            session.addRoot(root)
            session.addRoot(scribbler)
            try session.restore()
            try session.preserveNow()
            session.close()
            sizes.append(try archive().imageSize)
        }

        #expect(Set(sizes).count == 1)
        #expect(try keys() == ["children", "key of round 129", "presented", "title"])
    }
}

/// Stores a value under a key that differs in each launch.
private final class Scribbler: Restorable {
    let restorationIdentifier: String? = "Scribbler"
    let key: String

    init(key: String) { self.key = key }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(true, forKey: key)
    }

    /// Reads every key, so that the session carries none over.
    func decodeRestorableState(with coder: RestorationCoder) throws {
        for key in coder.keys { _ = try coder.decode(Bool.self, forKey: key) }
    }
}

/// An object that creates another one through its session during its own creation.
@Suite struct `An object whose class answers not yet` {
    private let sandbox = Sandbox()

    private func life(
        isThere: Bool,
        _ body: (Screen, RestorationSession) throws -> Void
    ) throws {
        let session = try sandbox.session()
        let root = Screen("Tabs")
        session.register(Screen.self, as: "Screen")
        session.register("Note") { request in
            guard isThere else { throw ObjectNotYetAvailable() }
            return try Screen(request)
        }
        session.register("Edit") { [unowned session, unowned root] request in
            let edit = try Screen(request)
            edit.presented = try session.make("Note", under: root, className: "Note")
            return edit
        }
        session.addRoot(root)
        try body(root, session)
        try session.preserveNow()
        session.close()
    }

    @Test func `is retained without a wait`() throws {
        try life(isThere: true) { root, session in
            try session.restore()
            let edit = try session.make("Edit", under: root, className: "Edit")
            (edit as? Screen)?.title = "half-typed"
            root.presented = edit
        }

        try life(isThere: false) { root, session in
            let report = try session.restore()
            let entry = report.entries.first { "\($0.path)" == "Tabs/Edit" }
            #expect(entry?.outcome == .retained)
            #expect(
                entry?.reason?.problem
                    == "A new object cannot be made yet: its restoration class waits for data"
            )
            #expect(entry?.reason?.place == "Tabs/Note")
            #expect((root.presented as? UnavailableObject)?.isAwaited == false)
        }

        try life(isThere: true) { root, session in
            try session.restore()
            #expect((root.presented as? Screen)?.title == "half-typed")
        }
    }
}
