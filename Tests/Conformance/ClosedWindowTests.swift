import RestorationTesting
import Testing

/// Builds its own bookcase and field.
private final class Window: Node {
    /// The part that fails in a later launch, and how.
    enum Part: CaseIterable {
        case bookNotLoaded, bookNotReady, bookFailing, fieldNotReady, fieldFailing
    }

    /// Task-local, because a restoration class makes the window without other arguments.
    @TaskLocal static var part = Part.bookNotLoaded

    required init(_ request: CreationRequest) throws {
        try super.init(request)
        build(isNew: request.reason == .make)
    }

    init(isNew: Bool) {
        super.init("window")
        build(isNew: isNew)
    }

    var shelf: Bookcase? { children.lazy.compactMap { $0 as? Bookcase }.first }
    var field: Node? { children.first { $0.name == "field" } }

    private func build(isNew: Bool) {
        let shelf = Bookcase("shelf")
        let field = Node("field")
        add(shelf)
        add(field)
        if isNew || Self.part != .bookNotLoaded { shelf.book = Book() }
        guard !isNew else { return }
        switch Self.part {
        case .bookNotLoaded: break
        case .bookNotReady: shelf.book?.onDecode = { throw StateNotYetApplicable() }
        case .bookFailing: shelf.book?.onDecode = { throw Failing.Failure() }
        case .fieldNotReady: field.onDecode = { _ in throw StateNotYetApplicable() }
        case .fieldFailing: field.onDecode = { _ in throw Failing.Failure() }
        }
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        let built = children
        try super.decodeRestorableState(with: coder)
        built.forEach { add($0) }
    }
}

extension Window.Part {
    fileprivate var path: String {
        switch self {
        case .bookNotLoaded, .bookNotReady, .bookFailing: "window/shelf/book"
        case .fieldNotReady, .fieldFailing: "window/field"
        }
    }

    /// The save's issues when the window is closed.
    fileprivate var issues: [PreservationError] {
        get throws {
            guard self == .fieldNotReady || self == .fieldFailing else { return [] }
            return [.retainedClosed(try RestorationPath(parsing: "Stack/" + path))]
        }
    }
}

@Suite struct `State of a part whose window the user closes` {
    /// A launch whose window has a part that does not decode its state.
    private func launch() throws -> TestLaunch<Stack> {
        let program = stackProgram(.places, registering: { $0.register(Window.self, as: "Window") })
        let first = try program.launch()
        let made = try first.session.make("window", under: first.graph, className: "Window")
        let window = try #require(made as? Window)
        window.shelf?.book?.text = "typed"
        window.field?.text = "typed"
        first.graph.add(window)
        return try first.relaunch()
    }

    @Test(.rule("PRES-9", under: .granular), arguments: Window.Part.allCases)
    fileprivate func `ends with the window, and no launch reports it`(_ part: Window.Part) throws {
        try Window.$part.withValue(part) {
            let second = try launch()
            #expect(second.report.notRestored.count == 1)

            second.graph.attachRestored([], selecting: nil)

            #expect(try second.issues() == part.issues)
            #expect(try second.issues() == [])
            #expect(try second.program.savedPaths == ["Stack"])
            #expect(try second.relaunch().report.notRestored.isEmpty)
        }
    }

