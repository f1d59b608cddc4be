import RestorationTesting
import Testing

@Suite struct `Elements` {
    private func page(_ elements: [Element]?) -> (RestorationSession) -> Node {
        { _ in
            let page = Page("Page")
            page.elements = elements
            return page
        }
    }

    /// A launch whose page has not loaded its elements, one of which was saved.
    private func launchBeforeLoading() throws -> TestLaunch<Node> {
        var isLater = false
        let program = program { [self] session in
            page(isLater ? nil : [Element("list")])(session)
        }
        let first = try program.launch()
        try #require(first.page).elements?[0].offset = 7
        isLater = true
        return try first.relaunch()
    }

    @Test(.rule("VIEW-1", "PATH-12"))
    func `are ignored without an identifier`() throws {
        let program = program { _ in
            let page = Page("Page")
            page.elements = [Element(nil), Element(""), Element("list")]
            return page
        }
        let first = try program.launch()
        try #require(first.page).elements?.forEach { $0.offset = 7 }

        let issues = try first.issues()
        let second = try first.relaunch()

        #expect(issues.isEmpty)
        #expect(try program.savedPaths == ["Page", "Page/list"])
        #expect(second.page?.elements?.map(\.offset) == [0, 0, 7])
    }

    @Test(.rule("VIEW-1", "VIEW-3"))
    func `belong to the nearest owner, and only to a preserved one`() throws {
        let program = program { _ in
            let page = Page("Page")
            for name in ["Inner", nil] {
                let inner = Page(name)
                inner.elements = [Element("list")]
                page.add(inner)
            }
            return page
        }
        let first = try program.launch()
        try #require(first.graph.children.first as? Page).elements?[0].offset = 7

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["Page", "Page/Inner", "Page/Inner/list"])
        #expect((second.graph.children.first as? Page)?.elements?[0].offset == 7)
    }

    /// The path of such an element does not include an owner.
    @Test(.rule("VIEW-1"), arguments: [RestorationReport.Outcome.awaited, .missing])
    func `that are also roots behave like other roots`(
        _ outcome: RestorationReport.Outcome
    ) throws {
        var isLater = false
        let program = program { session in
            let page = Page("Page")
            guard !isLater || outcome == .awaited else { return page }
            let element = Element("list")
            element.height = isLater ? 0 : 100
            page.elements = [element]
            session.addRoot(element)
            return page
        }
        let first = try program.launch()
        try #require(first.page).elements?[0].offset = 7
        isLater = true

        let second = try first.relaunch()

        #expect(second.outcomes == ["list": outcome])
        guard let element = second.page?.elements?[0] else { return }
        element.height = 100
        #expect(second.session.applyAwaitedState(to: element).isEmpty)
        #expect(element.offset == 7)
    }

    @Test(.rule("REST-39"), arguments: [0, 100])
    func `are reached through their stand-ins, with their state or without`(
        height: Int
    ) throws {
        var isLater = false
        let first = try program { _ in
            let page = Page("Page")
            guard !isLater else { return page }
            let element = Element("list")
            page.elements = [element]
            page.references = ["list": element]
            return page
        }.launch()
        try #require(first.page).elements?[0].offset = 40
        isLater = true
        let second = try first.relaunch()
        let standIn = try #require(second.graph.references["list"] as? UnavailableObject)

        let element = Element("list")
        element.height = height
        second.page?.elements = [element]
        #expect(second.session.applyAwaitedState(to: second.graph).isEmpty)

        #expect(standIn.arrived === element)
        #expect(element.offset == (height == 0 ? 0 : 40))
    }

    @Test(.rule("PATH-12"))
    func `are reported if two of one owner share an identifier`() throws {
        let first = try program { session in
            page([Element("list"), Element("list")])(session)
        }.launch()

        guard case .duplicatePath(let path, _, _)? = try first.issues().first else {
            return #expect(Bool(false), "nothing was reported")
        }
        #expect("\(path)" == "Page/list")
    }

    @Test(.rule("REST-38"))
    func `decode after their owner, and before the delegate is notified of the end`() throws {
        let program = program(Delegate()) { session in page([Element("list")])(session) }
        let first = try program.launch()

        let log = try Log.collect { _ = try first.relaunch() }

        let told = log.filter { $0.contains("decode") }
        #expect(told == ["decode Page", "decode list 0", "did decode"])
    }

    @Test(.rule("T-19", "VIEW-4"))
    func `are not loaded by a save, and retain their earlier state`() throws {
        var elements: [Element]? = [Element("list")]
        let first = try program { session in page(elements)(session) }.launch()
        try #require(first.page).elements?[0].offset = 7
        elements = nil
        let second = try first.relaunch()
        #expect(second.outcomes == ["Page/list": .awaited])

        let third = try second.relaunch()

        let unloaded = try #require(third.page)
        #expect(unloaded.elements == nil)
        let late = Element("list")
        unloaded.elements = [late]
        #expect(third.session.applyAwaitedState(to: unloaded).isEmpty)
        #expect(late.offset == 7)
    }

    @Test(.rule("T-99", "REST-39", "REST-40"))
    func `regain their position when late data arrives, unless the user moved first`() throws {
        for isMoved in [false, true] {
            let second = try launchBeforeLayout()
            let element = try #require(second.page?.elements?[0])

            if isMoved {
                element.offset = 3
                second.session.invalidate(element)
            }
            element.height = 100
            second.session.applyAwaitedState(to: element)

            #expect(element.offset == (isMoved ? 3 : 40))
        }
    }

    @Test(.rule("REST-39"), arguments: [true, false])
    func `take the state that waited for deallocated elements at the same path`(
        isSavedBetween: Bool
    ) throws {
        let second = try launchBeforeLayout()
        let owner = try #require(second.page)

        owner.elements = nil
        if isSavedBetween { try second.session.preserveNow() }
        let fresh = Element("list")
        owner.elements = [fresh]
        let issues = try second.issues()
        second.session.applyAwaitedState(to: owner)

        #expect(fresh.offset == 40)
        #expect(issues.isEmpty)
    }

    /// The owner unloads them when its page is no longer shown.
    @Test(.rule("VIEW-4"), arguments: [false, true])
    func `that their owner unloads again keep their state`(isHeld: Bool) throws {
        let first = try program { session in page([Element("list")])(session) }.launch()
        let owner = try #require(first.page)
        owner.elements?[0].offset = 40
        try first.session.preserveNow()
        let held = isHeld ? owner.elements : nil

        owner.elements = nil
        let issues = try first.issues()
        try first.session.preserveNow()

        #expect(issues.isEmpty)
        #expect(try first.program.savedPaths == ["Page", "Page/list"])
        #expect(try first.relaunch().page?.elements?[0].offset == 40)
        withExtendedLifetime(held) {}
    }

    /// In the same launch.
    @Test(.rule("REST-39"))
    func `that their owner unloads and loads again take their state of the last save`() throws {
        let first = try program { session in page([Element("list")])(session) }.launch()
        let owner = try #require(first.page)
        owner.elements?[0].offset = 40
        try first.session.preserveNow()

        owner.elements = nil
        try first.session.preserveNow()
        owner.elements = [Element("list")]
        first.session.applyAwaitedState(to: owner)

        #expect(owner.elements?[0].offset == 40)
    }

    @Test(.rule("REST-39"), arguments: [false, true])
    func `take the state that waited for an element that their owner has replaced`(
        isSavedBetween: Bool
    ) throws {
        let second = try launchBeforeLayout()
        let owner = try #require(second.page)
        let former = owner.elements

        owner.elements = [Element("list")]
        if isSavedBetween { try second.session.preserveNow() }
        second.session.applyAwaitedState(to: owner)

        #expect(owner.elements?[0].offset == 40)
        withExtendedLifetime(former) {}
        #expect(try second.relaunch().program.savedPaths == ["Page", "Page/list"])
    }

    @Test(.rule("REST-40"))
    func `that were changed do not take the state that waited for others at the same path`() throws
    {
        let second = try launchBeforeLayout()
        let owner = try #require(second.page)

        let fresh = Element("list")
        fresh.offset = 3
        owner.elements = [fresh]
        second.session.invalidate(fresh)
        second.session.applyAwaitedState(to: owner)

        #expect(fresh.offset == 3)
        #expect(try second.program.savedState()?["Page/list"] != nil)
    }

    @Test(.rule("REST-39", under: .granular))
    func `take the state that deallocated elements at the same path failed to apply`() throws {
        let program = program { session in page([Element("list")])(session) }
        let first = try program.launch()
        try #require(first.page).elements?[0].offset = 40
        try first.terminate()
        program.faults = [.decodingFails(at: "Page/list")]
        let second = try program.launch()
        program.faults = []
        let owner = try #require(second.page)

        let fresh = Element("list")
        owner.elements = [fresh]
        let issues = try second.issues()
        second.session.applyAwaitedState(to: owner)

        #expect(fresh.offset == 40)
        #expect(issues.isEmpty)
    }

    @Test(.rule("REST-3"), arguments: [10, 100])
    func `are asked for equally often, however many are not loaded yet`(count: Int) throws {
        var isLater = false
        let program = program { session in
            let page = Page("Page")
            page.awaitsElements = true
            page.elements = isLater ? [] : (0..<count).map { Element("list\($0)") }
            return page
        }
        let first = try program.launch()
        isLater = true

        let second = try first.relaunch()

        #expect(second.report.count(of: .awaited) == count)
        #expect(try #require(second.page).requestCount < 10)
    }

    @Test(.rule("VIEW-4", "FAIL-19", under: .granular))
    func `that their owner has loaded since are saved if the owner is not asked for them`() throws {
        var isLoaded = true
        let program = program { _ in
            let page = Page("Page")
            page.elements = isLoaded ? [Element("list")] : nil
            return page
        }
        let first = try program.launch()
        try #require(first.page).elements?[0].offset = 40
        try first.terminate()
        // This save retains the element.
        isLoaded = false
        try program.launch().terminate()
        isLoaded = true

        let third = try program.crash(at: .list, of: "Page").launch()
        #expect(try #require(third.page).elements?[0].offset == 40)
        try third.terminate()

        #expect(try #require(program.launch().page).elements?[0].offset == 40)
    }

    @Test(.rule("VIEW-4", "REST-39"))
    func `that their loaded owner lacks are named by the save that gives up their state`() throws {
        let second = try launchBeforeLoading()
        let owner = try #require(second.page)

        owner.elements = []

        #expect(try second.issues() == [.elementNotLoaded(RestorationPath(parsing: "Page/list"))])
        second.session.applyAwaitedState(to: owner)
        #expect(try second.issues().isEmpty)
    }

    @Test(.rule("VIEW-4", "REST-39"))
    func `that an owner gets only after it announced its elements still get their state`() throws {
        let second = try launchBeforeLoading()
        let owner = try #require(second.page)
        owner.elements = []
        second.session.applyAwaitedState(to: owner)

        owner.elements = [Element("list")]
        second.session.applyAwaitedState(to: owner)

        #expect(owner.elements?.map(\.offset) == [7])
        #expect(second.entry("Page/list")?.outcome == .restored)
    }

    @Test(.rule("REST-19", "REST-39"))
    func `that are of another type when they are loaded are not given the state`() throws {
        let second = try launchBeforeLoading()
        let owner = try #require(second.page)

        owner.stranger = Stranger()
        second.session.applyAwaitedState(to: owner)

        #expect(second.entry("Page/list")?.outcome == .created)
        let problem = second.entry("Page/list")?.reason?.problem
        #expect(problem?.contains("but the object is a") == true)
    }

    @Test(.rule("REST-19", "VIEW-4", under: .granular))
    func `of another type leave the state to one of the saved type, even once changed`() throws {
        let second = try launchBeforeLoading()
        let owner = try #require(second.page)
        let stranger = Stranger()
        owner.stranger = stranger
        owner.elements = []
        second.session.applyAwaitedState(to: owner)
        second.session.invalidate(stranger)
        for text in ["a", "b"] {
            owner.text = text
            try second.session.preserveNow()
        }
        owner.stranger = nil
        owner.elements = nil

        let third = try second.relaunch()
        let later = try #require(third.page)
        later.elements = [Element("list")]
        third.session.applyAwaitedState(to: later)

        #expect(later.elements?.map(\.offset) == [7])
    }

    @Test(.rule("T-59", "T-60", "VIEW-6", "VIEW-7", "VIEW-8"))
    func `select the same items at their new positions, and no removed item`() throws {
        var names = ["a", "b", "c"]
        let first = try program { session in
            let element = Element("list")
            element.items = Items(names)
            return page([element])(session)
        }.launch()
        try #require(first.page).elements?[0].selection = [[0], [2]]

        names = ["c", "d", "b"]
        let second = try first.relaunch()

        #expect(second.page?.elements?[0].selection == [[0]])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("T-61", "VIEW-6"))
    func `select the same rows if items have no identifiers`() throws {
        let first = try program { session in page([Element("list")])(session) }.launch()
        try #require(first.page).elements?[0].selection = [[0, 2]]

        let second = try first.relaunch()

        #expect(second.page?.elements?[0].selection == [[0, 2]])
    }

    @Test(.rule("VIEW-10"))
    func `have the keyboard again only if the program saves the focus`() throws {
        var isRemembered = false
        let program = program { session in
            let page = Page("Page")
            page.elements = [Element("list"), Element("field")]
            page.onEncode = { [unowned page] coder in
                if isRemembered { coder.encode(page.focused, forKey: "focused") }
            }
            page.onDecode = { [unowned page] coder in
                page.focused = try coder.decodeReference(forKey: "focused")
            }
            return page
        }
        for remembers in [false, true] {
            isRemembered = remembers
            let first = try program.launch()
            let page = try #require(first.page)
            page.focused = page.elements?[1]

            let second = try #require(first.relaunch().page)

            #expect((second.focused === second.elements?[1]) == remembers)
        }
    }

    @Test(.rule("REST-3", "REST-4", "REST-6"))
    func `that are loaded or shown at any time of a restore have their state when it ends`() throws
    {
        var isLate = false
        var early: Int?
        let program = program { session in
            let page = Page("Page")
            page.elements = isLate ? nil : [Element("list")]
            page.onDecode = { [unowned page] _ in
                guard isLate else { return }
                page.elements = [Element("list")]
                early = page.elements?[0].offset
            }
            page.onFinish = { [unowned page] in
                Log.note("finished with \(page.elements?[0].offset ?? -1)")
            }
            return page
        }
        let first = try program.launch()
        try #require(first.page).elements?[0].offset = 7

        isLate = true
        let log = try Log.collect { _ = try first.relaunch() }

        #expect(early == 0)
        #expect(log.last == "finished with 7")
    }

    @Test(.rule("T-63", "VIEW-11"))
    func `that are secret are not in the archive`() throws {
        let first = try program { session in
            let element = Element("password")
            element.isSecret = true
            return page([element])(session)
        }.launch()
        try #require(first.page).elements?[0].offset = 4711

        let ended = try first.terminate()

        #expect(try ended.savedPaths == ["Page"])
    }
}

