import RestorationKit
import Testing

@Suite struct `An element` {
    private let sandbox = Sandbox()

    @discardableResult
    private func life(
        _ root: any Restorable,
        registering: Bool = false,
        _ body: (RestorationSession) throws -> Void = { _ in }
    ) throws -> (report: RestorationReport, issues: [PreservationError]) {
        let session = try sandbox.session()
        if registering { session.register(Screen.self, as: "Screen") }
        session.addRoot(root)
        let report = try session.restore()
        try body(session)
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        session.close()
        return (report, issues)
    }

    /// A page whose list stands at `offset`.
    private func save(_ offset: Int) throws {
        let page = Page("Page")
        let list = List("list")
        page.elements = [list]
        try life(page) { _ in list.offset = offset }
    }

    @Test func `has a path below its owner, and decodes after all owners`() throws {
        func graph(_ log: Log) -> Page {
            let page = Page("Page", log)
            page.add(Page("Below", log))
            page.elements = [List("list", log)]
            return page
        }
        try life(graph(Log()))

        let log = Log()
        let page = graph(log)
        let (report, _) = try life(page)

        #expect(log.lines == ["decode Page", "decode Below", "decode list"])
        #expect(report.restored.map(\.description) == ["Page", "Page/list", "Page/Below"])
        #expect(report.restored.count == 3)
    }

    @Test func `is saved below a view without an identifier, and by its nearest owner`() throws {
        let page = Page("Page")
        let child = Page("Child")
        let list = List("list")
        list.owner = child
        child.elements = [list]
        page.elements = [list]
        page.add(child)

        let (_, issues) = try life(page)
        let after = Page("Page")
        after.add(Page("Child"))
        let (report, _) = try life(after)

        #expect(issues.isEmpty)
        #expect(report.entries.map(\.path.description).contains("Page/Child/list"))
        #expect(!report.entries.map(\.path.description).contains("Page/list"))
    }

    @Test func `is reported if its owner has two of its identifier`() throws {
        let page = Page("Page")
        page.elements = [List("list"), List("list")]

        let (_, issues) = try life(page)

        let path = try RestorationPath(parsing: "Page/list")
        #expect(issues == [.duplicatePath(path, saved: "List", leftOut: "List")])
    }

    @Test func `is not preserved if it is secret, whatever refers to it`() throws {
        func page(_ password: String) -> Page {
            let page = Page("Page")
            page.elements = [Password(password)]
            page.favourite = page.elements?[0]
            return page
        }
        try life(page("hunter2"))

        let after = page("")
        try life(after)

        #expect((after.elements?[0] as? Password)?.text == "")
    }

    @Test func `is not loaded by a save, and keeps its state until it is`() throws {
        try save(7)

        let unloaded = Page("Page")
        let (report, _) = try life(unloaded)
        #expect(report.notRestored.map(\.outcome) == [.awaited])
        #expect(unloaded.elements == nil)

        let late = Page("Page")
        try life(late) { session in
            let list = List("list")
            late.elements = [list]
            #expect(session.applyAwaitedState(to: late).isEmpty)
            #expect(list.offset == 7)
            #expect(list.decodeCount == 1)
            session.applyAwaitedState(to: late)
            #expect(list.decodeCount == 1)
        }
    }

    @Test func `keeps its state if it is loaded and nobody says so`() throws {
        try save(7)
        let late = Page("Page")
        try life(late) { _ in late.elements = [List("list")] }

        let after = Page("Page")
        let list = List("list")
        after.elements = [list]
        try life(after)

        #expect(list.offset == 7)
    }

    /// A program that meets what the root refers to before the owner of the element.
    private func graph() -> (root: Page, owner: Page, list: List) {
        let (root, child, owner) = (Page("Root"), Page("Child"), Page("Owner"))
        let list = List("list")
        root.add(child)
        child.add(owner)
        owner.awaitsElements = true
        list.owner = owner
        return (root, owner, list)
    }

    @Test func `is one wherever something refers to it first`() throws {
        let first = graph()
        first.owner.elements = [first.list]
        try life(first.root) { _ in
            first.root.favourite = first.list
            first.list.offset = 7
        }

        let second = graph()
        second.owner.elements = []
        let (report, _) = try life(second.root) { session in
            second.owner.elements = [second.list]
            session.applyAwaitedState(to: second.owner)
            #expect(second.list.offset == 7)
        }
        #expect(report.notRestored.map(\.outcome) == [.awaited])
    }

    @Test func `is what others refer to once a save has met it as it is`() throws {
        let first = graph()
        first.owner.elements = [first.list]
        try life(first.root, registering: true) { session in
            let screen = try session.make("Screen", under: first.root, className: "Screen")
            (screen as? Screen)?.presented = first.list
            first.root.favourite = screen
            first.list.offset = 7
        }

        let second = graph()
        second.owner.elements = []
        try life(second.root) { session in
            let retained = second.root.favourite
            #expect(retained is UnavailableObject)
            second.root.favourite = nil
            second.owner.elements = [second.list]
            second.list.offset = 3
            try session.preserveNow()
            second.root.favourite = retained
        }

        let third = graph()
        third.owner.elements = [third.list]
        let (report, _) = try life(third.root, registering: true)
        #expect(report.notRestored.isEmpty)
        #expect(third.list.offset == 3)
        #expect((third.root.favourite as? Screen)?.presented === third.list)
    }

