import RestorationTesting
import Testing

/// An object with a title, which contains pages.
final class Page: RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = ""
    /// Includes stand-ins of pages that could not be restored.
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

/// A program that builds two pages, and restores pages made under them.
func book() -> TestProgram<Page> {
    TestProgram { session in
        session.register(Page.self, as: "Page")
        let root = Page("Book", [Page("Cover"), Page("Index")])
        session.addRoot(root)
        return root
    }
}

extension TestLaunch<Page> {
    /// Makes a page under the root, which its class restores.
    func addPage(_ identifier: String, title: String) throws {
        let page = try #require(
            try session.make(identifier, under: graph, className: "Page") as? Page
        )
        page.title = title
        graph.add(page)
    }
}
