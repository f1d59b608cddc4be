import RestorationTesting
import Testing

@Suite struct `Damage to the archive` {
    private let program = book()

    /// Saves two generations, of which the second has one more page.
    private func saved() throws {
        let first = try program.launch()
        first.graph.title = "Cats"
        first.graph.pages[1].title = "Old"
        try first.session.preserveNow()
        first.graph.title = "Dogs"
        first.graph.pages[1].title = "New"
        try first.addPage("Chapter", title: "Strays")
        try first.terminate()
    }

    @Test func `as a whole restores the previous generation`() throws {
        try saved()

        program.faults = [.archiveDamaged]
        let launch = try program.launch()

        #expect(launch.graph.title == "Cats")
        #expect(launch.report["Book/Chapter"] == nil)
        #expect(program.disk.setAside.map(\.reason) == [.damaged])
        #expect(launch.report.notes.count == 1)
    }

    @Test func `as a whole leaves nothing if there is no other generation`() throws {
        try program.launch().terminate()

        program.faults = [.archiveDamaged]
        let launch = try program.launch()

        #expect(launch.report.entries.isEmpty)
        #expect(program.disk.setAside.map(\.reason) == [.damaged])
    }

    @Test func `in one record restores that record from the previous generation`() throws {
        try saved()

        program.faults = [.recordDamaged(at: "Book/Index")]
        let launch = try program.launch()

        #expect(launch.graph.title == "Dogs")
        #expect(launch.graph.pages[1].title == "Old")
        #expect(launch.report["Book/Chapter"]?.outcome == .restored)
        #expect(program.disk.setAside.isEmpty)
    }

    @Test func `in one record costs an object that no other generation has`() throws {
        try saved()

        program.faults = [.recordDamaged(at: "Book/Chapter")]
        let launch = try program.launch()

        #expect(launch.report["Book/Chapter"]?.outcome == .lost)
        #expect(launch.report.notRestored.count == 1)
        program.faults = []
        #expect(try launch.relaunch().report["Book/Chapter"] == nil)
    }

    @Test func `in one record of an object that is not saved is a mistake of the test`() throws {
        try saved()

        program.faults = [.recordDamaged(at: "Book/Cellar")]

        #expect(throws: TestingError.self) { try program.launch() }
    }

    @Test(arguments: [Fault.archiveDamaged, .recordDamaged(at: "Book/Chapter")])
    func `costs everything if everything is checked`(fault: Fault) throws {
        let strict = TestProgram(preset: .uikit) { session in
            session.register(Page.self, as: "Page")
            let root = Page("Book", [Page("Cover"), Page("Index")])
            session.addRoot(root)
            return root
        }
        let first = try strict.launch()
        try first.addPage("Chapter", title: "Strays")
        try first.session.preserveNow()
        first.graph.title = "Cats"
        try first.terminate()

        strict.faults = [fault]
        let launch = try strict.launch()

        #expect(launch.report.entries.isEmpty)
        #expect(strict.disk.setAside.map(\.reason) == [.damaged, .damaged])
    }

    @Test func `is gone once the fault is removed, unless it was encountered`() throws {
        try saved()

        program.faults = [.archiveDamaged]
        program.faults = []

        #expect(try program.launch().graph.title == "Dogs")
    }

    @Test func `of a later version leaves nothing to restore`() throws {
        try saved()

        program.faults = [.futureVersion]
        let launch = try program.launch()

        #expect(launch.graph.title == "")
        #expect(launch.report.entries.isEmpty)
        #expect(Set(program.disk.setAside.map(\.reason)) == [.futureVersion])
    }
}

@Suite struct `A power loss that is a fault` {
    private let program = book()

    @Test(arguments: PowerLoss.allCases)
    func `ends the program in its next save`(loss: PowerLoss) throws {
        let first = try program.launch()
        first.graph.title = "Cats"
        try first.session.preserveNow()
        program.faults = [.powerFails(during: loss)]
        first.graph.title = "Dogs"

        first.session.invalidate(first.graph)
        first.advance(by: .seconds(5))
        first.graph.title = "Birds"
        program.faults = []
        #expect(throws: (any Error).self) { try first.session.preserveNow() }
        let second = try first.relaunch(after: .killed)

        #expect(second.graph.title == (loss == .replaced ? "Dogs" : "Cats"))
    }

    @Test func `comes together with damage`() throws {
        let first = try program.launch()
        first.graph.title = "Cats"
        try first.session.preserveNow()
        first.graph.title = "Dogs"
        try first.terminate()

        program.faults = [.archiveDamaged, .powerLoss]
        let second = try program.launch()
        #expect(second.graph.title == "Cats")
        second.graph.title = "Birds"
        #expect(throws: StorageError.self) { try second.session.preserveNow() }
        program.faults = []

        #expect(try second.relaunch(after: .killed).graph.title == "Cats")
    }

    @Test func `leaves archive.found, in case the newest archive is damaged, too`()
        throws
    {
        let first = try program.launch()
        first.graph.title = "Cats"
        try first.terminate()
        let second = try program.launch()
        second.graph.title = "Dogs"
        try second.session.preserveNow()
        second.graph.title = "Birds"
        program.faults = [.powerLoss]
        #expect(throws: StorageError.self) { try second.session.preserveNow() }

        program.faults = [.archiveDamaged]
        let third = try second.relaunch(after: .killed)

        #expect(third.graph.title == "Cats")
        #expect(program.disk.setAside.map(\.reason) == [.damaged, .damaged])
    }

    @Test func `needs the store in memory`() throws {
        let disk = MemoryDisk(application: ApplicationIdentifier("org.example.tested")!)
        let other = TestProgram(store: { ForwardingStore(disk.store()) }) { session in
            session.addRoot(Page("Book"))
        }
        let launch = try other.launch()
        other.faults = [.powerLoss]

        let error = #expect(throws: StorageError.self) { try launch.session.preserveNow() }

        #expect(error?.diagnosis == TestingError.needsMemoryStore.diagnosis)
    }
}
