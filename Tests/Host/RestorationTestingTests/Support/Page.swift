import RestorationTesting
import Testing

/// An object of the tests' own: a title, and pages that it contains.
final class Page: RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = ""
    /// Holds the place of a page that could not be restored, too.
    private(set) var restorationChildren: [any Restorable] = []
    private(set) var hasFinished = false

    init(_ identifier: String?, _ pages: [Page] = []) {
        restorationIdentifier = identifier
        pages.forEach(add)
    }

    init(_ request: CreationRequest) { restorationIdentifier = request.identifier }

    var pages: [Page] { restorationChildren.compactMap { $0 as? Page } }

    func add(_ page: Page) {
        page.restorationParent = self
        hold(page)
    }

    func hold(_ child: any Restorable) { restorationChildren.append(child) }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(title, forKey: "title")
        coder.encode(restorationChildren, forKey: "pages")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        for child in try coder.decodeReferences(forKey: "pages")
        where !restorationChildren.contains(where: { $0 === child }) {
            if let page = child as? Page { add(page) } else { hold(child) }
        }
    }

    func restorationDidFinish() { hasFinished = true }
}

/// A program with two pages that it builds, and such as are made below them.
func book() -> TestProgram<Page> {
    TestProgram { session in
        session.register(Page.self, as: "Page")
        let root = Page("Book", [Page("Cover"), Page("Index")])
        session.addRoot(root)
        return root
    }
}

extension TestLaunch<Page> {
    /// Makes a page below the root that comes back by its class.
    func addPage(_ identifier: String, title: String) throws {
        let page = try #require(
            try session.make(identifier, under: graph, className: "Page") as? Page
        )
        page.title = title
        graph.add(page)
    }
}
