import RestorationTesting
import Testing

@Suite struct `A launch that ends` {
    @Test func `releases its graph, and the next launch builds a new one`() throws {
        let first = try book().launch()
        weak let old = first.graph

        let second = try first.relaunch()

        #expect(old == nil)
        #expect(second.graph.hasFinished)
    }

    @Test func `by SIGKILL has lost unsaved changes`() throws {
        let first = try book().launch()
        first.graph.title = "Saved"
        try first.session.preserveNow()
        first.graph.title = "Not saved"

        let second = try first.relaunch(after: .killed)

        #expect(second.graph.title == "Saved")
    }

    @Test func `by force has no state left`() throws {
        let first = try book().launch()
        try first.session.preserveNow()

        let program = try first.terminate(.forceQuit)

        #expect(try program.savedState() == nil)
        #expect(program.disk.setAside.isEmpty)
    }

    @Test(arguments: PowerLoss.allCases)
    func `without power has one of its two states`(loss: PowerLoss) throws {
        let first = try book().launch()
        for title in ["One", "Two"] {
            first.graph.title = title
            try first.session.preserveNow()
        }
        first.graph.title = "Three"

        let second = try first.relaunch(after: .powerLoss(loss))

        let title = second.graph.title
        #expect(title == (loss == .replaced ? "Three" : "Two"))
        #expect(try second.relaunch().graph.title == title)
    }

    @Test func `without power in its first save has none`() throws {
        let first = try book().launch()

        let second = try first.relaunch(after: .powerLoss(.writing))

        #expect(second.report.restored.isEmpty)
        #expect(second.program.disk.setAside.map(\.reason) == [.damaged])
    }

    @Test func `cannot end twice`() throws {
        let first = try book().launch()
        try first.terminate(.killed)

        #expect(throws: TestingError.ended) { try first.terminate() }
    }

    @Test func `must end before the program is launched again`() throws {
        let program = book()
        let first = try program.launch()

        #expect(throws: StorageError.self) { try program.launch() }
        try first.terminate(.killed)
        #expect(throws: Never.self) { try program.launch() }
    }
}

@Suite struct `A launch for a reason` {
    @Test(arguments: [RestorationReason.launch, .session, .recovery])
    func `lists classes`(reason: RestorationReason) throws {
        let program = TestProgram { session in
            session.register(ReasonedPage.self, as: "Page")
            let root = Holder()
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        first.graph.held = try session(first).make("Page", under: first.graph, className: "Page")

        let second = try first.relaunch(reason: reason)

        #expect((second.graph.held as? ReasonedPage)?.reason == reason)
    }

    @Test func `that wants it pristine restores nothing and sets the state aside`() throws {
        let first = try book().launch()
        first.graph.title = "Cats"

        let second = try first.relaunch(reason: .pristine)

        #expect(second.graph.title == "")
        #expect(second.report.reason == .pristine)
        #expect(second.program.disk.setAside.map(\.reason) == [.discarded])
        #expect(second.report.notes.map(\.problem) == ["The saved state was set aside on request"])
    }

    private func session(_ launch: TestLaunch<Holder>) -> RestorationSession { launch.session }
}

private final class ReasonedPage: RestorableObject {
    let reason: RestorationReason
    init(_ request: CreationRequest) { reason = request.reason }
}

private final class Holder: Restorable {
    let restorationIdentifier: String? = "Holder"
    var held: (any Restorable)?
    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(held, forKey: "held")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        held = try coder.decodeReference(forKey: "held")
    }
}
