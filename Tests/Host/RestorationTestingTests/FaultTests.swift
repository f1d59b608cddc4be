import RestorationTesting
import Testing

@Suite struct `A fault` {
    private let program = book()

    /// A program with saved state, including a page that a class recreates.
    @discardableResult
    private func saved() throws -> TestProgram<Page> {
        let first = try program.launch()
        first.graph.title = "Cats"
        try first.addPage("Chapter", title: "Strays")
        return try first.terminate()
    }

    @Test func `of a foreign key sets the state aside`() throws {
        try saved()

        program.faults = [.keyForeign]
        let launch = try program.launch()

        #expect(launch.graph.title == "")
        #expect(program.disk.setAside.map(\.reason) == [.wrongKey])
    }

    @Test func `of a missing key has no effect if nothing was saved`() throws {
        program.faults = [.keyMissing]

        #expect(throws: Never.self) { try program.launch() }
    }

    @Test func `of a class that declines gives the object up`() throws {
        try saved()

        program.faults = [.creationDeclined(at: "Book/Chapter")]
        let launch = try program.launch()

        #expect(launch.report.notRestored.map(\.outcome) == [.skipped])
        #expect(launch.graph.pages.count == 2)
    }

    @Test func `for an object that is not saved is a mistake of the test`() throws {
        program.faults = [.creationFails(at: "Book/Cover")]
        try saved()

        program.faults = [.decodingFails(at: "Book/Covers")]
        #expect(
            throws: TestingError.noSuchObject(
                path: "Book/Covers",
                saved: ["Book", "Book/Cover", "Book/Index", "Book/Chapter"]
            )
        ) { try program.launch() }
        program.faults = [.decodingFails(at: "Book//")]
        #expect(throws: TestingError.invalidPath("Book//")) { try program.launch() }

        program.faults = []
        #expect(try program.launch().report.notRestored.isEmpty)
    }

    @Test func `for a class or plugin without saved objects is a mistake of the test`() throws {
        program.faults = [.classMissing("Pgae"), .pluginMissing("org.example.pages")]
        try saved()

        program.faults = [.classMissing("Pgae")]
        #expect(throws: TestingError.noSuchClass("Pgae", saved: ["Page"])) {
            try program.launch()
        }
        program.faults = [.pluginMissing("org.example.pages")]
        #expect(throws: TestingError.noSuchPlugin("org.example.pages", saved: [])) {
            try program.launch()
        }
        #expect(
            TestingError.noSuchClass("Pgae", saved: ["Page"]).diagnosis.remedy
                == "Name one that saved objects have: Page."
        )
        #expect(
            TestingError.noSuchPlugin("org.example.pages", saved: []).diagnosis.remedy
                == "Save an object of it in a launch before this one."
        )
    }

    @Test func `of decoding at a key lets the object's code run to that key`() throws {
        var asked: [String] = []
        let program = TestProgram { session in
            let page = AskingPage { asked.append($0) }
            session.addRoot(page)
            return page
        }
        let first = try program.launch()

        program.faults = [.decodingFails(at: "Page", key: "second")]
        let second = try first.relaunch()
        #expect(second.report.notRestored.map(\.outcome) == [.retained])
        #expect(asked.prefix(1) == ["first"])
        #expect(!asked.contains("third"))
        program.faults = [.decodingFails(at: "Page", key: "fourth")]
        asked = []
        let third = try second.relaunch()

        #expect(asked.isEmpty)
        #expect(
            third.report.notRestored.first?.reason?.problem.hasSuffix(
                "fail, and nothing is stored under it"
            ) == true
        )
    }
}

/// Reports each key that it decodes.
private final class AskingPage: Restorable {
    let restorationIdentifier: String? = "Page"
    private let onDecode: (String) -> Void

    init(onDecode: @escaping (String) -> Void) { self.onDecode = onDecode }

    func encodeRestorableState(with coder: RestorationCoder) {
        for key in ["first", "second", "third"] { coder.encode(key, forKey: key) }
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        for key in ["first", "second", "third"] {
            if try coder.decode(String.self, forKey: key) != nil { onDecode(key) }
        }
    }
}
