import RestorationTesting
import Testing

@Suite struct `A new version of a program` {
    private let old = book()

    private func saved() throws -> TestProgram<Page> {
        let first = try old.launch()
        first.graph.title = "Cats"
        try first.addPage("Chapter", title: "Strays")
        return try first.terminate()
    }

    /// A version with another graph and another class name for its pages.
    private func new(_ program: TestProgram<Page>) -> TestProgram<Magazine> {
        program.upgraded(configure: { $0.applicationVersion = "2.0" }) { session in
            session.register(Page.self, as: "Sheet", aliases: ["Page"])
            let magazine = Magazine(Page("Book", [Page("Cover"), Page("Index")]))
            session.addRoot(magazine.book)
            return magazine
        }
    }

    @Test func `finds the state of the former version`() throws {
        let launch = try new(try saved()).launch()

        #expect(launch.graph.book.title == "Cats")
        #expect(launch.report.notRestored.isEmpty)
        #expect(launch.report["Book/Chapter"]?.outcome == .restored)
        #expect(launch.session.options.applicationVersion == "2.0")
        #expect(launch.program.application == old.application)
        #expect(launch.program.disk === old.disk)
        #expect(launch.program.clock === old.clock)
    }

    @Test func `leaves state that the former version finds again`() throws {
        try new(try saved()).launch().terminate()

        let back = try old.launch()

        #expect(back.graph.title == "Cats")
        #expect(back.report.preservationInfo?.applicationVersion == "2.0")
        #expect(back.report["Book/Chapter"]?.outcome == .retained)
    }

    @Test func `does not run beside the former one`() throws {
        let new = new(try saved())
        let first = try old.launch()

        #expect(throws: StorageError.self) { try new.launch() }
        try first.terminate()
        #expect(throws: Never.self) { try new.launch() }
    }

    @Test func `inherits the faults that were set, and has its own from then on`() throws {
        let former = try saved()
        former.faults = [.keyLocked]

        let new = new(former)
        former.faults = []

        #expect(new.faults == [.keyLocked])
        #expect(try new.launch().graph.book.title == "")
    }
}

private final class Magazine {
    let book: Page
    init(_ book: Page) { self.book = book }
}
