import RestorationTesting
import Testing

@Suite struct `The place of an object whose data arrives late` {
    /// Launches a program that was left with a container of these children, of which those whose
    /// names begin with "late" wait.
    private func launch(
        _ arrangement: RestorationArrangement,
        _ names: String...,
        selecting selected: String? = nil,
        keys: [String: String] = [:],
        configure: @escaping (RestorationSession) -> Void = { _ in }
    ) throws -> TestLaunch<Stack> {
        let program = TestProgram { session in
            session.register(Node.self, as: "Node")
            session.register(Late.self, as: "Late")
            let stack = Stack("Stack", arrangement)
            session.addRoot(stack)
            configure(session)
            return stack
        }
        let first = try program.launch()
        for name in names {
            let className = name.hasPrefix("late") ? "Late" : "Node"
            let made = try first.session.make(name, under: first.graph, className: className)
            let node = try #require(made as? Node)
            first.graph.add(node, in: keys[name])
            if name == selected { first.graph.restorationSelection = node }
        }
        return try first.relaunch()
    }

    private func entry(
        _ path: String,
        _ launch: TestLaunch<Stack>
    ) -> RestorationReport.Entry? {
        launch.session.report?.entries.first { "\($0.path)" == path }
    }

    // MARK: What was done meanwhile

    @Test(.rule("REST-37")) func `is among what is there now`() throws {
        try Deliveries.run { deliveries in
            let second = try launch(.places, "a", "b", "late", "c")
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
            let second = try launch(.places, "a", "late")
            let mine = Node("late", text: "typed")
            second.graph.add(mine)
            second.session.invalidate(second.graph)
            second.settle()
            #expect(deliveries.cancelled == ["late"])
            #expect(
                entry("Stack/late", second)?.reason?.problem
                    == "Another object has its path by now, so it is not waited for any longer"
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
            let second = try launch(.places, "a", "late")
            let made = try second.session.make("late", under: second.graph, className: "Node")

            deliveries.deliver("late")
            second.settle()

            #expect(deliveries.cancelled == ["late"])
            #expect(second.graph.names == ["a"])
            withExtendedLifetime(made) { #expect(second.graph.members.count == 1) }
        }
    }

    @Test(.rule("REST-37")) func `is closed when its placeholder is removed`() throws {
        try Deliveries.run { deliveries in
            let program = TestProgram { session in
                session.register(Late.self, as: "Late")
                let gallery = Gallery()
                session.addRoot(gallery)
                return gallery
            }
            let first = try program.launch()
            let made = try first.session.make("late", under: first.graph, className: "Late")
            first.graph.restorationSlots = [RestorationSlot(made)]
            let second = try first.relaunch()

            second.graph.restorationSlots = []
            second.session.invalidate(second.graph)
            second.settle()
            #expect(deliveries.cancelled == ["late"])
            deliveries.deliver("late")
            second.settle()

            #expect(second.graph.names == [])
        }
    }

    @Test(.rule("REST-37")) func `is gone with its container`() throws {
        try Deliveries.run { deliveries in
            let program = TestProgram { session in
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
            let second = try launch(.places, "a", "late", keys: ["a": "left", "late": "right"])
            second.graph.add(Node("other"), in: "right")
            second.session.invalidate(second.graph)

            deliveries.deliver("late")
            second.settle()

            #expect(second.graph.names == ["a", "other"])
            #expect(deliveries.cancelled == ["late"])
        }
    }

    // MARK: Stacks

    @Test(.rule("REST-37")) func `in a stack brings what lies above it along`() throws {
        try Deliveries.run { deliveries in
            let second = try launch(.stack, "a", "late", "b", "c")
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

    @Test(.rule("REST-37")) func `in a stack is lost when the stack is rearranged`() throws {
        try Deliveries.run { deliveries in
            let second = try launch(.stack, "a", "late", "b")
            second.graph.add(Node("new"))
            second.session.invalidate(second.graph)
            second.settle()
            #expect(deliveries.cancelled == ["late"])
            #expect(entry("Stack/b", second)?.outcome == .retained)

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
            let second = try launch(arrangement, "a", "late1", "late2", "b")

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

    @Test(.rule("REST-37")) func `in a stack ends it when the object is declined`() throws {
        try Deliveries.run { deliveries in
            let second = try launch(.stack, "a", "late1", "late2", "b")

            deliveries.deliver("late1", as: .declined)
            second.settle()

            #expect(second.graph.names == ["a"])
            #expect(entry("Stack/late1", second)?.outcome == .skipped)
            #expect(entry("Stack/b", second)?.outcome == .skipped)
        }
    }

    // MARK: Selection

    @Test(.rule("REST-37")) func `is selected if it was, and nothing else was selected since`()
        throws
    {
        try Deliveries.run { deliveries in
            let second = try launch(.places, "a", "late", selecting: "late")

            deliveries.deliver("late")
            second.settle()

            #expect((second.graph.restorationSelection as? Node)?.name == "late")
        }
    }

    @Test(.rule("REST-37")) func `is not selected if something else was selected since`() throws {
        try Deliveries.run { deliveries in
            let second = try launch(.places, "a", "late", selecting: "late")
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
                let program = TestProgram { session in
                    session.register(Late.self, as: "Late")
                    let stack = Stack("Stack")
                    session.addRoot(stack)
                    return stack
                }
                let first = try program.launch()
                first.graph.restorationPresented = try first.session.make(
                    "late",
                    under: first.graph,
                    className: "Late"
                )
                let second = try first.relaunch()
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
