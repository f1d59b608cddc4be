import RestorationTesting
import Testing

@Suite struct `Keys that a class has dropped` {
    @Test(.rule("REST-27", under: .granular))
    func `are dropped at the next save, and no other key that it does not ask for`() throws {
        var dropped: Set<String> = []
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node", droppedKeys: dropped)
            let root = Node("Root")
            session.addRoot(root)
            return root
        }
        let first = try program.launch()
        let node = try first.make("A", under: first.graph)
        node.onEncode = { coder in
            coder.encode("old", forKey: "former")
            coder.encode("newer", forKey: "future")
        }
        try first.terminate()
        let second = try program.launch()
        try second.terminate()
        let carried = try #require(try program.savedState()?["Root/A"]?.values)
        #expect(carried["former"] == .string("old"))
        #expect(
            carried["restoration.unread"] == .array([.string("former"), .string("future")])
        )

        dropped = ["former"]
        let third = try program.launch()
        #expect(third.report.notRestored.isEmpty)
        try third.terminate()

        let values = try #require(try program.savedState()?["Root/A"]?.values)
        #expect(values["former"] == nil)
        #expect(values["restoration.unread"] == .array([.string("future")]))
        #expect(values["future"] == .string("newer"))
        #expect(values["text"] == carried["text"])
    }
}

@Suite struct `Keys that a class does not ask for` {
    @Test(.rule("REST-27", under: .granular))
    func `do not return once the object has replaced their values, and removed these`() throws {
        let program = program { session in
            session.register(Node.self, as: "Node")
            return Node("Root")
        }
        let first = try program.launch()
        try first.make("A", under: first.graph).onEncode = { $0.encode("older", forKey: "future") }

        let second = try first.relaunch()
        let node = try #require(second.graph.children.first)
        node.onEncode = { $0.encode("own", forKey: "future") }
        try second.session.preserveNow()
        let stored = try program.savedState()?["Root/A"]?.values["future"]
        node.onEncode = { _ in }
        try second.session.preserveNow()

        #expect(stored == .string("own"))
        #expect(try program.savedState()?["Root/A"]?.values["future"] == nil)
    }
}
