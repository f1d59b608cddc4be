import RestorationTesting
import Testing

@Suite struct `The place of an object whose data arrives late` {
    // MARK: What was done meanwhile

    @Test(.rule("REST-40", "REST-37"))
    func `is kept above what is late in a stack for an object that has changed meanwhile`() throws {
        try Deliveries.run { deliveries in
            var top = Node("top")
            let program = TestProgram(preset: .tested) { session in
                session.register(Late.self, as: "Late")
                let stack = Stack("Stack")
                top = Node("top")
                stack.add(top)
                session.addRoot(stack)
                return stack
            }
            let first = try program.launch()
            let late = try first.make("late")
            first.graph.attachRestored(
                [RestorationSlot(late), RestorationSlot(top)],
                selecting: nil
            )
            let second = try first.relaunch()
            #expect(second.outcomes == ["Stack/late": .awaited, "Stack/top": .awaited])
            top.text = "changed"
            second.session.invalidate(top)
            try second.terminate()
            deliveries.deliver("late")

            let third = try program.launch()

            #expect(third.graph.members.map(\.text) == ["of late", "changed"])
        }
    }

    @Test(.rule("REST-37")) func `is among what is there now`() throws {
        try Deliveries.run { deliveries in
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
    }

    @Test(.rule("REST-37")) func `is lost to an object that has its path by now`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.places, "a", "late").launch()
            let mine = Node("late", text: "typed")
            second.graph.add(mine)
            second.session.invalidate(second.graph)
            second.settle()
            #expect(deliveries.cancelled == ["late"])
            #expect(
                second.entry("Stack/late")?.reason?.problem
                    == "Another object has its path now, so the session no longer waits for the"
                    + " object"
            )

            deliveries.deliver("late")
            second.settle()

            #expect(second.graph.names == ["a", "late"])
            #expect(second.graph.members.last === mine)
            let state = try second.snapshot()
            #expect(state.paths == ["Stack", "Stack/a", "Stack/late"])
        }
    }

    @Test(.rule("REST-37")) func `is lost to an object that was made for its path`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.places, "a", "late").launch()
            let made = try second.session.make("late", under: second.graph, className: "Node")

            deliveries.deliver("late")
            second.settle()

            #expect(deliveries.cancelled == ["late"])
            #expect(second.graph.names == ["a"])
            withExtendedLifetime(made) { #expect(second.graph.members.count == 1) }
        }
    }

    @Test(.rule("REST-37")) func `is gone with its container`() throws {
        try Deliveries.run { deliveries in
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
            second.settle()

            #expect(deliveries.cancelled == ["late"])
        }
    }

    @Test(.rule("REST-37")) func `is lost to what was put into its slot`() throws {
        try Deliveries.run { deliveries in
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
            #expect(deliveries.cancelled == ["late"])
        }
    }

    // MARK: Stacks

    @Test(.rule("REST-37"), arguments: [true, false])
    func `in a stack is above one that has to come first, as the report says`(
        comes: Bool
    ) throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.stack, "late", "late too") {
                $0.arrivalLimit = .seconds(30)
            }.launch()
            deliveries.deliver("late too")
            second.settle()
            #expect(
                second.entry("Stack/late too")?.reason?.problem
                    == "Deferred with a member below it in its stack"
            )

            if comes { deliveries.deliver("late") }
            second.advance(by: .seconds(60))

            #expect(second.graph.names == (comes ? ["late", "late too"] : []))
            let problem = second.entry("Stack/late too")?.reason?.problem
            #expect(problem == (comes ? nil : "The object that it depends on was not restored"))
        }
    }

    @Test(.rule("REST-37")) func `in a stack brings what lies above it along`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.stack, "a", "late", "b", "c").launch()
            #expect(second.graph.names == ["a"])
            #expect(
                second.outcomes == [
                    "Stack/late": .awaited, "Stack/b": .awaited, "Stack/c": .awaited,
                ]
            )

            let log = Log.collect {
                deliveries.deliver("late")
                second.settle()
            }

            #expect(second.graph.names == ["a", "late", "b", "c"])
            #expect(log.filter { $0.hasSuffix(" a") } == [])
            #expect(log.suffix(3) == ["finish late", "finish b", "finish c"])
            #expect(second.session.report?.count(of: .restored) == 5)
        }
    }

    @Test(.rule("REST-37", under: .granular))
    func `in a stack is lost when the stack is rearranged`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.stack, "a", "late", "b").launch()
            second.graph.add(Node("new"))
            second.session.invalidate(second.graph)
            second.settle()
            #expect(deliveries.cancelled == ["late"])
            #expect(second.entry("Stack/b")?.outcome == .retained)

            deliveries.deliver("late")
            second.settle()

            #expect(second.graph.names == ["a", "new"])
            #expect(try second.relaunch().graph.names == ["a"])
        }
    }

    @Test(.rule("REST-37"), arguments: [true, false])
    func `is in the saved order whichever arrives first`(isStack: Bool) throws {
        try Deliveries.run { deliveries in
            let arrangement = isStack ? RestorationArrangement.stack : .places
            let second = try lateProgram(arrangement, "a", "late1", "late2", "b").launch()

            deliveries.deliver("late2")
            second.settle()
            #expect(second.graph.names == (isStack ? ["a"] : ["a", "late2", "b"]))
            deliveries.deliver("late1")
            second.settle()

            #expect(second.graph.names == ["a", "late1", "late2", "b"])
            #expect(second.session.report?.count(of: .restored) == 5)
            #expect(deliveries.cancelled == [])
        }
    }

    /// Neither can come before the other: its path leads through what lies above it in the stack.
    @Test(.rule("REST-37"))
    func `in a stack is not waited for where it is below the parent of the object`() throws {
        try Deliveries.run { deliveries in
            let program = try lateProgram(.stack)
            let first = try program.launch()
            let parent = try first.make("parent")
            let late = try first.session.make("late", under: parent, className: "Late")
            parent.add(late)
            first.graph.attachRestored(
                [RestorationSlot(late), RestorationSlot(parent)],
                selecting: nil
            )

            let second = try first.relaunch()
            #expect(second.graph.names == [])
            #expect(
                second.outcomes == ["Stack/parent": .notCreated, "Stack/parent/late": .notCreated]
            )
            #expect(deliveries.cancelled == ["late"])

            guard RestorationPreset.tested == .granular else { return }
            deliveries.deliver("late")
            #expect(try second.relaunch().graph.names == ["late", "parent"])
        }
    }

    @Test(.rule("REST-37")) func `in a stack ends it when the object is declined`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.stack, "a", "late1", "late2", "b").launch()

            deliveries.deliver("late1", as: .declined)
            second.settle()

            #expect(second.graph.names == ["a"])
            #expect(second.entry("Stack/late1")?.outcome == .skipped)
            #expect(second.entry("Stack/b")?.outcome == .skipped)
        }
    }

    /// The outer stack comes back by a reference: the root does not list it.
    @Test(.rule("REST-37"), .rule("PATH-10"))
    func `in a stack that itself came late is below that stack`() throws {
        try Deliveries.run { deliveries in
            let second = try launchNested()
            deliveries.deliver("late1")
            second.settle()
            deliveries.deliver("late2")
            second.settle()
            let outer = try #require(second.graph.references["stack"] as? Stack)
            let inner = try #require(outer.restorationSlots.last?.child as? Stack)
            #expect(inner.names == ["late2", "page", "page"])
            let last = try #require(inner.members.last)
            #expect(second.session.path(of: last)?.description == "Root/Outer/Inner/page#2")

            inner.attachRestored(Array(inner.restorationSlots.dropFirst(2)), selecting: nil)

            #expect(second.session.path(of: last)?.description == "Root/Outer/Inner/page")
        }
    }

    // MARK: Selection

    @Test(.rule("REST-37")) func `is selected if it was, and nothing else was selected since`()
        throws
    {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.places, "a", "late", selecting: "late").launch()

            deliveries.deliver("late")
            second.settle()

            #expect((second.graph.restorationSelection as? Node)?.name == "late")
        }
    }

    @Test(.rule("REST-37")) func `is not selected if something else was selected since`() throws {
        try Deliveries.run { deliveries in
            let second = try lateProgram(.places, "a", "late", selecting: "late").launch()
            second.graph.restorationSelection = second.graph.members[0]

            deliveries.deliver("late")
            second.settle()

            #expect(second.graph.names == ["a", "late"])
            #expect((second.graph.restorationSelection as? Node)?.name == "a")
        }
    }

    @Test(.rule("REST-37")) func `is presented unless something else is by now`() throws {
        for isTaken in [false, true] {
            try Deliveries.run { deliveries in
                let second = try lateProgram(presenting: "late").launch()
                let mine = Node("mine")
                if isTaken { second.graph.restorationPresented = mine }

                deliveries.deliver("late")
                second.settle()

                let presented = second.graph.restorationPresented as? Node
                #expect(presented?.name == (isTaken ? "mine" : "late"))
            }
        }
    }
}

