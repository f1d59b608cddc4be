import RestorationTesting
import Testing

@Suite struct `The place of an object whose data arrives late` {
    // MARK: Changes before the arrival

    @Test(.rule("REST-40", "REST-37"))
    func `is below a member of its stack that has changed meanwhile`() throws {
        var top = Node("top")
        let program = stackProgram { stack in
            top = Node("top")
            stack.add(top)
        }
        let first = try program.launch()
        let late = try first.make("late")
        first.graph.attachRestored(
            [RestorationSlot(late), RestorationSlot(top)],
            selecting: nil
        )
        let second = try first.relaunch()
        #expect(second.outcomes == ["Stack/late": .awaited])
        top.text = "changed"
        second.session.invalidate(top)
        try second.terminate()
        deliveries.deliver("late")

        let third = try program.launch()

        #expect(third.graph.members.map(\.text) == ["of late", "changed"])
    }

    @Test(.rule("REST-37")) func `is among the current children`() throws {
        let second = try lateProgram(.places, "a", "b", "late", "c").launch()
        let stack = second.graph
        stack.attachRestored(
            [
                RestorationSlot(Node("new")), stack.restorationSlots[2],
                stack.restorationSlots[1],
            ],
            selecting: nil
        )
        second.session.invalidate(stack)

        deliveries.deliver("late")
        second.settle()

        #expect(stack.names == ["new", "c", "b", "late"])
    }

