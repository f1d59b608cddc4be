import Foundation
import RestorationKit
import Testing

/// Restores from archives truncated at every length or with any byte changed.
///
/// Tests every 64th of the zero bytes that pad the header up to 4096, and each other byte.
@Suite struct `Every byte of an archive` {
    private let sandbox = Sandbox(isInMemory: true)
    private var state: String { sandbox.root + "/state" }

    /// The contents of a state directory's files by name.
    private typealias Files = [String: Data]

    private func session() throws -> (RestorationSession, Screen) {
        let root = Screen("Tabs")
        root.add(Screen("A"))
        let session = try sandbox.session()
        session.addRoot(root)
        return (session, root)
    }

    /// The state's files after saving the titles in turn.
    private func files(saving titles: [String]) throws -> Files {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let (session, root) = try session()
        try session.restore()
        for title in titles {
            root.title = title
            root.children[0].title = title
            try session.preserveNow()
        }
        session.close()
        var files = Files()
        for name in ["archive", "archive.previous"] {
            let url = URL(fileURLWithPath: "\(state)/\(name)")
            if let bytes = try? Data(contentsOf: url) { files[name] = bytes }
        }
        return files
    }

    /// Copies of `whole` truncated at each tested position, or with a bit changed there.
    private func damaged(_ whole: Data) -> [(name: String, bytes: Data)] {
        let header = whole.prefix(4096)
        let places = whole.indices.filter { place in
            // Inside the padding, all neighbouring bytes are zeros.
            guard place < 4096, place % 64 != 0 else { return true }
            return header[max(place - 16, 0)..<min(place + 17, 4096)].contains { $0 != 0 }
        }
        return places.map { ("cut off at \($0)", whole.prefix($0)) }
            + places.map { place in
                var bytes = whole
                bytes[place] ^= 1
                return ("byte \(place)", bytes)
            }
    }

    /// Restores from the files, saves, and restores again.
    private func restore(_ files: Files) throws -> (titles: Set<String>, notes: Int, aside: Int) {
        try FileManager.default.removeItem(atPath: state)
        try FileManager.default.createDirectory(
            atPath: state,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        for (name, bytes) in files {
            _ = FileManager.default.createFile(
                atPath: "\(state)/\(name)",
                contents: bytes,
                attributes: [.posixPermissions: 0o600]
            )
        }

        let (first, root) = try session()
        let report = try first.restore()
        let titles = Set([root.title, root.children[0].title])
        root.title = "saved"
        try first.preserveNow()
        first.close()
        let (second, again) = try session()
        try second.restore()
        second.close()
        #expect(again.title == "saved")

        let aside = try? FileManager.default.contentsOfDirectory(atPath: "\(state)/set-aside")
        return (titles, report.notes.count, aside?.count ?? 0)
    }

    @Test func `may be damaged: the generation before, or its records, are restored`() throws {
        let files = try files(saving: ["old", "new"])
        let whole = try #require(files["archive"])
        let older = try #require(files["archive.previous"])
        #expect(try restore(files).titles == ["new"])

        for (index, (name, bytes)) in damaged(whole).enumerated() {
            let place = index % 2 == 0 ? "archive.previous" : "archive.found"
            let files = ["archive": bytes, place: older]
            let outcome = try restore(files)
            #expect(outcome.titles.isSubset(of: ["old", "new"]), "\(name)")
            #expect(outcome.titles.contains("old"), "\(name)")
            #expect(outcome.notes > 0, "\(name)")
        }
    }

    @Test func `may be damaged: without a generation before, the start is fresh`() throws {
        let files = try files(saving: ["new"])
        let whole = try #require(files["archive"])
        #expect(files.count == 1)
        #expect(try restore(files).titles == ["new"])

        for (name, bytes) in damaged(whole) {
            let outcome = try restore(["archive": bytes])
            #expect(outcome.titles == [""], "\(name)")
            #expect(outcome.notes > 0, "\(name)")
            #expect(outcome.aside == 1, "\(name)")
        }
    }
}
