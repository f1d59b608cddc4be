import RestorationTesting
import Testing

/// Decodes two values, one after the other.
private class Page: RestorableObject {
    let restorationIdentifier: String?
    var title = "new title"
    var text = "new text"

    required init(_ request: CreationRequest) throws {
        Log.note("create \(request.identifier)")
        restorationIdentifier = request.identifier
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// Is made together with another object, to which it refers.
private final class Spread: Page {
    private(set) var note: Node?

    required init(_ request: CreationRequest) throws {
        try super.init(request)
        note = Node("Note")
        note?.restorationParent = self
    }

    override func encodeRestorableState(with coder: RestorationCoder) throws {
        try super.encodeRestorableState(with: coder)
        coder.encode(note, forKey: "note")
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        try super.decodeRestorableState(with: coder)
        note = try coder.decode(Node.self, forKey: "note")
    }
}

/// Might as well return an object that exists already.
private final class PageClass: RestorationClass {
    let name = "Page"
    let plugin: String? = nil
    let schemaVersion = 1

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        try Page(request)
    }
}

/// A program whose root was left with a page, to which it refers itself.
private func savedPage(
    of name: String = "Page",
    configure: @escaping (inout RestorationOptions) -> Void = { _ in },
    register: @escaping (RestorationSession) -> Void = { session in
        session.register(Page.self, as: "Page")
        session.register(Spread.self, as: "Spread")
    }
) throws -> TestProgram<Node> {
    let first = try program(configure: configure) { session in
        register(session)
        return Node("Root")
    }.launch()
    let made = try first.session.make("Page", under: first.graph, className: name)
    let page = try #require(made as? Page)
    (page.title, page.text) = ("typed title", "typed text")
    first.graph.add(page)
    return try first.terminate()
}

extension TestProgram<Node> {
    /// Launches it, and lets the page fail when it has taken its title.
    fileprivate func launchFailing() throws -> (launch: TestLaunch<Node>, created: Int) {
        faults = [.decodingFails(at: "Root/Page", key: "text")]
        var launch: TestLaunch<Node>?
        let log = try Log.collect { launch = try self.launch() }
        return (try #require(launch), log.count { $0 == "create Page" })
    }
}

extension TestLaunch<Node> {
    fileprivate var page: Page? { graph.restorationChildren.first as? Page }
}

@Suite struct `An object of a restoration class that fails to decode half-way` {
    @Test(.rule("FAIL-19"))
    func `is what its class makes where what is above it holds it already`() throws {
        let (second, _) = try savedPage().launchFailing()

        #expect(second.page?.title == "new title")
        #expect(second.page?.text == "new text")
        #expect(
            second.report.notRestored.first?.reason?.problem
                == "Its state could not be applied: The test lets the value under \"text\" fail"
        )
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `has its state when it succeeds in a later launch`() throws {
        let (second, _) = try savedPage().launchFailing()
        second.program.faults = []

        let third = try second.relaunch()

        #expect(third.page?.title == "typed title")
        #expect(third.page?.text == "typed text")
    }

    @Test func `is made again only then`() throws {
        let program = try savedPage()

        let log = try Log.collect { _ = try program.launch().terminate(.killed) }
        #expect(log.count { $0 == "create Page" } == 1)
        #expect(try program.launchFailing().created == 2)
    }

    @Test func `stays half-way where the program does not want it put back`() throws {
        let program = try savedPage(configure: { $0.undoesFailedDecodes = false })

        let (second, created) = try program.launchFailing()

        #expect(second.page?.title == "typed title")
        #expect(created == 1)
    }

    @Test func `stays half-way if its class is of the program's own making`() throws {
        let program = try savedPage(register: { $0.register(PageClass()) })

        let (second, created) = try program.launchFailing()

        #expect(second.page?.title == "typed title")
        #expect(created == 1)
    }

    @Test func `keeps what it was made with rather than take another's`() throws {
        let (second, _) = try savedPage(of: "Spread").launchFailing()

        let spread = try #require(second.page as? Spread)
        #expect(spread.note?.restorationParent === spread)
        let problem = second.report.notRestored.first?.reason?.problem
        #expect(problem?.contains("could not be undone: The object was not reset") == true)
    }

    @Test func `is not made again if none of its code has run`() throws {
        let program = try savedPage()
        program.faults = [.decodingFails(at: "Root/Page")]

        let log = try Log.collect { _ = try program.launch() }

        #expect(log.count { $0 == "create Page" } == 1)
    }

    @Test(.rule("FAIL-19"), arguments: [RestorationArrangement.places, .stack])
    func `is in no container, and is kept as the preset says`(
        arrangement: RestorationArrangement
    ) throws {
        let program = try savedStack(arrangement) { stack, page in
            stack.attachRestored([RestorationSlot(page)], selecting: page)
        }

        program.faults = [.decodingFails(at: "Stack/Page", key: "text")]
        let second = try program.launch()

        #expect(second.graph.restorationSlots.isEmpty)
        #expect(second.graph.restorationSelection == nil)
        let isStrict = RestorationPreset.tested == .uikit
        #expect(second.outcomes == ["Stack/Page": isStrict ? .missing : .retained])
    }

    @Test(.rule("FAIL-19"))
    func `is not presented`() throws {
        let program = try savedStack { stack, page in stack.restorationPresented = page }

        program.faults = [.decodingFails(at: "Stack/Page", key: "text")]

        #expect(try program.launch().graph.restorationPresented == nil)
    }

    /// A program that was left with a page in its stack, or presented by it.
    private func savedStack(
        _ arrangement: RestorationArrangement = .stack,
        put: (Stack, any Restorable) -> Void
    ) throws -> TestProgram<Stack> {
        let program = TestProgram(preset: .tested) { session in
            session.register(Page.self, as: "Page")
            let stack = Stack("Stack", arrangement)
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        put(first.graph, try first.session.make("Page", under: first.graph, className: "Page"))
        return try first.terminate()
    }
}