    @Test(.rule("REST-37"), arguments: [true, false])
    func `is beside an object that has taken its name`(isMade: Bool) throws {
        let second = try lateProgram(.places, "a", "late").launch()
        let new = try isMade ? second.make("late") : Node("late")
        new.text = "typed"
        second.graph.add(new)
        try second.session.preserveNow()
        #expect(deliveries.cancelled == [])
        let paths = try second.program.savedPaths
        #expect(paths == ["Stack", "Stack/a", "Stack/late", "Stack/late#2"])

        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.members.map(\.text) == ["of a", "of late", "typed"])
        #expect(second.graph.members.last === new)
        #expect(try second.snapshot().paths == paths)
    }

    @Test(.rule("REST-37")) func `ends with its container`() throws {
        let program = TestProgram(preset: .tested) { session in
            session.register(Late.self, as: "Late")
            let root = Node("Root")
            let stack = Stack("Stack", .places)
            root.references["stack"] = stack
            session.addRoot(root)
            session.addRoot(stack)
            return root
        }
        let first = try program.launch()
        let stack = try #require(first.graph.references["stack"] as? Stack)
        let made = try first.session.make("late", under: stack, className: "Late")
        stack.add(try #require(made as? Node))
        let second = try first.relaunch()

        second.session.removeRoot(try #require(second.graph.references["stack"]))
        second.graph.references = [:]
        try second.session.preserveNow()

        #expect(deliveries.cancelled == ["late"])
    }

    @Test(.rule("REST-37")) func `does not displace an object that was put into its slot`() throws {
        let second = try lateProgram(
            .places,
            "a",
            "late",
            keys: ["a": "left", "late": "right"]
        ).launch()
        second.graph.add(Node("other"), in: "right")
        second.session.invalidate(second.graph)

        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["a", "other"])
        guard RestorationPreset.tested == .granular else { return }
        second.graph.attachRestored([second.graph.restorationSlots[0]], selecting: nil)
        #expect(try second.relaunch().graph.members.map(\.text) == ["of a", "of late"])
    }

    @Test(.rule("REST-37", under: .granular))
    func `returns to its slot when the slot is free, also in a later launch`() throws {
        let keys = ["a": "left", "late": "right"]
        let program = try lateProgram(.places, "a", "late", selecting: "late", keys: keys)
        let second = try program.launch()
        second.graph.add(try second.make("other"), in: "right")
        let third = try second.relaunch()
        #expect(third.graph.names == ["a", "other"])
        deliveries.deliver("late")

        let fourth = try third.relaunch()
        #expect(fourth.graph.names == ["a", "other"])
        fourth.graph.attachRestored([fourth.graph.restorationSlots[0]], selecting: nil)
        let fifth = try fourth.relaunch()

        #expect(fifth.graph.members.map(\.text) == ["of a", "of late"])
        #expect(fifth.graph.restorationSlots.map(\.key) == ["left", "right"])
        #expect((fifth.graph.restorationSelection as? Node)?.name == "late")
    }

    // MARK: Stacks

    @Test(.rule("REST-37")) func `in a stack is above the member that it was above`() throws {
        let second = try lateProgram(.stack, "a", "late", "b").launch()
        let slots = second.graph.restorationSlots
        second.graph.attachRestored([slots[1], slots[0]], selecting: nil)
        second.graph.add(Node("new"))
        try second.session.preserveNow()

        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["b", "a", "late", "new"])
    }

    @Test(.rule("REST-37"), arguments: [true, false])
    func `is in the saved order whichever arrives first`(isStack: Bool) throws {
        let arrangement = isStack ? RestorationArrangement.stack : .places
        let second = try lateProgram(arrangement, "a", "late1", "late2", "b").launch()
        #expect(second.graph.names == ["a", "b"])
        #expect(second.outcomes == ["Stack/late1": .awaited, "Stack/late2": .awaited])

        let log = Log.collect {
            deliveries.deliver("late2")
            second.settle()
        }
        #expect(second.graph.names == ["a", "late2", "b"])
        #expect(log == ["create Stack/late2", "decode late2", "finish late2"])
        deliveries.deliver("late1")
        second.settle()

        #expect(second.graph.names == ["a", "late1", "late2", "b"])
        #expect(second.session.report?.count(of: .restored) == 5)
        #expect(deliveries.cancelled == [])
    }

    /// Visible members stay, because the user may have typed into them.
    @Test(.rule("REST-37")) func `in a stack ends if the member below it is declined`() throws {
        let second = try lateProgram(.stack, "a", "late1", "late2", "b").launch()

        deliveries.deliver("late1", as: .declined)
        second.settle()
        try second.session.preserveNow()

        #expect(second.graph.names == ["a", "b"])
        #expect(second.entry("Stack/late1")?.outcome == .skipped)
        #expect(second.entry("Stack/late2")?.outcome == .skipped)
        #expect(try second.program.savedPaths == ["Stack", "Stack/a", "Stack/b"])
    }

    @Test(.rule("REST-37")) func `in a stack is not made after the member below it was closed`()
        throws
    {
        let second = try lateProgram(.stack, "a", "late", "b").launch()
        second.graph.attachRestored([second.graph.restorationSlots[1]], selecting: nil)

        let log = Log.collect {
            deliveries.deliver("late")
            second.settle()
        }

        #expect(log == [])
        #expect(second.entry("Stack/late")?.outcome == .skipped)
    }

    @Test(.rule("REST-37", under: .granular), arguments: [false, true])
    func `in a stack ends with a closed member below it, unless something refers to the object`(
        isReferrerThere: Bool
    ) throws {
        let program = stackProgram()
        let first = try program.launch()
        let nodes = try ["a", "c", "b", "late"].map { try first.make($0) }
        nodes.forEach { first.graph.add($0) }
        nodes[1].references["late"] = nodes[3]
        try first.terminate()
        program.faults = isReferrerThere ? [] : [.creationFails(at: "Stack/c")]
        let second = try program.launch()
        second.graph.attachRestored(second.graph.restorationSlots.dropLast(), selecting: nil)

        deliveries.deliver("late")
        second.settle()
        try second.terminate()
        program.faults = []

        deliveries.deliver("late")
        let third = try program.launch()
        #expect(third.graph.names == ["a", "c"])
        #expect((third.graph.members[1].references["late"] as? Node)?.text == "of late")
    }

    /// Until the referrer encodes again, its earlier values refer to the late object.
    @Test(.rule("REST-37"))
    func `ends above a closed member of its stack, even if a referrer fails to encode`() throws {
        let first = try stackProgram().launch()
        let (bottom, top) = (try first.make("bottom"), try first.make("top"))
        let late = try first.make("late")
        for node in [bottom, top, late] { first.graph.add(node) }
        bottom.references["late"] = late
        let second = try first.relaunch()
        let slots = second.graph.restorationSlots
        second.graph.attachRestored([slots[0]], selecting: nil)
        let restored = second.graph.members[0]
        restored.references = [:]
        restored.onEncode = { _ in throw Failing.Failure() }
        try second.session.preserveNow()
        restored.onEncode = { _ in }

        try second.session.preserveNow()

        #expect(try second.program.savedPaths == ["Stack", "Stack/bottom"])
    }

    // MARK: Selection

    @Test(.rule("REST-37"))
    func `is not the selection if something else was selected since`() throws {
        let second = try lateProgram(.places, "a", "late", selecting: "late").launch()
        second.graph.restorationSelection = second.graph.members[0]

        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["a", "late"])
        #expect((second.graph.restorationSelection as? Node)?.name == "a")
    }

    @Test(.rule("REST-37"), arguments: [false, true])
    func `is on its presenter, unless that presents another object already`(isTaken: Bool) throws {
        let second = try lateProgram(presenting: "late").launch()
        let mine = Node("mine")
        if isTaken { second.graph.restorationPresented = mine }

        deliveries.deliver("late")
        second.settle()

        let presented = second.graph.restorationPresented as? Node
        #expect(presented?.name == (isTaken ? "mine" : "late"))
    }
}
