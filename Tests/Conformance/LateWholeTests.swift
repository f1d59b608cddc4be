import RestorationTesting
import Testing

/// Reads its state before it changes anything.
private final class Whole: RestorableElement, TransactionalRestorable {
    let restorationIdentifier: String?
    let restorationGroup: String?
    var offset = 0
    var fails = false

    init(_ identifier: String, in group: String? = nil) {
        restorationIdentifier = identifier
        restorationGroup = group
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(offset, forKey: "offset")
    }

    func preparedState(from coder: RestorationCoder) throws -> (() -> Void)? {
        let offset = try coder.decode(Int.self, forKey: "offset") ?? 0
        if fails { throw Failing.Failure() }
        return { self.offset = offset }
    }
}

/// A root that may load its elements at any time, and refers to a model.
private final class Page: RestorableContainer, RestorableElementOwner {
    let restorationIdentifier: String? = "Page"
    let restorationArrangement = RestorationArrangement.stack
    var restorationSlots: [RestorationSlot] = []
    let restorationSelection: (any Restorable)? = nil
    var elements: [Whole]?
    var model: Whole?
    var onDecode: () throws -> Void = {}
    var onAttach: () -> Void = {}

    var restorationElements: [any RestorableElement]? { elements }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        onAttach()
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(model, forKey: "model")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws { try onDecode() }
}

/// A program whose page was left with elements that had an offset of 7, and with a child.
///
/// - Parameter load: Prepares the page of later launches.
private func savedPage(
    _ identifiers: [String],
    in group: String? = nil,
    load: @escaping (Page, _ elements: [Whole]) -> Void
) throws -> TestProgram<Page> {
    var isLater = false
    let program = TestProgram(preset: .tested) { session in
        session.register(Node.self, as: "Node")
        let page = Page()
        let elements = identifiers.map { Whole($0, in: group) }
        if isLater { load(page, elements) } else { page.elements = elements }
        session.addRoot(page)
        return page
    }
    let first = try program.launch()
    first.graph.elements?.forEach { $0.offset = 7 }
    let child = try first.session.make("Child", under: first.graph, className: "Node")
    first.graph.restorationSlots = [RestorationSlot(child)]
    isLater = true
    return try first.terminate()
}

@Suite struct `An object that takes its state as a whole and comes while others are restored` {
    @Test(.rule("REST-3", "REST-38"), arguments: ["decode", "attach"])
    func `takes it, whenever it was loaded`(stage: String) throws {
        let program = try savedPage(["list"]) { page, elements in
            let load = { [unowned page] in page.elements = elements }
            if stage == "decode" { page.onDecode = load } else { page.onAttach = load }
        }

        let second = try program.launch()

        #expect(second.graph.elements?.map(\.offset) == [7])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("FAIL-19"), arguments: ["decode", "attach"])
    func `fails with those of its group that were loaded with it`(stage: String) throws {
        let program = try savedPage(["list", "map"], in: "both") { page, elements in
            elements[1].fails = true
            let load = { [unowned page] in page.elements = elements }
            if stage == "decode" { page.onDecode = load } else { page.onAttach = load }
        }

        let second = try program.launch()

        #expect(second.graph.elements?.map(\.offset) == [0, 0])
        #expect(second.report.notRestored.map { "\($0.path)" } == ["Page/list", "Page/map"])
    }

    @Test(.rule("OBJ-15"))
    func `takes it where it was registered while what is above it decoded`() throws {
        let second = try launchModel { _ in }

        #expect(second.graph.model?.offset == 7)
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("FAIL-19"))
    func `fails with those of its group that had their turn later`() throws {
        var element: Whole?
        let second = try launchModel {
            element = $0
            $0.fails = true
        }

        #expect(second.graph.model?.offset == 0)
        #expect(element?.offset == 0)
        #expect(second.report.notRestored.map { "\($0.path)" } == ["Page/list", "Model"])
    }

    /// A launch in which the page registers its model, of the element's group, while it decodes.
    private func launchModel(
        prepare: @escaping (_ element: Whole) -> Void
    ) throws -> TestLaunch<Page> {
        var isLater = false
        let program = TestProgram(preset: .tested) { session in
            let page = Page()
            let list = Whole("list", in: "both")
            page.elements = [list]
            page.model = Whole("Model", in: "both")
            let register = { [unowned page, unowned session] in
                _ = try page.model.map {
                    try session.registerObject($0, identifier: "Model")
                }
            }
            if isLater {
                page.onDecode = register
                prepare(list)
            } else {
                try register()
            }
            session.addRoot(page)
            return page
        }
        let first = try program.launch()
        first.graph.model?.offset = 7
        first.graph.elements?.forEach { $0.offset = 7 }
        isLater = true
        return try first.relaunch()
    }
}

@Suite struct `An object that fails to decode when others have decoded meanwhile` {
    @Test(.rule("OBJ-15", "FAIL-19"))
    func `is what it was before, and not what they were`() throws {
        var isLater = false
        let program = program { session in
            let model = Node(nil, text: "new model")
            let below = Node("Below", text: "new below")
            let root = Node("Root", [Node("Middle", [below])])
            if isLater {
                below.onDecode = { [unowned session, unowned root, unowned below] _ in
                    below.onDecode = { _ in }
                    root.references["kept"] = model
                    try session.registerObject(model, identifier: "Model")
                    throw Failing.Failure()
                }
            } else {
                root.references = ["model": model]
                try session.registerObject(model, identifier: "Model")
            }
            return root
        }
        let first = try program.launch()
        let below = try #require(first.graph.children.first?.children.first)
        below.text = "typed below"
        (first.graph.references["model"] as? Node)?.text = "typed model"

        isLater = true
        let second = try first.relaunch()

        #expect(second.graph.children.first?.children.first?.text == "new below")
        #expect((second.graph.references["kept"] as? Node)?.text == "typed model")
        #expect(second.report.notRestored.map { "\($0.path)" } == ["Root/Middle/Below"])
    }
}
