import RestorationKit
import Testing

@Suite struct `An element` {
    private let sandbox = Sandbox()

    @discardableResult
    private func life(
        _ root: any Restorable,
        registering: Bool = false,
        _ body: (RestorationSession) throws -> Void = { _ in }
    ) throws -> RestorationReport {
        let session = try sandbox.session()
        if registering { session.register(Screen.self, as: "Screen") }
        session.addRoot(root)
        let report = try session.restore()
        try body(session)
        try session.preserveNow()
        session.close()
        return report
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
        let report = try life(second.root) { session in
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
        let report = try life(third.root, registering: true)
        #expect(report.notRestored.isEmpty)
        #expect(third.list.offset == 3)
        #expect((third.root.favourite as? Screen)?.presented === third.list)
    }
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

    init(_ identifier: String) { restorationIdentifier = identifier }

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
        favourite = try coder.decodeReference(forKey: "favourite")
    }
}

private final class List: RestorableElement {
    let restorationIdentifier: String?
    weak var owner: Page?
    var restorationParent: (any Restorable)? { owner }
    var offset = 0

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(offset, forKey: "offset")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        offset = try coder.decode(Int.self, forKey: "offset") ?? 0
    }
}