extension TestLaunch<Node> {
    fileprivate var page: Page? { graph as? Page }
}

/// A launch in which an element has no height yet. It was left at offset 40.
private func launchBeforeLayout() throws -> TestLaunch<Node> {
    var height = 100
    let first = try program { session in
        let page = Page("Page")
        let element = Element("list")
        element.height = height
        page.elements = [element]
        return page
    }.launch()
    try #require(first.page).elements?[0].offset = 40
    height = 0
    return try first.relaunch()
}

private final class Page: Node, RestorableElementOwner {
    var elements: [Element]?
    var stranger: Stranger?
    var focused: (any Restorable)?
    var awaitsElements = false
    private(set) var requestCount = 0
    var restorationElements: [any RestorableElement]? {
        requestCount += 1
        return stranger.map { [$0] } ?? elements
    }
}

/// An element of another type than the saved ones.
private final class Stranger: RestorableElement {
    let restorationIdentifier: String? = "list"
}

private final class Element: RestorableElement {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var isSecret = false
    var offset = 0
    /// Zero before layout, or without data.
    var height = 100
    var items: Items?
    var selection: [[Int]] = []

    init(_ identifier: String?) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(offset, forKey: "offset")
        coder.encode(itemsAt: selection, of: items, forKey: "selection")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        let offset = try coder.decode(Int.self, forKey: "offset") ?? 0
        Log.note("decode \(restorationIdentifier ?? "-") \(offset)")
        guard offset <= height else { throw StateNotYetApplicable() }
        self.offset = offset
        selection = try coder.decodeItems(of: items, forKey: "selection")
    }
}

private final class Items: ModelAssociation {
    private let names: [String]
    init(_ names: [String]) { self.names = names }

    func modelIdentifier(ofItemAt index: [Int]) -> String? { names[index[0]] }
    func index(ofItem modelIdentifier: String) -> [Int]? {
        names.firstIndex(of: modelIdentifier).map { [$0] }
    }
}
