import RestorationTesting
import Testing

/// The session reports the paths that the next save will write.
@Suite struct `Paths of live objects` {
    @Test(.rule("PATH-2", "PATH-10"))
    func `of made objects are their saved paths, even if their parent lists no child`() throws {
        let first = try program { _ in Node("A", [Node("B")]) }.launch()
        let listed = first.graph.children[0]
        listed.restorationParent = nil

        let log = try Log.collect { try first.make("Note", under: listed) }

        #expect(log == ["create A/B/Note"])
        #expect(first.session.path(of: listed)?.description == "A/B")
        #expect(try first.terminate().savedPaths == ["A", "A/B", "A/B/Note"])
    }

    @Test(.rule("PATH-2", "PATH-10"))
    func `equal the saved paths for every owner of an object that lists no child`() throws {
        let first = try stackProgram { stack in
            let shelf = Stack("Shelf", .places)
            let page = Node("Page", [Node("Line")])
            let sheet = Node("Sheet", [Node("Field"), Node("Field")])
            sheet.slots[ObjectIdentifier(sheet.children[1])] = "second"
            shelf.add(page, in: "left")
            stack.attachRestored([RestorationSlot(shelf)], selecting: nil)
            stack.restorationPresented = sheet
            for node in [page, sheet] + page.children + sheet.children {
                node.restorationParent = nil
            }
        }.launch()
        let shelf = try #require(first.graph.restorationSlots.first?.child as? Stack)
        let sheet = try #require(first.graph.restorationPresented as? Node)
        let held: [any Restorable] =
            [shelf, sheet] + shelf.members + shelf.members[0].children + sheet.children

        let told = held.compactMap { first.session.path(of: $0)?.description }

        #expect(try first.terminate().savedPaths == (["Stack"] + told).sorted())
    }

    @Test(.rule("PATH-12", "PATH-10"))
    func `of elements that list no child equal the saved paths`() throws {
        final class Field: RestorableElement {
            let restorationIdentifier: String? = "Field"
        }
        final class Owner: Node, RestorableElementOwner {
            let field = Field()
            var restorationElements: [any RestorableElement]? { [field] }
        }
        let first = try program { _ in Node("A", [Owner("Owner")]) }.launch()
        let owner = try #require(first.graph.children[0] as? Owner)
        owner.restorationParent = nil

        let told = first.session.path(of: owner.field)?.description

        #expect(told == "A/Owner/Field")
        #expect(try first.terminate().savedPaths == ["A", "A/Owner", "A/Owner/Field"])
    }

    @Test(.rule("PATH-10"), arguments: ["A/B/C", "A/B/C/D"])
    func `do not depend on the first reference to an object that lists no child`(path: String)
        throws
    {
        let program = program { _ in Node("A", [Node("B", [Node("C", [Node("D")])])]) }
        let first = try program.launch()
        let listed = first.graph.children[0].children[0]
        listed.restorationParent = nil
        listed.text = "typed"
        let target = path == "A/B/C" ? listed : listed.children[0]
        first.graph.references = ["first": target]

        #expect(first.session.path(of: target)?.description == path)
        let second = try first.relaunch()

        #expect(try program.savedPaths == ["A", "A/B", "A/B/C", "A/B/C/D"])
        #expect(second.graph.children[0].children[0].text == "typed")
    }

    @Test(.rule("PATH-10"))
    func `do not depend on the first reference to a sheet that lists no child`() throws {
        let first = try stackProgram { stack in
            let page = Stack("Page", .places)
            let sheet = Node("Sheet", [Node("Field")])
            sheet.restorationParent = nil
            page.restorationPresented = sheet
            let other = Node("Other")
            other.references = ["field": sheet.children[0]]
            stack.attachRestored(
                [RestorationSlot(other), RestorationSlot(page)],
                selecting: nil
            )
        }.launch()

        let saved = try first.terminate().savedPaths
        let held = ["Stack/Page", "Stack/Page/Sheet", "Stack/Page/Sheet/Field"]
        #expect(saved == ["Stack", "Stack/Other"] + held)
    }

    @Test(.rule("PATH-10", under: .granular))
    func `equal the saved paths beside a missing child of the same name`() throws {
        final class Row: Stack {
            override var distinguishesChildrenByPosition: Bool { true }
        }
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let row = Row("Row", .places)
            session.addRoot(row)
            return row
        }
        let first = try program.launch()
        for _ in 1...2 {
            let made = try first.session.make("d", under: first.graph, className: "Node")
            first.graph.add(try #require(made as? Node))
        }
        try first.terminate()
        program.faults = [.creationFails(at: "Row/d")]
        let second = try program.launch()
        let member = try #require(second.graph.members.first)

        let told = second.session.path(of: member)?.description

        #expect(second.graph.members.count == 1)
        #expect(told == "Row/d#2")
        #expect(try second.terminate().savedPaths == ["Row", "Row/d", "Row/d#2"])
    }

    @Test(.rule("PATH-10", "PATH-8", under: .granular))
    func `equal the saved paths above a missing member of the same name`() throws {
        let program = stackProgram()
        let first = try program.launch()
        try first.push("d")
        try first.terminate()
        program.faults = [.creationFails(at: "Stack/d")]
        let second = try program.launch()
        try second.push("d")
        let pushed = try #require(second.graph.members.first)

        let told = second.session.path(of: pushed)?.description
        let log = try Log.collect {
            let line = try second.session.make("line", under: pushed, className: "Node")
            pushed.add(line)
        }

        #expect(told == "Stack/d#2")
        #expect(log == ["create Stack/d/line"])
        #expect(
            try second.terminate().savedPaths == [
                "Stack", "Stack/d", "Stack/d#2", "Stack/d#2/line",
            ]
        )
    }

    @Test(.rule("PATH-10", "PATH-8", under: .granular))
    func `equal the saved paths beside a missing child in a slot of its own`() throws {
        let program = stackProgram()
        let first = try program.launch()
        let slotted = try first.session.make("d", under: first.graph, className: "Node")
        first.graph.add(try #require(slotted as? Node), in: "left")
        try first.push("d", "d")
        let last = first.graph.members[2]
        #expect(first.session.path(of: last)?.description == "Stack/d#2")
        try first.terminate()
        program.faults = [.creationFails(at: "Stack/d#left")]
        let second = try program.launch()
        try second.push("d")
        let pushed = try #require(second.graph.members.last)

        let told = second.session.path(of: pushed)?.description

        #expect(told == "Stack/d#3")
        #expect(
            try second.terminate().savedPaths == [
                "Stack", "Stack/d", "Stack/d#2", "Stack/d#3", "Stack/d#left",
            ]
        )
    }

    @Test(.rule("PATH-10"))
    func `of objects that were made as roots stay the same in a plain list`() throws {
        let first = try program { _ in Node("A") }.launch()
        let made = try first.session.make("Top", className: "Node")
        first.graph.add(made)
        (made as? Node)?.restorationParent = nil

        let told = first.session.path(of: made)?.description

        #expect(told == "Top")
        #expect(try first.terminate().savedPaths == ["A", "Top"])
    }
}
