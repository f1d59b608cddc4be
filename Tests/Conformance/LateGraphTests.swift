import RestorationTesting
import Testing

@Suite struct `Dependents of an object whose data arrives late` {
    /// A root that references "late" and "other". The deferred object's child references "other",
    /// and optionally contains the deferred "late2".
    private func saved(nested: Bool = false) throws -> TestProgram<Node> {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        let late = try first.make("late", of: "Late", under: first.graph)
        let child = try first.make("child", under: late)
        let other = try first.make("other", under: first.graph)
        child.references["other"] = other
        other.references["late"] = late
        if nested { try first.make("late2", of: "Late", under: child) }
        return try first.terminate(.clean)
    }

    private func take(_ launch: TestLaunch<Node>) -> Delegate {
        let delegate = Delegate()
        launch.session.delegate = delegate
        delegate.onRestoreAwaited = { objects in
            for object in objects where (object as? Node)?.name == "late" {
                launch.graph.add(object)
            }
        }
        return delegate
    }

    @Test(.rule("REST-37")) func `come with the object, and refer to present objects`() throws {
        let second = try saved().launch()
        let delegate = take(second)
        let other = try #require(second.graph.children.first { $0.name == "other" })

        let log = Log.collect {
            deliveries.deliver("late")
            second.settle()
        }

        #expect(
            log == [
                "create Root/late", "create Root/late/child", "decode late", "decode child",
                "did restore late, child", "finish late", "finish child",
            ]
        )
        let late = try #require(second.graph.children.last)
        #expect(late.children[0].references["other"] === other)
        withExtendedLifetime(delegate) {}
    }

    @Test(.rule("REST-37")) func `are not lost if one arrives while another is restored`()
        throws
    {
        let program = program { _ in Node("Root") }
        let first = try program.launch()
        for name in ["late", "late2"] {
            try first.make(name, of: "Late", under: first.graph)
        }
        let second = try first.relaunch()
        let delegate = take(second)
        delegate.onRestoreAwaited = { objects in
            objects.forEach { second.graph.add($0) }
            deliveries.deliver("late2")
            second.session.runPending()
        }

        deliveries.deliver("late")
        second.settle()
        second.settle()

        #expect(second.graph.children.map(\.name) == ["late", "late2"])
    }

    @Test(.rule("REST-37")) func `are not created during a save`() throws {
        let second = try saved().launch()
        let delegate = take(second)
        second.graph.onEncode = { _ in
            deliveries.deliver("late")
            second.session.runPending()
            Log.note("encoded")
        }

        let log = try Log.collect {
            try second.session.preserveNow()
            second.settle()
        }

        let end = try #require(log.firstIndex(of: "encoded"))
        #expect(log.firstIndex(of: "create Root/late").map { $0 > end } == true)
        withExtendedLifetime(delegate) {}
    }

    @Test(.rule("REST-37")) func `may be late themselves`() throws {
        let second = try saved(nested: true).launch()
        let delegate = take(second)
        #expect(second.session.report?.count(of: .awaited) == 3)

        deliveries.deliver("late")
        second.settle()
        #expect(second.outcomes["Root/late"] == .awaited)
        #expect(second.session.report?.count(of: .awaited) == 1)
        let child = try #require(second.graph.children.last?.children.first)
        delegate.onRestoreAwaited = { $0.forEach { child.add($0) } }
        deliveries.deliver("late2")
        second.settle()

        #expect(child.children.map(\.name).contains("late2"))
        #expect(second.session.report?.count(of: .awaited) == 0)
        #expect(second.session.report?.entries.count == 5)
    }

    @Test(.rule("REST-37"))
    func `are retained or removed, as the preset says, if no object references them`() throws {
        let second = try saved().launch()
        second.graph.hold([])

        deliveries.deliver("late")
        second.settle()
        let entry = try #require(second.entry("Root/late"))
        #expect(entry.outcome == .notCreated)
        #expect(entry.reason?.problem == "Restored, but nothing references it")

        guard RestorationPreset.tested == .granular else { return }
        try second.session.preserveNow()
        #expect(try second.program.savedPaths.contains("Root/late"))
    }

    // MARK: The session

    @Test(.rule("REST-37")) func `are no longer awaited when the session is closed`() throws {
        let second = try saved(nested: true).launch()
        let ticket = try #require(deliveries.ticket("late"))

        try second.terminate(.clean)

        #expect(deliveries.cancelled == ["late"])
        #expect(ticket.isCancelled)
        for _ in 1...1000 { ticket.arrive() }
    }

    @Test(.rule("REST-37")) func `are restored in a restoration window of their own`() throws {
        let second = try saved().launch()
        let window = second.session.restorationWindow
        var settled = 0
        var wasOpen = false
        second.session.onSettled = { settled += 1 }
        let delegate = take(second)
        let takes = delegate.onRestoreAwaited
        delegate.onRestoreAwaited = { objects in
            takes(objects)
            wasOpen = window.isOpen
        }
        #expect(!window.isOpen)

        deliveries.deliver("late")
        second.settle()

        #expect(wasOpen)
        #expect(!window.isOpen)
        #expect(settled == 1)
    }

    @Test(.rule("REST-37"))
    func `are no longer awaited if the delegate closes the session meanwhile`() throws {
        let second = try saved(nested: true).launch()
        let delegate = Delegate()
        second.session.delegate = delegate
        delegate.onRestoreAwaited = { [session = second.session] _ in session.close() }

        deliveries.deliver("late")
        second.session.runPending()

        #expect(deliveries.cancelled == ["late2"])
    }
}
