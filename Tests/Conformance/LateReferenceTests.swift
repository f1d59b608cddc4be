import RestorationTesting
import Testing

@Suite struct `An object below one that arrives` {
    @Test(.rule("REST-37", under: .granular))
    func `arrives by itself if its parent was closed and another object refers to it`() throws {
        let first = try program { _ in Node("Root") }.launch()
        let page = try first.make("page", under: first.graph)
        let late = try first.make("late", of: "Late", under: page)
        late.text = "typed"
        first.graph.references["late"] = late
        let second = try first.relaunch()
        second.graph.hold([])

        deliveries.deliver("late")
        second.settle()

        let standIn = second.graph.references["late"] as? UnavailableObject
        #expect((standIn?.arrived as? Node)?.text == "typed")
    }

    /// A stack with a deferred object and a keeper, which alone references that object's child.
    private func saved() throws -> TestProgram<Stack> {
        let program = stackProgram(.places)
        let first = try program.launch()
        func make(_ name: String, under parent: any Restorable) throws -> Node {
            let className = name == "late" ? "Late" : "Node"
            let made = try first.session.make(name, under: parent, className: className)
            return try #require(made as? Node)
        }
        let (late, keeper) = (
            try make("late", under: first.graph), try make("keeper", under: first.graph)
        )
        let below = try make("below", under: late)
        below.text = "typed"
        keeper.references = ["below": below]
        first.graph.add(late)
        first.graph.add(keeper)
        return try first.terminate()
    }

    @Test(.rule("REST-37", under: .granular))
    func `is restored even if only objects that decoded earlier refer to it`() throws {
        let second = try saved().launch()
        deliveries.deliver("late")
        second.settle()
        #expect(second.graph.names == ["late", "keeper"])
        #expect(second.session.report?.notRestored.isEmpty == true)
        let standIn = second.graph.members.last?.references["below"] as? UnavailableObject
        #expect((standIn?.arrived as? Node)?.text == "typed")

        let third = try second.relaunch()

        #expect(third.report.notRestored.isEmpty)
        let below = third.graph.members.last?.references["below"] as? Node
        #expect(below?.text == "typed")
    }

    @Test(.rule("REST-37", "PATH-10")) func `is below the new object if it existed already`()
        throws
    {
        // The class makes one book and always returns it.
        var book: Node?
        let program = stackProgram(registering: { session in
            session.register("Shelf") { request in
                let made = book ?? Node(request.identifier)
                book = made
                return made
            }
        })
        let first = try program.launch()
        for (name, className) in [("late", "Late"), ("desk", "Node")] {
            let made = try first.session.make(name, under: first.graph, className: className)
            first.graph.add(try #require(made as? Node))
        }
        let desk = first.graph.members[1]
        desk.references["book"] = try first.session.make("book", under: desk, className: "Shelf")
        try first.terminate()
        book = nil

        let second = try program.launch()
        deliveries.deliver("late")
        second.settle()

        let kept = try #require(book)
        #expect(second.graph.members.last?.references["book"] === kept)
        #expect(second.session.path(of: kept)?.description == "Stack/desk/book")
        try second.terminate()
        #expect(try program.savedPaths.contains("Stack/desk/book"))
    }
}
