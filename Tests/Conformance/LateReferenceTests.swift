import RestorationTesting
import Testing

@Suite struct `An object below one that arrives` {
    /// A stack with something late, and with something that alone refers to what is below that.
    private func saved() throws -> TestProgram<Stack> {
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            session.register(Late.self, as: "Late")
            let stack = Stack("Stack", .places)
            session.addRoot(stack)
            return stack
        }
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
    func `is kept if only what has decoded before refers to it`() throws {
        try Deliveries.run { deliveries in
            let second = try saved().launch()
            deliveries.deliver("late")
            second.settle()
            #expect(second.graph.names == ["late", "keeper"])
            #expect(
                second.session.report?.notRestored.map(\.reason?.problem) == [
                    "It arrived, and nobody took it"
                ]
            )

            let third = try second.relaunch()

            #expect(third.report.notRestored.isEmpty)
            let below = third.graph.members.last?.references["below"] as? Node
            #expect(below?.text == "typed")
        }
    }
}