    /// The part itself was deallocated. A deallocated field was removed from its window.
    @Test(
        .rule("REST-39", under: .granular),
        arguments: Window.Part.allCases.filter { $0 != .fieldNotReady && $0 != .fieldFailing }
    )
    fileprivate func `is retained while the stack omits the window but the program still holds it`(
        _ part: Window.Part
    ) throws {
        try Window.$part.withValue(part) {
            let second = try launch()
            let window = try #require(second.graph.members.first as? Window)
            window.shelf?.book = nil
            window.hold([RestorationSlot(try #require(window.shelf))])
            second.graph.attachRestored([], selecting: nil)

            let closed = PreservationError.retainedClosed(
                try RestorationPath(parsing: "Stack/" + part.path)
            )
            let issues = try second.issues()
            #expect(!issues.contains(closed))
            second.graph.add(window)

            _ = try second.issues()
            let state = try #require(try second.program.savedState())
            #expect(state["Stack/" + part.path]?.values["text"] == .string("typed"))
        }
    }

    /// `isHeld` is whether the window is still alive at that time.
    @Test(.rule("PATH-16", "REST-15", under: .granular), arguments: [false, true], [false, true])
    func `does not reopen the window at the next launch`(
        failsItself: Bool,
        isHeld: Bool
    ) throws {
        var fails = false
        let program = TestProgram(preset: .tested) { session in
            var scopes = try session.preservedScopes(ofRoot: "window")
            if scopes.isEmpty { scopes = ["one", "two"] }
            let desk = Desk()
            for scope in scopes {
                let window = Node("window", [Node("field")])
                let broken = failsItself ? window : window.children[0]
                broken.onDecode = { _ in if fails { throw Failing.Failure() } }
                session.addRoot(window, scope: scope)
                desk.windows.append(window)
            }
            return desk
        }
        let first = try program.launch()
        fails = true
        let second = try first.relaunch()
        #expect(second.report.notRestored.count == 2)

        second.session.removeRoot(second.graph.windows[1])
        if !isHeld { second.graph.windows.removeLast() }

        _ = try second.issues()
        #expect(try program.savedPaths == ["window#one", "window#one/field"])
        #expect(try second.relaunch().graph.windows.count == 1)
    }

    @Test(.rule("PATH-16"))
    func `does not reopen the window for a part that another window shows`() throws {
        let first = try windowProgram().launch()
        let (shown, closed) = (first.graph.windows[0], first.graph.windows[1])
        shown.references["part"] = try first.session.make("part", under: closed, className: "Node")

        first.session.removeRoot(closed)
        first.graph.windows.removeLast()

        let windows = try first.relaunch().graph.windows
        #expect(windows.map { $0.references["part"] != nil } == [true])
    }

    @Test(.rule("PATH-16", under: .granular))
    func `does not reopen the window for an unavailable object that refers to it`() throws {
        let program = windowProgram()
        let first = try program.launch()
        let windows = first.graph.windows
        let page = try first.session.make("page", under: windows[0], className: "Node")
        (page as? Node)?.references["window"] = windows[1]
        windows[0].references["page"] = page
        try first.terminate()
        program.faults = [.creationFails(at: "window#one/page")]
        let second = try program.launch()

        second.session.removeRoot(second.graph.windows.removeLast())

        #expect(try second.relaunch().graph.windows.count == 1)
    }

    /// Two windows, of which a later launch opens those that were saved.
    private func windowProgram() -> TestProgram<Desk> {
        TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            var scopes = try session.preservedScopes(ofRoot: "window")
            if scopes.isEmpty { scopes = ["one", "two"] }
            let desk = Desk()
            for scope in scopes {
                let window = Node("window")
                session.addRoot(window, scope: scope)
                desk.windows.append(window)
            }
            return desk
        }
    }
}

@Suite struct `State of an unavailable object whose place the user closes` {
    /// A launch of a program whose gallery shows a stand-in for a page that could not be made.
    private func launchWithStandIn() throws -> TestLaunch<Desk> {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let desk = Desk()
            session.addRoot(desk.gallery)
            session.addRoot(desk.shelf)
            return desk
        }
        let first = try program.launch()
        let page = try first.session.make("page", under: first.graph.gallery, className: "Node")
        let note = try first.session.make("note", under: page, className: "Node")
        let node = try #require(page as? Node)
        node.text = "typed"
        node.add(note)
        first.graph.gallery.references["page"] = page
        try first.terminate()
        program.faults = [.creationFails(at: "Gallery/page")]
        return try program.launch()
    }

    private func paths(_ texts: String...) throws -> [RestorationPath] {
        try texts.map { try RestorationPath(parsing: $0) }
    }

    /// The object that shows the stand-in drops it.
    @Test(.rule("REST-15", "CONT-3", under: .granular))
    func `ends when its stand-in is closed, and is reported once`() throws {
        let second = try launchWithStandIn()
        #expect(try second.issues() == [])

        second.graph.gallery.references = [:]

        let closed = try paths("Gallery/page", "Gallery/page/note")
        #expect(try second.issues() == closed.map { .retainedClosed($0) })
        #expect(try second.issues() == [])
        #expect(try second.program.savedPaths == ["Gallery", "Shelf"])
        second.program.faults = []
        #expect(try second.relaunch().report.entries.count == 2)
    }

    /// The close takes effect only when it is durable.
    @Test(.rule("REST-15", "PRES-9", under: .granular))
    func `stays if the save that reports it fails`() throws {
        let second = try launchWithStandIn()
        #expect(try second.issues() == [])
        let page = second.graph.gallery.references

        second.graph.gallery.references = [:]
        second.program.faults.insert(.diskFull)
        #expect(throws: (any Error).self) { try second.session.preserveNow() }
        second.program.faults.remove(.diskFull)
        second.graph.gallery.references = page

        #expect(try second.issues() == [])
        #expect(try second.program.savedPaths.contains("Gallery/page"))
    }

    @Test(.rule("REST-15", "CONT-3", under: .granular))
    func `survives if the stand-in moves to another owner and back, and that owner is removed`()
        throws
    {
        let second = try launchWithStandIn()
        #expect(try second.issues() == [])
        let held = second.graph.gallery.references
        second.graph.shelf.references = held
        second.graph.gallery.references = [:]
        #expect(try second.issues() == [])
        second.graph.gallery.references = held
        second.graph.shelf.references = [:]
        #expect(try second.issues() == [])

        second.session.removeRoot(second.graph.shelf)

        #expect(try second.issues() == [])
        #expect(try second.program.savedPaths.contains("Gallery/page/note"))
    }

    /// An object that fails to encode does not report its children.
    @Test(.rule("REST-15", under: .granular))
    func `stays if the owner of a stand-in fails to encode`() throws {
        let second = try launchWithStandIn()
        let shelf = second.graph.shelf
        shelf.references = second.graph.gallery.references
        second.graph.gallery.references = [:]
        #expect(try second.issues() == [])

        shelf.references = [:]
        shelf.onEncode = { _ in throw Failing.Failure() }
        #expect(try second.issues().count == 1)
        shelf.onEncode = { _ in }

        #expect(try second.program.savedPaths.contains("Gallery/page/note"))
    }

    /// The program still holds the root, and may add it again.
    @Test(.rule("REST-15", "PATH-16", under: .granular), arguments: [true, false])
    func `ends with a root that the program removes as it exits`(isAddedAgain: Bool) throws {
        let second = try launchWithStandIn()

        second.session.removeRoot(second.graph.gallery)
        #expect(try second.issues() == [])
        if isAddedAgain { second.session.addRoot(second.graph.gallery) }
        second.program.faults = []

        let third = try second.relaunch()
        let page = third.graph.gallery.references["page"] as? Node
        #expect(page?.text == (isAddedAgain ? "typed" : nil))
        #expect(third.report.entries.count == (isAddedAgain ? 4 : 1))
    }

    /// As when the program builds a window anew.
    @Test(.rule("REST-15", "PATH-16", under: .granular))
    func `survives if a new root replaces the removed one`() throws {
        let second = try launchWithStandIn()

        second.session.removeRoot(second.graph.gallery)
        second.session.addRoot(Node("Gallery"))

        #expect(try second.issues() == [])
        #expect(try second.program.savedPaths.contains("Gallery/page/note"))
    }

    /// The page above could not be made. A page that the program builds anew does not take its
    /// place.
    @Test(.rule("REST-15", "CONT-3", under: .granular), arguments: [false, true])
    func `is removed when the user leaves the page below it`(isBuiltAnew: Bool) throws {
        let program = stackProgram()
        let first = try program.launch()
        try first.push("one", "two", "three", "four")
        try first.terminate()
        program.faults = [.creationFails(at: "Stack/three")]
        let second = try program.launch()
        #expect(second.graph.names == ["one", "two", "four"])
        #expect(try second.issues() == [])

        second.graph.attachRestored([second.graph.restorationSlots[0]], selecting: nil)
        if isBuiltAnew { try second.push("two") }

        #expect(try second.issues() == paths("Stack/three").map { .retainedClosed($0) })
        program.faults = []
        #expect(try second.relaunch().graph.names == (isBuiltAnew ? ["one", "two"] : ["one"]))
    }
}

/// Several windows of one kind, or two windows of different kinds.
private final class Desk {
    var windows: [Node] = []
    let gallery = Node("Gallery")
    let shelf = Node("Shelf")
}
