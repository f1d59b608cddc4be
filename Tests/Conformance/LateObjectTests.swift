import Foundation
import RestorationTesting
import Testing

@Suite struct `An object whose data arrives late` {
    // MARK: Waiting

    @Test(.rule("REST-37"))
    func `is reported as awaited, retained at every save, and requested at the next launch`() throws
    {
        let program = try lateProgram(.places, "a", "late", "b")

        let second = try program.launch()
        #expect(second.graph.names == ["a", "b"])
        #expect(second.outcomes == ["Stack/late": .awaited])
        let third = try second.relaunch(after: .clean)
        #expect(third.outcomes == ["Stack/late": .awaited])
        try third.terminate(.killed)
        deliveries.deliver("late")
        let fourth = try program.launch()

        #expect(fourth.graph.names == ["a", "late", "b"])
        #expect(fourth.graph.members.map(\.text) == ["of a", "of late", "of b"])
    }

    @Test(.rule("AK-6", "REST-37"))
    func `is attached, decodes, is reported, and is notified when the restore is finished`()
        throws
    {
        let delegate = Delegate()
        let second = try lateProgram(.places, "a", "late", "b").launch()
        second.session.delegate = delegate

        let log = Log.collect {
            deliveries.deliver("late")
            second.settle()
        }

        #expect(second.graph.names == ["a", "late", "b"])
        #expect(
            log == ["create Stack/late", "decode late", "did restore late", "finish late"]
        )
        #expect(second.session.report?.count(of: .awaited) == 0)
        #expect(second.entry("Stack/late")?.outcome == .restored)
        #expect(second.session.report?.entries.count == 4)
    }

    @Test(.rule("REST-37"))
    func `is an awaited stand-in when a reference is decoded`() throws {
        let (second, shelf) = try launchWithReference()
        let placeholder = try #require(shelf.references["late"] as? UnavailableObject)
        #expect(placeholder.isAwaited)
        #expect(placeholder.reason.problem == "Its data is not available yet")

        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["late"])
        #expect(placeholder.arrived === second.graph.restorationSlots[0].child)
    }

    @Test(.rule("REST-37", under: .granular))
    func `is awaited until the deadline, and then retained for the next launch`() throws {
        let second = try lateProgram(.places, "late").launch()
        let clock = second.program.clock
        #expect(second.session.nextDeadline == clock.now + .seconds(30))

        second.advance(by: .seconds(29))
        #expect(deliveries.cancelled == [])
        second.advance(by: .seconds(1))
        #expect(deliveries.cancelled == ["late"])
        #expect(deliveries.ticket("late")?.isCancelled == true)
        #expect(second.entry("Stack/late")?.outcome == .retained)
        #expect(
            second.entry("Stack/late")?.reason?.problem
                == "Its data did not arrive in time"
        )
        deliveries.deliver("late")
        second.settle()
        #expect(second.graph.names == [])

        #expect(try second.relaunch().graph.names == ["late"])
    }

    @Test(.rule("REST-37")) func `is waited for without end if the program wants that`() throws {
        let second = try lateProgram(.places, "late") { $0.arrivalLimit = nil }.launch()

        second.advance(by: .seconds(100_000))
        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["late"])
    }

    @Test(.rule("REST-37", under: .uikit))
    func `is given up when its wait ends under a preset that retains nothing`()
        throws
    {
        let program = program(preset: .uikit) { _ in Node("Root") }
        let first = try program.launch()
        try first.make("late", of: "Late", under: first.graph)
        let second = try first.relaunch()
        let third = try second.relaunch()
        #expect(third.outcomes == ["Root/late": .awaited])

        third.advance(by: .seconds(30))

        #expect(third.session.report?.count(of: .missing) == 1)
        #expect(deliveries.cancelled == ["late", "late"])
    }

    // MARK: Answers

    @Test(.rule("REST-37")) func `may be declined late, and is skipped`() throws {
        let second = try lateProgram(.places, "a", "late").launch()

        deliveries.deliver("late", as: .declined)
        second.settle()

        #expect(second.entry("Stack/late")?.outcome == .skipped)
        #expect(
            try second.relaunch().report.entries.map { "\($0.path)" } == ["Stack", "Stack/a"]
        )
    }

    @Test(.rule("REST-37", under: .granular))
    func `may fail late, and is retained with the reason`() throws {
        let second = try lateProgram(.places, "a", "late").launch()

        deliveries.deliver("late", as: .failed)
        second.settle()

        #expect(second.entry("Stack/late")?.outcome == .retained)
        #expect(deliveries.cancelled == [])
        deliveries.deliver("late")
        #expect(try second.relaunch().graph.names == ["a", "late"])
    }

    @Test(.rule("REST-37")) func `may be deferred again, any number of times`() throws {
        let second = try lateProgram(.places, "a", "late").launch()

        for _ in 1...3 {
            deliveries.ticket("late")?.arrive()
            deliveries.ticket("late")?.arrive()
            let log = Log.collect { second.settle() }
            #expect(log == ["create Stack/late"])
        }
        #expect(second.entry("Stack/late")?.outcome == .awaited)
        #expect(second.session.nextDeadline == second.program.clock.now + .seconds(30))
        deliveries.deliver("late")
        second.settle()

        #expect(second.graph.names == ["a", "late"])
    }
}

/// A launch of a program whose shelf references the deferred member of a stack.
private func launchWithReference() throws -> (launch: TestLaunch<Stack>, shelf: Node) {
    var shelf = Node("Shelf")
    let program = TestProgram(preset: .tested) { session in
        session.register(Late.self, as: "Late")
        shelf = Node("Shelf")
        let stack = Stack("Stack", .places)
        session.addRoot(shelf)
        session.addRoot(stack)
        return stack
    }
    let first = try program.launch()
    let late = try first.make("late")
    first.graph.add(late)
    shelf.references["late"] = late
    return (try first.relaunch(), shelf)
}
