import RestorationTesting
import Testing

/// The program builds another type at the path of a saved object.
@Suite struct `A container of another type than the saved one` {
    @Test(.rule("REST-19"))
    func `does not receive the children of the saved container`() throws {
        var isOther = false
        let program = program { isOther ? Tray("Root") as any Restorable : Stack("Root") }
        let first = try program.launch()
        try fill(first)

        isOther = true
        let second = try first.relaunch()

        let tray = try #require(second.graph as? Tray)
        #expect(tray.restorationSlots.isEmpty)
        #expect(tray.restorationPresented == nil)
        #expect(tray.attachCount == 0)
        #expect(second.outcomes["Root"] == .created)
    }

    @Test(.rule("REST-19", under: .granular))
    func `retains the saved children for the saved type, beside its current ones`() throws {
        var isOther = false
        let program = program { isOther ? Tray("Root") as any Restorable : Stack("Root") }
        let first = try program.launch()
        try fill(first)
        isOther = true
        let second = try first.relaunch()
        let tray = try #require(second.graph as? Tray)
        tray.add(
            try #require(try second.session.make("c", under: tray, className: "Node") as? Node)
        )

        isOther = false
        let third = try second.relaunch().relaunch()

        let stack = try #require(third.graph as? Stack)
        #expect(Set(stack.names) == ["a", "b", "c"])
        #expect(stack.members.first { $0.name == "a" }?.text == "of a")
        #expect((stack.restorationPresented as? Node)?.name == "p")
    }

    @Test(.rule("CONT-5", "REST-19", under: .granular))
    func `keeps for the saved type which child was selected`() throws {
        var isOther = false
        let program = program { isOther ? Tray("Root") as any Restorable : Stack("Root") }
        let first = try program.launch()
        try fill(first)
        let saved = try #require(first.graph as? Stack)
        saved.restorationSelection = saved.members[0]
        isOther = true
        let second = try first.relaunch()

        isOther = false
        let third = try second.relaunch()

        let selection = (third.graph as? Stack)?.restorationSelection
        #expect((selection as? Node)?.name == "a")
    }

    /// The new type is not a container, but presents an object like the saved one.
    @Test(.rule("REST-19", under: .granular))
    func `retains children for the saved type, even if the new type only presents one`() throws {
        var isOther = false
        let program = program { isOther ? Door("Root") as any Restorable : Stack("Root") }
        let first = try program.launch()
        try fill(first)
        isOther = true
        let second = try first.relaunch()

        isOther = false
        let third = try second.relaunch()

        let stack = try #require(third.graph as? Stack)
        #expect(stack.names == ["a", "b"])
        #expect(stack.members.map(\.text) == ["of a", "of b"])
    }

    @Test(.rule("REST-19", under: .granular), arguments: [false, true])
    func `does not get the saved children once the program has changed it`(isGone: Bool) throws {
        var isOther = false
        let program = program { isOther ? Tray("Root") as any Restorable : Stack("Root") }
        let first = try program.launch()
        try fill(first)
        isOther = true
        try first.terminate()
        program.faults = isGone ? [.classMissing("Node")] : []
        let second = try program.launch()
        second.session.invalidate(second.graph)
        try second.terminate()
        program.faults = []

        let third = try program.launch()

        let tray = try #require(third.graph as? Tray)
        #expect(tray.restorationSlots.isEmpty)
        #expect(tray.restorationPresented == nil)
        #expect(third.outcomes["Root"] == .retained)
    }

    @Test(.rule("REST-19"))
    func `has its own elements restored`() throws {
        let kind = Kind()
        let first = try launchWithElement(kind)

        kind.isOther = true
        let second = try first.relaunch()

        #expect((second.graph as? Tray)?.book.text == "read")
        #expect(second.outcomes == ["Root": .created])
    }

    @Test(.rule("REST-19", under: .granular))
    func `keeps the state of elements for the saved type`() throws {
        let kind = Kind()
        let first = try launchWithElement(kind)
        kind.isOther = true
        let second = try first.relaunch()

        kind.isOther = false
        let third = try second.relaunch()

        #expect((third.graph as? Bookcase)?.book?.text == "read")
        #expect(third.outcomes.isEmpty)
    }

    /// The type that the program builds.
    private final class Kind {
        var isOther = false
    }

    /// A container with an element that has state.
    private func launchWithElement(_ kind: Kind) throws -> TestLaunch<any Restorable> {
        let first = try program {
            if kind.isOther { return Tray("Root") }
            let bookcase = Bookcase("Root")
            bookcase.book = Book()
            return bookcase
        }.launch()
        (first.graph as? Bookcase)?.book?.text = "read"
        return first
    }

    private func program(
        _ build: @escaping () -> any Restorable
    ) -> TestProgram<any Restorable> {
        TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let root = build()
            session.addRoot(root)
            return root
        }
    }

    private func fill(_ launch: TestLaunch<any Restorable>) throws {
        let stack = try #require(launch.graph as? Stack)
        for name in ["a", "b", "p"] {
            let node = try launch.session.make(name, under: stack, as: Node.self, className: "Node")
            node.text = "of \(name)"
            if name == "p" { stack.restorationPresented = node } else { stack.add(node) }
        }
    }
}

/// Such as panes whose type was renamed.
@Suite struct `Children of another type than the saved ones` {
    private class Pane: Node {}
    private class Half: Node {}

