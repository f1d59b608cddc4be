import RestorationTesting
import Testing

@Suite struct `What stands in a container for a child that is not there` {
    @Test(.rule("REST-15", "CONT-3", under: .granular), arguments: [true, false])
    func `is shown for one that failed to decode, and keeps what lies beside it`(
        isStack: Bool
    ) throws {
        let program = try galleryProgram(isStack ? .stack : .places, "page", "top")
        program.faults = [.decodingFails(at: "Gallery/page")]
        let second = try program.launch()
        #expect(second.graph.names == ["…", "top"])
        #expect(second.outcomes == ["Gallery/page": .retained])

        program.faults = []
        let third = try second.relaunch()

        #expect(third.graph.names == ["page", "top"])
        #expect(
            third.graph.restorationSlots.map { ($0.child as? Node)?.text } == ["of page", "of top"]
        )
        #expect(third.report.notRestored.isEmpty)
    }

    /// Something refers to what failed, so that it lives when another child comes.
    @Test(.rule("REST-15", "REST-37", under: .granular), arguments: [true, false])
    func `is shown alone, when something comes beside it later`(isShown: Bool) throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            session.register(Late.self, as: "Late")
            let shelf = Node("Shelf")
            let container: any RestorableContainer = isShown ? Gallery(.stack) : Stack("Gallery")
            session.addRoot(shelf)
            session.addRoot(container)
            return (shelf: shelf, container: container)
        }
        try Deliveries.run { deliveries in
            let first = try program.launch()
            let container = first.graph.container
            let slots = try [("late", "Late"), ("page", "Node")].map { name, type in
                RestorationSlot(try first.session.make(name, under: container, className: type))
            }
            container.attachRestored(slots, selecting: nil)
            first.graph.shelf.references["page"] = slots[1].child
            try first.terminate()
            program.faults = [.decodingFails(at: "Gallery/page")]
            let second = try program.launch()

            deliveries.deliver("late")
            second.settle()

            let names = second.graph.container.restorationSlots.map { slot in
                (slot.child as? Node)?.name ?? "…"
            }
            #expect(names == (isShown ? ["late", "…"] : ["late"]))
        }
    }

    @Test(.rule("REST-15", "FAIL-19", under: .granular))
    func `keeps the elements of one that failed to decode`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(ListPage.self, as: "ListPage")
            let gallery = Gallery()
            session.addRoot(gallery)
            return gallery
        }
        let first = try program.launch()
        let made = try first.session.make("page", under: first.graph, className: "ListPage")
        try #require(made as? ListPage).row.text = "typed"
        first.graph.restorationSlots = [RestorationSlot(made)]
        try first.terminate()
        program.faults = [.decodingFails(at: "Gallery/page")]
        let second = try program.launch()
        #expect(second.graph.names == ["…"])
        #expect(second.outcomes["Gallery/page/row"] == .retained)
        program.faults = []

        let third = try second.relaunch()

        let page = try #require(third.graph.restorationSlots.first?.child as? ListPage)
        #expect(page.row.text == "typed")
    }

    /// Its getter looks at what the session keeps, which a save is about to change.
    @Test(.rule("CONT-5", under: .granular))
    func `does not mind what a container asks the session for its selection`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let tabs = AskingTabs()
            tabs.session = session
            session.addRoot(tabs)
            return tabs
        }
        let first = try program.launch()
        for name in ["a", "b"] {
            let made = try first.session.make(name, under: first.graph, className: "Node")
            first.graph.restorationSlots.append(RestorationSlot(made))
        }
        first.graph.selected = first.graph.restorationSlots[1].child
        try first.terminate()
        program.faults = [.creationFails(at: "Tabs/b")]
        let second = try program.launch()
        try second.session.preserveNow()
        program.faults = []

        let third = try second.relaunch()

        #expect((third.graph.restorationSelection as? Node)?.name == "b")
    }

    @Test(.rule("REST-37", "CONT-3", under: .granular))
    func `stays for one that came and failed to decode, and so does what lies above`() throws {
        try Deliveries.run { deliveries in
            let program = try galleryProgram(.stack, "late", "top")
            let second = try program.launch()
            #expect(second.graph.names == ["…", "top"])

            program.faults = [.decodingFails(at: "Gallery/late")]
            deliveries.deliver("late")
            second.settle()
            #expect(second.graph.names == ["…", "top"])
            program.faults = []
            let third = try second.relaunch()

            #expect(third.graph.names == ["late", "top"])
        }
    }

    /// The object is there, and its state is not: whoever shows what stood for it finds it, and
    /// saves what was saved before.
    @Test(.rule("REST-37", under: .granular), arguments: [true, false])
    func `leads to one that came without its state`(isNotYet: Bool) throws {
        try Deliveries.run { deliveries in
            var library = Library()
            let program = TestProgram(preset: .tested) { session in
                session.register(library)
                let gallery = Gallery()
                session.addRoot(gallery)
                return gallery
            }
            let first = try program.launch()
            let made = try first.session.make(
                "late",
                under: first.graph,
                className: "Library"
            )
            first.graph.restorationSlots = [RestorationSlot(made)]
            library.book.text = "typed"
            try first.terminate()
            library = Library()
            let second = try program.launch()
            let placeholder = try #require(second.graph.placeholder)
            library.book.onDecode = { _ in
                throw isNotYet ? StateNotYetApplicable() : Failing.Failure()
            }

            deliveries.deliver("late")
            second.settle()

            #expect(placeholder.arrived === library.book)
            #expect(second.entry("Gallery/late")?.outcome == (isNotYet ? .awaited : .retained))
            library.book.text = "half"
            let shown: [any Restorable] = [placeholder, library.book]
            for object in shown {
                second.graph.restorationSlots = [RestorationSlot(object)]
                let state = try second.snapshot()
                #expect(state.paths == ["Gallery", "Gallery/late"])
                #expect(state["Gallery/late"]?.values["text"] == "typed")
            }
        }
    }

    @Test(.rule("REST-37", "CONT-3", under: .uikit))
    func `goes with what came and failed to decode, and leaves what lies above`() throws {
        try Deliveries.run { deliveries in
            let program = try galleryProgram(.stack, "late", "top")
            let second = try program.launch()
            program.faults = [.decodingFails(at: "Gallery/late")]
            deliveries.deliver("late")
            second.settle()
            #expect(second.graph.names == ["top"])
            program.faults = []

            #expect(try second.relaunch().graph.names == ["top"])
        }
    }

    @Test(.rule("REST-37", "CONT-3", under: .uikit))
    func `is no gap at the next launch when its state was given up`() throws {
        try Deliveries.run { _ in
            let second = try galleryProgram(.stack, "late", "top").launch()
            second.advance(by: .seconds(31))
            #expect(second.entry("Gallery/late")?.outcome == .missing)
            try second.push("new")

            #expect(try second.relaunch().graph.names == ["top", "new"])
        }
    }
}

