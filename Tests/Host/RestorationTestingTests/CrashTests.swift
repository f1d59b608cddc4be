import RestorationTesting
import Testing

@Suite struct `A program that crashes in an object` {
    @Test(arguments: [CrashStage.create, .decode, .finish])
    func `may do so in one call`(stage: CrashStage) throws {
        let first = try book().launch()
        first.graph.title = "Cats"
        try first.addPage("Chapter", title: "Strays")

        let third = try first.relaunch(after: .crash(at: stage, of: "Book/Chapter"))

        #expect(third.graph.title == "Cats")
        #expect(third.graph.pages.map(\.title) == ["", ""])
        #expect(third.report.reason == .recovery)
        #expect(third.report.notRestored.map(\.path.description) == ["Book/Chapter"])
        third.session.retryObjectsSetAside()
        #expect(try third.relaunch().graph.pages.map(\.title) == ["", "", "Strays"])
    }

    @Test func `must reach the object, also when one call relaunches it`() throws {
        #expect(throws: TestingError.self) {
            try book().launch().relaunch(after: .crash(at: .decode, of: "Book/Chapter"))
        }
    }

    @Test(arguments: [CrashStage.create, .decode, .finish])
    func `restores everything in the next launch if it was killed at that point`(stage: CrashStage)
        throws
    {
        let first = try book().launch()
        try first.addPage("Chapter", title: "Strays")

        let second = try first.terminate().kill(at: stage, of: "Book/Chapter").launch()

        #expect(second.graph.pages.map(\.title) == ["", "", "Strays"])
    }

    @Test func `runs no code of the object or of later ones`() throws {
        var decoded: [String] = []
        let program = TestProgram { session in
            let root = LoggedPage("A") { decoded.append($0) }
            root.next = LoggedPage("B") { decoded.append($0) }
            root.next?.restorationParent = root
            root.next?.next = LoggedPage("C") { decoded.append($0) }
            root.next?.next?.restorationParent = root.next
            session.addRoot(root)
            return root
        }
        try program.launch().terminate()

        try program.crash(at: .decode, of: "A/B")

        #expect(decoded == ["A"])
    }

    @Test func `may crash while a container takes back its children`() throws {
        let program = TestProgram { session in
            session.register(Page.self, as: "Page")
            let shelf = Shelf(.places)
            session.addRoot(shelf)
            return shelf
        }
        let first = try program.launch()
        let page = try first.session.make("Page", under: first.graph, className: "Page")
        first.graph.attachRestored([RestorationSlot(page)], selecting: nil)

        let second = try first.terminate()
            .crash(at: .attach, of: "Shelf")
            .launch()

        #expect(second.graph.restorationSlots.isEmpty)
        second.session.retryObjectsSetAside()
        #expect(try second.relaunch().graph.restorationSlots.count == 1)
    }

    @Test func `fails the test if the object is never called`() throws {
        let first = try book().launch()
        let program = try first.terminate()

        let error = #expect(throws: TestingError.self) {
            try program.crash(at: .decode, of: "Book/Chapter")
        }

        #expect(
            error?.description == """
                error: The program did not crash: no object there reached the stage decode
                   at: Book/Chapter
                  fix: Name an object that is restored: Book, Book/Cover, Book/Index.
                """
        )
    }

    @Test func `rejects an invalid path`() throws {
        #expect(throws: TestingError.invalidPath("Book//Cover")) {
            try book().crash(at: .create, of: "Book//Cover")
        }
    }
}

/// Records that it decodes.
private final class LoggedPage: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var next: LoggedPage?
    private let log: (String) -> Void

    init(_ identifier: String, log: @escaping (String) -> Void) {
        restorationIdentifier = identifier
        self.log = log
    }

    var restorationChildren: [any Restorable] { next.map { [$0] } ?? [] }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(next, forKey: "next")
    }

    func decodeRestorableState(with coder: RestorationCoder) {
        log(restorationIdentifier ?? "")
    }
}
