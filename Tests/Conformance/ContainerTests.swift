import RestorationTesting
import Testing

@Suite struct `Containers and presenters` {
    @Test(.rule("T-14", "CONT-1", "PRES-9", "PRES-29"))
    func `present the same object again, without code of their own`() throws {
        let first = try stackProgram().launch()
        let made = try first.session.make("Sheet", under: first.graph, className: "Node")
        (made as? Node)?.text = "typed"
        first.graph.restorationPresented = made

        let second = try first.relaunch()

        #expect((second.graph.restorationPresented as? Node)?.text == "typed")
        #expect(try second.terminate().savedPaths == ["Stack", "Stack/Sheet"])
    }

    /// Has a text field beside the pages in its slots.
    private final class Desk: RestorableContainer {
        let restorationIdentifier: String? = "Desk"
        let field: Node
        var restorationSlots: [RestorationSlot]
        var restorationChildren: [any Restorable] { [field] + restorationSlots.map(\.child) }

        init(naming: Bool) {
            (field, restorationSlots) = (Node("field"), [RestorationSlot(Node("page"))])
            if naming { field.restorationParent = self }
        }

        func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
            restorationSlots = slots
        }

        func encodeRestorableState(with coder: RestorationCoder) throws {
            coder.encode(field, forKey: "field")
        }
    }

    @Test(.rule("REST-17", "PATH-10"), arguments: [true, false])
    func `find children that are in no slot`(naming: Bool) throws {
        let program = TestProgram(preset: .tested) { session in
            let desk = Desk(naming: naming)
            session.addRoot(desk)
            return desk
        }
        let first = try program.launch()
        first.graph.field.text = "typed"
        #expect(first.session.path(of: first.graph.field)?.description == "Desk/field")

        let second = try first.relaunch()

        #expect(second.graph.field.text == "typed")
        #expect(second.report.notRestored.isEmpty)
        #expect(try second.issues() == [])
    }

    @Test(.rule("CONT-11"))
    func `present an identified sheet again, such as a draft`() throws {
        let first = try sheetProgram().launch()
        let sheet = try first.present("Activity", on: first.graph)
        let draft = try first.session.make("Draft", under: sheet, className: "Node")
        (draft as? Node)?.text = "typed"
        sheet.restorationPresented = draft

        let second = try first.relaunch()

        let presented = second.graph.restorationPresented as? Sheet
        #expect((presented?.restorationPresented as? Node)?.text == "typed")
    }

    @Test(.rule("CONT-11"))
    func `present a draft again without the share sheet above it`() throws {
        let first = try sheetProgram().launch()
        let draft = try first.present("Draft", on: first.graph)
        draft.text = "typed"
        draft.restorationPresented = Node(nil)

        let second = try first.relaunch()

        let presented = try #require(second.graph.restorationPresented as? Sheet)
        #expect(presented.text == "typed")
        #expect(presented.restorationPresented == nil)
    }

    @Test(.rule("T-52", "CONT-3"))
    func `restore a stack up to a gap, and name the dropped members`() throws {
        let first = try stackProgram().launch()
        try first.push("A", "B", "C", declining: "B")

        let second = try first.relaunch()

        #expect(second.graph.names == ["A"])
        #expect(second.outcomes == ["Stack/B": .skipped, "Stack/C": .skipped])
    }

    @Test(.rule("CONT-3", under: .granular))
    func `restore a stack without a failed member until the member can be restored`() throws {
        let first = try stackProgram().launch()
        try first.push("A", "B", "C")
        first.program.faults = [.creationFails(at: "Stack/B")]
        let second = try first.relaunch()
        #expect(second.graph.names == ["A", "C"])
        #expect(second.outcomes == ["Stack/B": .retained])
        try second.push("X")
        let third = try second.relaunch()
        #expect(third.graph.names == ["A", "C", "X"])
        third.program.faults = []

        let fourth = try third.relaunch()

        #expect(fourth.graph.names == ["A", "B", "C", "X"])
    }

    @Test(.rule("T-86", "CONT-4"))
    func `skip a member without an identifier`() throws {
        let first = try stackProgram { $0.add(Node(nil, text: "as built")) }.launch()
        first.graph.members[0].text = "changed"
        try first.push("A")
        first.graph.add(Node(nil))
        try first.push("B")

        #expect(try first.terminate().savedPaths == ["Stack", "Stack/A", "Stack/B"])
        let second = try first.program.launch()

        // The child that the program builds is not replaced, and does not displace the others.
        #expect(second.graph.names == ["-", "A", "B"])
        #expect(second.graph.members.map(\.text) == ["as built", "of A", "of B"])
    }

    @Test(.rule("T-55", "REST-31", "CONT-12", "CONT-13"))
    func `do not get a child that the program has already attached`() throws {
        let first = try stackProgram(.places) { stack in
            stack.add(Node("A"))
            stack.add(Node("B"))
        }.launch()

        let second = try first.relaunch()

        #expect(second.graph.names == ["A", "B"])
        #expect(second.graph.attachCount == 0)
    }

    @Test(.rule("CONT-13"))
    func `arrange restored children themselves`() throws {
        final class Forgetful: Stack {
            override func attachRestored(
                _ slots: [RestorationSlot],
                selecting: (any Restorable)?
            ) {}
        }
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let stack: Stack = Forgetful("Stack")
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        try first.push("A")

        var second: TestLaunch<Stack>?
        let log = try Log.collect { second = try first.relaunch() }

        #expect(log.contains("decode A"))
        #expect(second?.graph.names == [])
    }

    @Test(.rule("T-54", "CONT-5", "CONT-6", "REST-30"))
    func `select the same child wherever the program has put it`() throws {
        var names = ["X", "Y"]
        let program = stackProgram(.places) { stack in
            for name in names { stack.add(Node(name)) }
        }
        let first = try program.launch()
        first.graph.members[1].text = "of Y"
        first.graph.restorationSelection = first.graph.members[1]

        names.reverse()
        let second = try first.relaunch()

        #expect(second.graph.restorationSelection === second.graph.members[0])
        #expect(second.graph.members.map(\.text) == ["of Y", ""])
    }

    @Test(.rule("T-30", "CONT-2", "PATH-5", "PATH-6"))
    func `distinguish equal members of a stack`() throws {
        let first = try stackProgram().launch()
        try first.push("d", "d")
        first.graph.members[1].text = "of the second"

        let log = try Log.collect {
            let second = try first.relaunch()
            #expect(second.graph.members.map(\.text) == ["of d", "of the second"])
        }

        #expect(log.filter { $0.hasPrefix("create") } == ["create Stack/d", "create Stack/d"])
    }

    @Test(
        .rule("CONT-2", "PATH-8", "REST-17"),
        arguments: [
            ["made", "built"], ["built", "made", "built"], ["made", "built", "made", "built"],
        ]
    )
    func `distinguish members that the program built from equal ones that a class made`(
        order: [String]
    ) throws {
        let first = try stackProgram { stack in
            for origin in order where origin == "built" { stack.add(Node("d")) }
        }.launch()
        var built = first.graph.restorationSlots[...]
        let slots = try order.map { origin in
            try origin == "made"
                ? RestorationSlot(first.session.make("d", under: first.graph, className: "Node"))
                : built.removeFirst()
        }
        first.graph.attachRestored(slots, selecting: nil)
        for (position, member) in first.graph.members.enumerated() {
            member.text = "\(order[position]) \(position)"
        }

        let second = try first.relaunch()

        let texts = order.enumerated().map { "\($0.element) \($0.offset)" }
        #expect(second.graph.members.map(\.text) == texts)
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("CONT-2", "PATH-8", "OBJ-7"))
    func `distinguish a registered member from an equal one that a class made`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let stack = Stack("Stack")
            let model = Node(nil)
            stack.add(model)
            session.addRoot(stack)
            try session.registerObject(model, identifier: "d", parent: stack)
            return stack
        }
        let first = try program.launch()
        let registered = first.graph.restorationSlots
        first.graph.attachRestored([], selecting: nil)
        try first.push("d")
        first.graph.attachRestored(first.graph.restorationSlots + registered, selecting: nil)
        first.graph.members[1].text = "of the model"

        let second = try first.relaunch()

        #expect(second.graph.members.map(\.text) == ["of d", "of the model"])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("CONT-7"))
    func `find children that share an identifier by their slots`() throws {
        var slots = ["primary", "secondary"]
        let program = stackProgram(.places) { stack in
            for slot in slots { stack.add(Node("Pane"), in: slot) }
        }
        let first = try program.launch()
        for (member, slot) in zip(first.graph.members, slots) { member.text = "of \(slot)" }

        slots.reverse()
        let second = try first.relaunch()

        #expect(second.graph.members.map(\.text) == ["of secondary", "of primary"])
    }

    @Test(.rule("CONT-7"))
    func `put a restored child into its slot, whatever the program put there`() throws {
        var isBuilt = false
        let first = try stackProgram(.places) { stack in
            if isBuilt { stack.add(Node(nil), in: "secondary") }
        }.launch()
        let pane = try first.session.make("Pane", under: first.graph, className: "Node")
        first.graph.attachRestored([RestorationSlot(pane, key: "secondary")], selecting: nil)
        isBuilt = true

        #expect(try first.relaunch().graph.names == ["Pane"])
    }

    /// Such as the pane of a plugin that is missing for one launch.
    @Test(.rule("CONT-7", under: .granular), arguments: [false, true])
    func `put an unavailable child back into its slot unless the slot got another child`(
        isReplaced: Bool
    ) throws {
        let program = stackProgram(.places) { stack in stack.add(Node("Default"), in: "left") }
        let first = try program.launch()
        let pane = try first.session.make("Pane", under: first.graph, className: "Node")
        (pane as? Node)?.text = "typed"
        first.graph.attachRestored([RestorationSlot(pane, key: "left")], selecting: pane)
        try first.terminate()
        program.faults = [.classMissing("Node")]

        let second = try program.launch()
        #expect(second.graph.names == ["Default"])
        if isReplaced {
            let other = try second.make("Other")
            second.graph.attachRestored([RestorationSlot(other, key: "left")], selecting: nil)
        }
        try second.session.preserveNow()
        try second.terminate()
        if !isReplaced { try program.launch().terminate() }
        program.faults = []
        let third = try program.launch()

        #expect(third.graph.names == [isReplaced ? "Other" : "Pane"])
        #expect(isReplaced || third.graph.members[0].text == "typed")
        #expect(isReplaced || third.graph.restorationSelection === third.graph.members[0])
    }
}

/// An object that is presented and may itself present another.
private final class Sheet: Node, RestorablePresenter {
    var restorationPresented: (any Restorable)?
    func presentRestored(_ object: any Restorable) { restorationPresented = object }
}

/// A program whose root presents sheets.
private func sheetProgram() -> TestProgram<Stack> {
    stackProgram(registering: { $0.register(Sheet.self, as: "Sheet") })
}

extension TestLaunch<Stack> {
    fileprivate func present(_ identifier: String, on presenter: Stack) throws -> Sheet {
        let made = try session.make(identifier, under: presenter, className: "Sheet")
        presenter.restorationPresented = made
        return try #require(made as? Sheet)
    }
}
