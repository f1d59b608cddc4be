import RestorationTesting
import Testing

/// An object that a class made and nothing references is deallocated when it fails to decode.
/// Whatever becomes of the object, its descendants retain their state, and the report says why they
/// are missing.
@Suite struct `The subtree of an object that fails to decode` {
    private static let reason =
        "An ancestor could not be restored: Its state could not be applied: The test makes"
        + " its decoding fail"

    /// Builds its own field.
    private class Form: Node {
        required init(_ request: CreationRequest) throws {
            try super.init(request)
            build()
        }

        func build() { add(Node("field")) }

        var field: Node { children[0] }

        override func decodeRestorableState(with coder: RestorationCoder) throws {
            let built = children
            try super.decodeRestorableState(with: coder)
            built.forEach { add($0) }
        }
    }

    /// A form with its field in a section.
    private final class LongForm: Form {
        override func build() { add(Node("section", [Node("field")])) }
        override var field: Node { children[0].children[0] }
    }

    /// A deferred form.
    private final class LateForm: Form {
        required init(_ request: CreationRequest) throws {
            try super.init(request)
            try deliveries.answer(request)
        }
    }

    /// A program that saved a container with a form and the text of the form's field. The container
    /// also saved a reference to the field, but does not retain the field when it decodes.
    private func savedForm(
        of name: String,
        encodesChildren: Bool
    ) throws -> TestProgram<Stack> {
        let program = stackProgram(.places) { stack in
            stack.onEncode = { $0.encode((stack.members.first as? Form)?.field, forKey: "field") }
            stack.onDecode = { _ = try $0.decode(Node.self, forKey: "field") }
        } registering: { session in
            session.register(Form.self, as: "Form")
            session.register(LongForm.self, as: "LongForm")
            session.register(LateForm.self, as: "LateForm")
        }
        let first = try program.launch()
        let made = try first.session.make("form", under: first.graph, className: name)
        let form = try #require(made as? Form)
        form.encodesChildren = encodesChildren
        first.graph.add(form)
        form.field.text = "typed"
        try first.terminate()
        program.faults = [.decodingFails(at: "Stack/form")]
        return program
    }

    // MARK: During the restore

    @Test(
        .rule("REST-15", "PATH-13", under: .granular),
        arguments: [
            ("Form", true, "field"), ("Form", false, "field"), ("LongForm", true, "section/field"),
            ("LongForm", false, "section/field"),
        ]
    )
    func `is restored later below a child that the object built`(
        _ name: String,
        _ encodesChildren: Bool,
        _ path: String
    ) throws {
        let program = try savedForm(of: name, encodesChildren: encodesChildren)
        let second = try program.launch()
        #expect(second.entry("Stack/form")?.outcome == .retained)
        #expect(second.entry("Stack/form/" + path)?.outcome == .retained)
        #expect(second.entry("Stack/form/" + path)?.reason?.problem == Self.reason)
        #expect(try second.issues() == [])
        // A second launch, because the save must not lose the state either.
        let third = try second.relaunch()
        #expect(try third.issues() == [])
        program.faults = []

        let fourth = try third.relaunch()

        #expect(fourth.report.notRestored.isEmpty)
        #expect((fourth.graph.members.first as? Form)?.field.text == "typed")
    }