    @Test func `gives up its state with its owner`() throws {
        let root = Page("Root")
        let child = Page("Child")
        child.elements = [List("list")]
        root.add(child)
        try life(root)
        let unloaded = Page("Root")
        unloaded.add(Page("Child"))
        try life(unloaded) { _ in unloaded.pages = [] }

        let (report, _) = try life(Page("Root"))

        #expect(report.entries.map(\.path.description) == ["Root"])
    }

    @Test func `takes its position once when its data arrives late`() throws {
        try save(40)
        let page = Page("Page")
        let list = List("list")
        list.rowCount = 0
        page.elements = [list]

        try life(page) { session in
            #expect(list.offset == 0)
            list.rowCount = 100
            session.applyAwaitedState(to: list)
            #expect(list.offset == 40)
            #expect(list.finishedCount == 1)
        }
    }

    @Test func `does not lose its position to a save before the data arrives`() throws {
        try save(40)
        let waiting = Page("Page")
        let empty = List("list")
        empty.rowCount = 0
        waiting.elements = [empty]
        try life(waiting)

        let page = Page("Page")
        let list = List("list")
        page.elements = [list]
        try life(page)

        #expect(list.offset == 40)
    }

    @Test func `keeps what the person did before its data arrived`() throws {
        try save(40)
        let page = Page("Page")
        let list = List("list")
        list.rowCount = 0
        page.elements = [list]

        try life(page) { session in
            list.offset = 3
            session.invalidate(list)
            list.rowCount = 100
            session.applyAwaitedState(to: list)
            #expect(list.offset == 3)
        }

        let after = Page("Page")
        let restored = List("list")
        after.elements = [restored]
        try life(after)
        #expect(restored.offset == 3)
    }

    @Test func `selects the same items wherever they are now`() throws {
        let page = Page("Page")
        let list = List("list")
        list.cats = Cats(["Bram", "Žofie", "Tigger"])
        list.selection = [[1], [2]]
        page.elements = [list]
        try life(page)

        let after = Page("Page")
        let sorted = List("list")
        sorted.cats = Cats(["Žofie", "Ada", "Bram"])
        after.elements = [sorted]
        let (report, _) = try life(after)

        #expect(sorted.selection == [[0]])
        #expect(report.notRestored.isEmpty)
    }

    @Test func `selects the same rows where its data has no identifiers`() throws {
        let page = Page("Page")
        let list = List("list")
        list.selection = [[0, 4]]
        page.elements = [list]
        try life(page)

        let after = Page("Page")
        let restored = List("list")
        after.elements = [restored]
        try life(after)

        #expect(restored.selection == [[0, 4]])
    }
}

private final class Log {
    var lines: [String] = []
}

/// An owner of elements.
private final class Page: RestorableElementOwner {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var elements: [any RestorableElement]?
    var restorationElements: [any RestorableElement]? { elements }
    var restorationChildren: [any Restorable] { pages }
    var pages: [Page] = []
    var awaitsElements = false
    var favourite: (any Restorable)?
    private let log: Log?

    init(_ identifier: String, _ log: Log? = nil) {
        restorationIdentifier = identifier
        self.log = log
    }

    func add(_ page: Page) {
        page.restorationParent = self
        pages.append(page)
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        // Met first, and written before what lies deeper.
        coder.encode(favourite, forKey: "favourite")
        coder.encode(pages, forKey: "pages")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        log?.lines.append("decode \(restorationIdentifier ?? "-")")
        favourite = try coder.decodeReference(forKey: "favourite")
    }
}

private final class List: RestorableElement {
    let restorationIdentifier: String?
    weak var owner: Page?
    var restorationParent: (any Restorable)? { owner }
    var offset = 0
    var rowCount = 100
    var cats: Cats?
    var selection: [[Int]] = []
    private(set) var decodeCount = 0
    private(set) var finishedCount = 0
    private let log: Log?

    init(_ identifier: String, _ log: Log? = nil) {
        restorationIdentifier = identifier
        self.log = log
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(offset, forKey: "offset")
        coder.encode(itemsAt: selection, of: cats, forKey: "selection")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        decodeCount += 1
        log?.lines.append("decode \(restorationIdentifier ?? "-")")
        let offset = try coder.decode(Int.self, forKey: "offset") ?? 0
        guard offset < rowCount else { throw StateNotYetApplicable() }
        self.offset = offset
        selection = try coder.decodeItems(of: cats, forKey: "selection")
    }

    func restorationDidFinish() { finishedCount += 1 }
}

private final class Password: RestorableElement {
    let restorationIdentifier: String? = "password"
    let isSecret = true
    var text: String

    init(_ text: String) { self.text = text }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// A list's data, whose items are known by their names.
private final class Cats: ModelAssociation {
    private let names: [String]
    init(_ names: [String]) { self.names = names }

    func modelIdentifier(ofItemAt index: [Int]) -> String? { names[index[0]] }
    func index(ofItem modelIdentifier: String) -> [Int]? {
        names.firstIndex(of: modelIdentifier).map { [$0] }
    }
}