/// A launch of a program with a stack in a stack, both of which a class makes. In each the first
/// member is late.
private func launchNested() throws -> TestLaunch<Node> {
    let first = try program { session in
        session.register(Late.self, as: "Late")
        session.register(MadeStack.self, as: "Stack")
        return Node("Root")
    }.launch()
    func makeStack(_ name: String, under parent: any Restorable) throws -> MadeStack {
        try #require(first.session.make(name, under: parent, className: "Stack") as? MadeStack)
    }
    func push(_ name: String, onto stack: Stack, className: String) throws {
        let made = try first.session.make(name, under: stack, className: className)
        stack.add(try #require(made as? Node))
    }
    let outer = try makeStack("Outer", under: first.graph)
    first.graph.references["stack"] = outer
    try push("late1", onto: outer, className: "Late")
    let inner = try makeStack("Inner", under: outer)
    outer.attachRestored(outer.restorationSlots + [RestorationSlot(inner)], selecting: nil)
    try push("late2", onto: inner, className: "Late")
    try push("page", onto: inner, className: "Node")
    try push("page", onto: inner, className: "Node")
    return try first.relaunch()
}

/// A stack that a class makes.
private final class MadeStack: Stack, RestorableObject {
    init(_ request: CreationRequest) throws { super.init(request.identifier) }
}