/// A program whose root is a gallery that was left with children.
private func galleryProgram(
    _ arrangement: RestorationArrangement,
    _ names: String...
) throws -> TestProgram<Gallery> {
    let program = TestProgram(preset: .tested) { session in
        session.register(Node.self, as: "Node")
        session.register(Late.self, as: "Late")
        let gallery = Gallery(arrangement)
        session.addRoot(gallery)
        return gallery
    }
    let first = try program.launch()
    for name in names { try first.push(name) }
    return try first.terminate(.clean)
}

extension TestLaunch<Gallery> {
    fileprivate func push(_ name: String) throws {
        graph.restorationSlots.append(RestorationSlot(try make(name)))
    }
}

/// Has a book, which is late.
private final class Library: RestorationClass {
    let name = "Library"
    let plugin: String? = nil
    let schemaVersion = 1
    let book = Node("late")

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        if request.reason != .make { try Deliveries.current.answer("late", request) }
        return book
    }
}

/// A page with a row, which is a class's own.
private final class ListPage: Node, RestorableElementOwner {
    let row = Row()
    var restorationElements: [any RestorableElement]? { [row] }
}

private final class Row: Node, RestorableElement {
    init() { super.init("row") }
    required init(_ request: CreationRequest) throws { try super.init(request) }
}

/// Tabs that ask the session for each when they are asked for the selected one.
private final class AskingTabs: RestorableContainer {
    let restorationIdentifier: String? = "Tabs"
    var restorationSlots: [RestorationSlot] = []
    weak var session: RestorationSession?
    var selected: (any Restorable)?
    var restorationSelection: (any Restorable)? {
        for slot in restorationSlots { _ = session?.failure(of: slot.child) }
        session?.invalidate(self)
        return selected
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        selected = selection
    }
}