    @Test(.rule("REST-19", "CONT-1", under: .granular))
    func `are restored in their slots, as are the saved ones once their type is back`() throws {
        var isOther = false
        let program = stackProgram(
            .places,
            { stack in
                for slot in ["left", "right"] {
                    stack.add(isOther ? Half("pane") : Pane("pane"), in: slot)
                }
            }
        )
        let first = try program.launch()
        write("old", first)
        isOther = true
        let second = try first.relaunch()
        write("new", second)
        let generation = try second.session.preserveNow()?.generation
        #expect(try second.session.preserveNow()?.generation == generation)

        let third = try second.relaunch()
        #expect(third.graph.members.map(\.text) == ["new 0", "new 1"])
        isOther = false
        let fourth = try third.relaunch()

        #expect(fourth.graph.members.map(\.text) == ["old 0", "old 1"])
    }

    @Test(.rule("REST-19", "PATH-5", under: .granular))
    func `are restored by their positions, each with its own values`() throws {
        var isOther = false
        let program = stackProgram { stack in
            for _ in 0..<2 { stack.add(isOther ? Half("pane") : Pane("pane")) }
        }
        let first = try program.launch()
        write("old", first)
        isOther = true
        let second = try first.relaunch()
        write("new", second)

        let third = try second.relaunch()
        #expect(third.graph.members.map(\.text) == ["new 0", "new 1"])
        isOther = false
        let fourth = try third.relaunch()

        #expect(fourth.graph.members.map(\.text) == ["old 0", "old 1"])
    }

    @Test(.rule("REST-19", "PATH-16", under: .granular))
    func `that are windows are restored in their scopes`() throws {
        var isOther = false
        var windows: [Node] = []
        let program = TestProgram(preset: .tested) { session in
            windows = []
            for scope in ["one", "two"] {
                windows.append(isOther ? Half("window") : Pane("window"))
                session.addRoot(windows[windows.count - 1], scope: scope)
            }
            return windows
        }
        let first = try program.launch()
        for (number, window) in windows.enumerated() { window.text = "old \(number)" }
        isOther = true
        let second = try first.relaunch()
        for (number, window) in windows.enumerated() {
            window.text = "new \(number)"
            second.session.invalidate(window)
        }

        let third = try second.relaunch()
        #expect(windows.map(\.text) == ["new 0", "new 1"])
        #expect(try third.program.savedPaths.contains("window#one.2"))
        isOther = false
        _ = try third.relaunch()

        #expect(windows.map(\.text) == ["old 0", "old 1"])
    }

    @Test(.rule("REST-19", "REST-20", under: .granular))
    func `keep what they saved themselves when their former name is declared later`() throws {
        var type: Node.Type = Pane.self
        var isDeclared = false
        let program = stackProgram(
            .places,
            { stack in stack.add(type == Pane.self ? Pane("pane") : Half("pane"), in: "left") },
            registering: { session in
                if isDeclared { session.alias(_typeName(Pane.self), for: Half.self) }
            }
        )
        let first = try program.launch()
        write("old", first)
        type = Half.self
        let second = try first.relaunch()
        write("new", second)

        isDeclared = true
        let third = try second.relaunch()

        #expect(third.graph.members.map(\.text) == ["new 0"])
    }

    @Test(.rule("OBJ-13", "REST-19", under: .granular))
    func `that are registered leave the saved state to an object of the saved type`() throws {
        var isOther = false
        var filter = Node(nil)
        let program = TestProgram(preset: .tested) { session in
            let root = Node("Root")
            filter = isOther ? Half(nil) : Pane(nil)
            try session.registerObject(filter, identifier: "filter", parent: root)
            root.references = ["filter": filter]
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        filter.text = "old"
        isOther = true
        let second = try first.relaunch()
        filter.text = "new"
        second.session.invalidate(filter)

        let third = try second.relaunch()
        #expect(filter.text == "new")
        isOther = false
        let fourth = try third.relaunch()

        #expect(filter.text == "old")
        isOther = true
        try withExtendedLifetime(fourth.relaunch()) { #expect(filter.text == "new") }
    }

    private func write(_ text: String, _ launch: TestLaunch<Stack>) {
        for (number, member) in launch.graph.members.enumerated() {
            member.text = "\(text) \(number)"
            launch.session.invalidate(member)
        }
    }
}

/// A container, presenter and owner of a type unrelated to the others.
private final class Tray: RestorableContainer, RestorablePresenter, RestorableElementOwner {
    let restorationIdentifier: String?
    let restorationArrangement = RestorationArrangement.stack
    private(set) var restorationSlots: [RestorationSlot] = []
    let restorationSelection: (any Restorable)? = nil
    private(set) var restorationPresented: (any Restorable)?
    let book = Book()
    var restorationElements: [any RestorableElement]? { [book] }
    private(set) var attachCount = 0

    init(_ identifier: String) { restorationIdentifier = identifier }

    func add(_ child: Node) {
        child.restorationParent = self
        restorationSlots.append(RestorationSlot(child))
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        attachCount += 1
        restorationSlots = slots
    }

    func presentRestored(_ object: any Restorable) { restorationPresented = object }
}

/// A presenter without children.
private final class Door: RestorablePresenter {
    let restorationIdentifier: String?
    private(set) var restorationPresented: (any Restorable)?

    init(_ identifier: String) { restorationIdentifier = identifier }

    func presentRestored(_ object: any Restorable) { restorationPresented = object }
}