    @Test(.rule("REST-15", under: .granular))
    func `has its state, and the report says why it is not in its place`() throws {
        let program = stackProgram(.places)
        let first = try program.launch()
        try first.push("page")
        let page = first.graph.members[0]
        for name in ["note", "other"] {
            let node = try first.session.make(name, under: page, as: Node.self, className: "Node")
            page.add(node)
            let below = try first.session.make("line", under: node, className: "Node")
            node.add(below)
        }
        try first.terminate()
        program.faults = [
            .decodingFails(at: "Stack/page"), .decodingFails(at: "Stack/page/other"),
        ]

        let second = try program.launch()

        #expect(
            Set(second.outcomes.keys) == [
                "Stack/page", "Stack/page/note", "Stack/page/note/line", "Stack/page/other",
                "Stack/page/other/line",
            ]
        )
        #expect(second.outcomes.values.allSatisfy { $0 == .retained })
        for path in ["note", "note/line", "other/line"] {
            #expect(second.entry("Stack/page/" + path)?.reason?.problem == Self.reason)
        }
        program.faults = []
        let third = try second.relaunch()
        #expect(third.report.entries.allSatisfy { $0.reason == nil })
        #expect(third.graph.members[0].children.map(\.children.count) == [1, 1])
    }

    @Test(.rule("REST-15", under: .uikit))
    func `is missing like the object itself under the preset uikit`() throws {
        let program = stackProgram(.places, preset: .uikit)
        let first = try program.launch()
        try first.push("page")
        let page = first.graph.members[0]
        let note = try first.session.make("note", under: page, className: "Node")
        page.add(note)
        try first.terminate()
        program.faults = [.decodingFails(at: "Stack/page")]

        let second = try program.launch()

        #expect(second.outcomes == ["Stack/page": .missing, "Stack/page/note": .missing])
        #expect(second.entry("Stack/page/note")?.reason?.problem == Self.reason)
    }

    /// A launch of a program whose root decodes a reference to a page that fails to decode. The
    /// page contains "note", which contains "line".
    private func launchWithFailingPage() throws -> TestLaunch<Node> {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        let page = try first.make("page", under: first.graph)
        try first.make("line", under: try first.make("note", under: page))
        try first.terminate()
        program.faults = [.decodingFails(at: "Root/page")]
        return try program.launch()
    }

    @Test(.rule("REST-15", under: .granular))
    func `has a reason even if the object is the program's own and does not list it`() throws {
        let first = try program { _ in Node("Root", [Node("box")]) }.launch()
        let box = first.graph.children[0]
        try first.make("line", under: try first.make("note", under: box)).text = "typed"
        let program = try first.terminate()
        program.faults = [.decodingFails(at: "Root/box")]

        let second = try program.launch()

        for path in ["note", "note/line"] {
            let entry = second.entry("Root/box/" + path)
            #expect(entry?.outcome == .retained)
            #expect(entry?.reason?.problem == Self.reason)
        }
        #expect(try second.issues().count == 1)
        program.faults = []
        let third = try second.relaunch()
        #expect(third.report.entries.allSatisfy { $0.reason == nil })
        #expect(third.graph.children[0].children.first?.children.first?.text == "typed")
    }

    // MARK: Given up

    private func names(_ issues: [PreservationError]) -> [String] {
        issues.compactMap { issue in
            switch issue {
            case .belowUnsaved(let name, _, let ancestor): return "\(name) below \(ancestor)"
            default: return nil
            }
        }
    }

    @Test(.rule("PRES-18", under: .granular))
    func `is retained without a report by the save that gives up the object's own state`() throws {
        let second = try launchWithFailingPage()

        second.graph.children[0].text = "changed"
        second.session.invalidate(second.graph.children[0])

        let path = try RestorationPath(parsing: "Root/page")
        #expect(try second.issues() == [.outdatedRetained(path)])
        #expect(try second.issues() == [])
        #expect(try second.program.savedPaths.contains("Root/page/note/line"))
    }

    @Test(.rule("PRES-18", "REST-39", under: .granular))
    func `is saved unchanged, without a report, if it cannot apply its state yet`() throws {
        let program = program { session in
            session.register(Unready.self, as: "Unready")
            return Node("Root", [Node("box")])
        }
        let first = try program.launch()
        try first.make("note", of: "Unready", under: first.graph.children[0]).text = "typed"
        try first.terminate()
        program.faults = [.decodingFails(at: "Root/box")]
        let second = try program.launch()

        second.session.invalidate(second.graph.children[0])

        for _ in 0..<2 {
            let issues = try second.issues()
            #expect(names(issues) == [])
            let state = try #require(try program.savedState())
            #expect(state["Root/box/note"]?.values["text"] == .string("typed"))
        }
    }

    /// Throws `StateNotYetApplicable` in every restore, and decodes only after `make`.
    private final class Unready: Node {
        private let isNew: Bool
        required init(_ request: CreationRequest) throws {
            isNew = request.reason == .make
            try super.init(request)
        }

        override func decodeRestorableState(with coder: RestorationCoder) throws {
            guard isNew else { throw StateNotYetApplicable() }
            try super.decodeRestorableState(with: coder)
        }
    }

    // MARK: Deferred

    /// A root that adopts the deferred "late", whose child is "child".
    private func lateProgram(encodesChildren: Bool) throws -> TestProgram<Node> {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        let late = try first.make("late", of: "Late", under: first.graph)
        late.encodesChildren = encodesChildren
        let child = try first.make("child", under: late)
        child.text = "typed"
        try first.make("line", under: child).text = "too"
        first.graph.references["child"] = child
        try first.terminate()
        program.faults = [.decodingFails(at: "Root/late")]
        return program
    }

    @Test(.rule("REST-37", under: .granular), arguments: [true, false])
    func `is restored if the object arrives late and another one refers to it`(
        _ encodesChildren: Bool
    ) throws {
        let program = try lateProgram(encodesChildren: encodesChildren)
        let second = try program.launch()
        deliveries.deliver("late")
        second.settle()

        for path in ["child", "child/line"] {
            #expect(second.entry("Root/late/" + path)?.outcome == .restored)
        }
        try second.terminate()
        deliveries.forget()
        program.faults = []
        let third = try program.launch()
        let delegate = Delegate()
        third.session.delegate = delegate
        delegate.onRestoreAwaited = { objects in
            let nodes = objects.compactMap { $0 as? Node }
            third.graph.add(nodes[0])
            nodes[0].add(nodes[1])
        }
        deliveries.deliver("late")
        third.settle()

        #expect(third.session.report?.notRestored.map(\.description) == [])
        let saved = try #require(try third.terminate().savedState())
        #expect(saved["Root/late/child"]?.values["text"] == .string("typed"))
        #expect(saved["Root/late/child/line"]?.values["text"] == .string("too"))
        withExtendedLifetime(delegate) {}
    }

    @Test(.rule("REST-37", under: .granular), arguments: [true, false])
    func `is restored with a late object that built it for itself`(
        _ encodesChildren: Bool
    ) throws {
        let program = try savedForm(of: "LateForm", encodesChildren: encodesChildren)
        let second = try program.launch()
        deliveries.deliver("form")
        second.settle()
        #expect(second.entry("Stack/form/field")?.outcome == .retained)
        #expect(second.entry("Stack/form/field")?.reason?.problem == Self.reason)
        #expect(try second.issues() == [])
        try second.terminate()
        deliveries.forget()
        program.faults = []
        let third = try program.launch()

        deliveries.deliver("form")
        third.settle()

        #expect((third.graph.members.first as? Form)?.field.text == "typed")
    }
}
