import RestorationTesting
import Testing

/// An inbox with an immediate title and deferred rows.
private final class Inbox: Restorable {
    let restorationIdentifier: String? = "Inbox"
    var title = ""
    var rows: [String] = []
    var selected: (any Restorable)?
    var hasRows = true
    var failsToEncode = false

    func encodeRestorableState(with coder: RestorationCoder) throws {
        if failsToEncode { throw Failing.Failure() }
        coder.encode(title, forKey: "title")
        coder.encode(rows, forKey: "rows")
        coder.encode(selected, forKey: "selected")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        guard hasRows else { throw StateNotYetApplicable() }
        rows = try coder.decode([String].self, forKey: "rows") ?? []
        selected = try coder.decodeReference(forKey: "selected")
    }
}

@Suite struct `An object that the user changes before its state arrives` {
    private func launch(failsToEncode: Bool = false) throws -> TestLaunch<Inbox> {
        var isFirst = true
        let program = TestProgram(preset: .tested) { session in
            let inbox = Inbox()
            inbox.hasRows = isFirst
            inbox.failsToEncode = failsToEncode && !isFirst
            isFirst = false
            session.register(Node.self, as: "Node")
            session.addRoot(inbox)
            return inbox
        }
        let first = try program.launch()
        (first.graph.title, first.graph.rows) = ("saved", ["one", "two"])
        first.graph.selected = try first.session.make(
            "Mail",
            under: first.graph,
            className: "Node"
        )
        return try first.relaunch()
    }

    private static let path = RestorationPath(root: RestorationIdentifier("Inbox")!)

    @Test(.rule("REST-39", "REST-40"), arguments: [true, false])
    func `is saved in its current state, which one save reports`(isSavedBefore: Bool) throws {
        let second = try launch()
        second.graph.title = "changed"
        second.session.invalidate(second.graph)
        if isSavedBefore {
            #expect(try second.issues().contains(.outdatedRetained(Self.path)))
        }

        second.graph.hasRows = true
        #expect(second.session.applyAwaitedState(to: second.graph).isEmpty)

        #expect(second.graph.title == "changed")
        #expect(second.graph.rows == [])
        #expect(try second.issues().contains(.outdatedRetained(Self.path)) == !isSavedBefore)
        #expect(try !second.issues().contains(.outdatedRetained(Self.path)))
        #expect(second.session.failure(of: second.graph) == nil)
        let third = try second.relaunch(after: .killed)
        #expect(third.graph.title == "changed")
    }

    @Test(.rule("REST-40"))
    func `counts as changed if it references another object`() throws {
        let second = try launch()
        second.graph.selected = Node("Other")
        second.session.invalidate(second.graph)

        #expect(try second.issues().contains(.outdatedRetained(Self.path)))
    }

    @Test(.rule("REST-40"))
    func `gives nothing up for an invalidate that changes nothing`() throws {
        let second = try launch()
        let before = try #require(try second.program.savedState()?["Inbox"]?.values)
        #expect(second.session.failure(of: second.graph) != nil)

        second.session.invalidate(second.graph)

        #expect(try second.issues() == [])
        #expect(try second.program.savedState()?["Inbox"]?.values == before)
        #expect(second.session.failure(of: second.graph) != nil)
        second.graph.hasRows = true
        second.session.applyAwaitedState(to: second.graph)
        #expect(second.graph.rows == ["one", "two"])
    }

    @Test(.rule("REST-40", "PRES-33"))
    func `retains its deferred state if the change cannot be encoded`() throws {
        let second = try launch()
        let before = try #require(try second.program.savedState()?["Inbox"]?.values)
        second.graph.title = "changed"
        second.graph.failsToEncode = true
        second.session.invalidate(second.graph)

        let issues = try second.issues()

        guard case .encodingFailed(_, _, retainsEarlierState: true)? = issues.first else {
            return #expect(Bool(false), "nothing was said of the change: \(issues)")
        }
        #expect(try second.program.savedState()?["Inbox"]?.values == before)
    }

    @Test(.rule("REST-40"))
    func `counts as changed entirely if it could not be encoded when it deferred its state`() throws
    {
        let second = try launch(failsToEncode: true)
        second.graph.failsToEncode = false
        second.graph.title = "changed"
        second.session.invalidate(second.graph)

        #expect(try second.issues().contains(.outdatedRetained(Self.path)))
        second.graph.hasRows = true
        second.session.applyAwaitedState(to: second.graph)
        #expect(second.graph.title == "changed")
        #expect(second.graph.rows.isEmpty)
    }
}
