import Foundation
import PetFinderModel
import TerminalScreen
import Testing

@Suite struct `The cats of the shelter` {
    let cats: [Cat]

    init() throws { cats = try CatCatalog.embedded().cats }

    @Test func `are at least sixty, each with an id of its own`() {
        #expect(cats.count >= 60)
        #expect(Set(cats.map(\.id)).count == cats.count)
    }

    @Test func `all have a breed, a story and a possible age`() {
        for cat in cats {
            #expect(!cat.name.isEmpty && !cat.breed.isEmpty && !cat.story.isEmpty)
            #expect(Cat.ages.contains(cat.age))
        }
    }

    @Test func `have names with accents, in wide scripts and with emoji`() {
        let names = cats.map(\.name)

        #expect(names.contains { $0.contains("ë") })
        #expect(names.contains { $0.contains("雪") })
        #expect(names.contains { $0.contains("🐾") })
    }
}

@Suite final class `The person's records` {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("petfinder-\(UUID().uuidString)").path
    let catalog = CatCatalog(
        ["a", "b", "c"].map {
            Cat(id: $0, name: $0.uppercased(), breed: "Cat", age: 1, story: "Story")
        }
    )

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func open() throws -> PetBook {
        try PetBook(catalog: catalog, file: PetFile(directory: directory + "/nested"))
    }

    private func file(holding text: String) throws -> PetFile {
        let file = PetFile(directory: directory)
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        return file
    }

    @Test func `come back as they were`() throws {
        let book = try open()
        try book.match("b")
        try book.skip("a")
        try book.correct("b", to: .init(name: "Zoë 雪", age: 2, story: "New"))
        try book.note("likes\nfish", about: "b")

        let reopened = try open()

        #expect(reopened.records == book.records)
        #expect(reopened.matches.map(\.name) == ["Zoë 雪"])
        #expect(reopened.nextUndecided?.id == "c")
        #expect(reopened.notes(about: "b") == "likes\nfish")
    }

    @Test func `are readable by their owner alone`() throws {
        try open().match("a")

        let file = try FileManager.default.attributesOfItem(
            atPath: directory + "/nested/matches.json"
        )
        let folder = try FileManager.default.attributesOfItem(atPath: directory + "/nested")
        #expect(file[.posixPermissions] as? Int == 0o600)
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }

    @Test func `are written after the restoration state, and only if something changes`() throws {
        var events: [String] = []
        let book = PetBook(catalog: catalog, records: PetRecords()) { _ in events.append("write") }
        book.willWrite = { events.append("state") }
        book.didWrite = { events.append("done") }

        try book.match("a")
        try book.match("a")

        #expect(events == ["state", "write", "done"])
    }

    @Test func `stay as they are on disk when they cannot be written`() {
        let failure = PetFinderError.fileFailed(path: "/x", operation: "written", reason: "full")
        let book = PetBook(catalog: catalog, records: PetRecords()) { _ throws(PetFinderError) in
            throw failure
        }

        #expect(throws: failure) { try book.match("a") }
        #expect(book.matches == [])
    }

    @Test(arguments: [
        ("", "the file is not valid JSON"), ("[", "the file is not valid JSON"),
        ("{}", "'version' is missing"),
        (#"{"version": 1, "skipped": [], "corrections": {}, "notes": {}}"#, "'matched' is missing"),
        (
            #"{"version": 1, "matched": 7, "skipped": [], "corrections": {}, "notes": {}}"#,
            "'matched' is of another kind"
        ),
    ])
    func `are never overwritten when they cannot be read`(text: String, reason: String) throws {
        let file = try file(holding: text)

        #expect(throws: PetFinderError.unreadableRecords(path: file.path, reason: reason)) {
            try file.read()
        }
    }

    @Test func `of a newer Pet Finder are left alone`() throws {
        let file = try file(holding: #"{"version": 2}"#)

        #expect(throws: PetFinderError.newerRecords(path: file.path, version: 2, known: 1)) {
            try file.read()
        }
    }

    @Test func `belong below an absolute XDG_DATA_HOME, else below HOME`() throws {
        func directory(_ environment: [String: String]) throws -> String {
            try PetFile(application: "org.x", environment: environment).directory
        }

        #expect(try directory(["XDG_DATA_HOME": "/data", "HOME": "/h"]) == "/data/org.x")
        #expect(try directory(["XDG_DATA_HOME": "data", "HOME": "/h"]) == "/h/.local/share/org.x")
        #expect(throws: PetFinderError.noDataDirectory) { try directory([:]) }
    }
}
