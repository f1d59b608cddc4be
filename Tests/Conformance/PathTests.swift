import RestorationTesting
import Testing

@Suite struct `Restoration paths` {
    @Test(.rule("T-28", "PATH-1", "PATH-2", "REST-12"))
    func `lead from the root to the object`() throws {
        let first = try program { _ in Node("T", [Node("N")]) }.launch()
        try first.make("M", under: first.graph.children[0])

        let log = try Log.collect { _ = try first.relaunch() }

        #expect(log.filter { $0.hasPrefix("create") } == ["create T/N/M"])
    }

    @Test(.rule("PATH-2"))
    func `of children that name no parent lead through whoever encodes and lists them`() throws {
        final class Parent: Restorable {
            let restorationIdentifier: String? = "Root"
            let child = Bare("A")
            var restorationChildren: [any Restorable] { [child] }
            func encodeRestorableState(with coder: RestorationCoder) {
                coder.encode(child, forKey: "child")
            }
        }
        let program = TestProgram(preset: .tested) { session in
            let root = Parent()
            session.addRoot(root)
            return root
        }

        let second = try program.launch().relaunch()

        #expect(try program.savedState()?.paths == ["Root", "Root/A"])
        #expect(second.report.restored.map(\.description) == ["Root", "Root/A"])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-2"))
    func `of what is presented and names no parent lead through what presents it`() throws {
        let program = stackProgram { $0.restorationPresented = Node("Sheet", [Node("Field")]) }
        let first = try program.launch()
        let sheet = try #require(first.graph.restorationPresented as? Node)
        #expect(sheet.restorationParent == nil)
        sheet.text = "typed"

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["Stack", "Stack/Sheet", "Stack/Sheet/Field"])
        #expect((second.graph.restorationPresented as? Node)?.text == "typed")
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-3"))
    func `of a member of what is presented are one level deeper than of what was pushed`() throws {
        let program = stackProgram { stack in
            stack.add(Node("Pushed"))
            let navigation = Stack("Navigation")
            navigation.add(Node("Pushed"))
            stack.restorationPresented = navigation
        }
        let first = try program.launch()
        let navigation = try #require(first.graph.restorationPresented as? Stack)
        navigation.members[0].text = "typed"

        let second = try first.relaunch()

        #expect(
            try program.savedPaths == [
                "Stack", "Stack/Navigation", "Stack/Navigation/Pushed", "Stack/Pushed",
            ]
        )
        #expect(second.graph.members.map(\.text) == [""])
        #expect(
            (second.graph.restorationPresented as? Stack)?.members.map(\.text) == ["typed"]
        )
    }

    @Test(.rule("T-29", "PATH-3"))
    func `of what was pushed hold the container and not what lies beneath`() throws {
        let first = try program { _ in Node("N", [Node("A"), Node("B")]) }.launch()

        #expect(try first.terminate().savedPaths == ["N", "N/A", "N/B"])
    }

    @Test(.rule("T-30", "PATH-5", "PATH-6", "PATH-8"))
    func `of equal siblings are told apart by the keys of their container`() throws {
        func node(_ slots: [String]) -> Node {
            let root = Node("N")
            for slot in slots { root.add(Node("d", text: "default"), in: slot) }
            return root
        }
        var slots = ["left", "right"]
        let program = program { _ in node(slots) }
        let first = try program.launch()
        first.graph.children[0].text = "of left"
        first.graph.children[1].text = "of right"

        slots.reverse()
        let second = try first.relaunch()

        #expect(try program.savedPaths == ["N", "N/d#left", "N/d#right"])
        #expect(second.graph.children.map(\.text) == ["of right", "of left"])
        #expect(second.graph.children.map(\.name) == ["d", "d"])
    }

    @Test(.rule("T-31", "PATH-4", "PATH-7"))
    func `of equal siblings without such keys are reported and restore neither`() throws {
        let first = try program { _ in
            Node("N", [Node("d", text: "default"), Node("d", text: "default")])
        }.launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].text = "two"
        // However many references there are.
        for child in first.graph.children { child.references = ["d": first.graph.children[1]] }

        let issues = try first.issues()
        let second = try first.relaunch(after: .killed)

        #expect(
            issues == [
                .duplicatePath(
                    try RestorationPath(parsing: "N/d"),
                    saved: "Node",
                    leftOut: "Node"
                )
            ]
        )
        #expect(second.graph.children.map(\.text) == ["default", "default"])
        #expect(second.outcomes == ["N/d": .missing])
    }

    @Test(.rule("T-32", "PATH-9", "PATH-17"))
    func `do not collide when identifiers hold separators`() throws {
        let first = try program { _ in Node("N", [Node("a/b"), Node("a", [Node("b")])]) }.launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].children[0].text = "two"

        let second = try first.relaunch()

        #expect(second.graph.children[0].text == "one")
        #expect(second.graph.children[1].children[0].text == "two")
    }

    @Test(.rule("PATH-9"))
    func `are compared byte by byte`() throws {
        let first = try program { _ in Node("N", [Node("caf\u{e9}"), Node("cafe\u{301}")]) }
            .launch()
        first.graph.children[0].text = "one"
        first.graph.children[1].text = "two"

        #expect(try first.relaunch().graph.children.map(\.text) == ["one", "two"])
    }

    @Test(.rule("T-33", "PATH-13", "OBJ-11"))
    func `of registered objects begin with their parents`() throws {
        let program = program { session in
            let root = Node("Root", [Node("A"), Node("B")])
            for child in root.children {
                let filter = Node(nil)
                child.references = ["filter": filter]
                try session.registerObject(filter, identifier: "Filter", parent: child)
            }
            return root
        }
        let first = try program.launch()
        for child in first.graph.children {
            (child.references["filter"] as? Node)?.text = "of \(child.name)"
        }

        let second = try first.relaunch()

        #expect(
            try program.savedPaths == [
                "Root", "Root/A", "Root/A/Filter", "Root/B", "Root/B/Filter",
            ]
        )
        let texts = second.graph.children.map { ($0.references["filter"] as? Node)?.text }
        #expect(texts == ["of A", "of B"])
    }

    @Test(.rule("T-34", "PATH-13", "PATH-14"))
    func `of registered objects begin at the top where the parent has none`() throws {
        let stranger = Node(nil)
        let program = program { session in
            let root = Node("Root")
            let filter = Node(nil)
            root.references = ["filter": filter]
            try session.registerObject(filter, identifier: "Filter", parent: stranger)
            return root
        }

        #expect(try program.launch().terminate().savedPaths == ["Filter", "Root"])
    }

    @Test(.rule("PATH-14"))
    func `of registered objects begin with a parent that nothing holds, if it has an identifier`()
        throws
    {
        var strangers: [Node] = []
        let program = program { session in
            let root = Node("Root")
            let filter = Node(nil)
            root.references = ["filter": filter]
            strangers.append(Node("Stranger"))
            try session.registerObject(filter, identifier: "Filter", parent: strangers.last)
            return root
        }
        let first = try program.launch()
        (first.graph.references["filter"] as? Node)?.text = "typed"

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["Root", "Stranger/Filter"])
        #expect((second.graph.references["filter"] as? Node)?.text == "typed")
    }

    @Test(.rule("PATH-14"))
    func `of registered objects keep the parent of the moment of registering`() throws {
        let first = try program { session in
            let root = Node("Root", [Node("A"), Node("B")])
            let filter = Node(nil)
            filter.restorationParent = root.children[0]
            root.references = ["filter": filter]
            try session.registerObject(filter, identifier: "Filter")
            filter.restorationParent = root.children[1]
            return root
        }.launch()

        #expect(try first.terminate().savedPaths.contains("Root/A/Filter"))
    }

    @Test(.rule("T-35", "PATH-11"))
    func `of recreated objects need nobody to name them again`() throws {
        let first = try program { _ in Node("Root") }.launch()
        let made = try first.make("M", under: first.graph)
        made.text = "typed"
        let second = try first.relaunch()
        second.graph.children[0].restorationIdentifier = nil

        let third = try second.relaunch()

        #expect(third.graph.children.map(\.text) == ["typed"])
    }

    /// Something else holds the one below, and the one above ends with the restore.
    @Test(.rule("PATH-13", "PATH-11", under: .granular))
    func `below an object that fails to decode stay as they are until it comes back`() throws {
        var focus: Node?
        let program = stackProgram(.places) { stack in
            stack.onEncode = { $0.encode(focus, forKey: "focus") }
            stack.onDecode = { focus = try $0.decode(Node.self, forKey: "focus") }
        }
        let first = try program.launch()
        try first.push("page")
        let page = first.graph.members[0]
        let made = try first.session.make("edit", under: page, className: "Node")
        focus = try #require(made as? Node)
        try first.terminate()
        program.faults = [.decodingFails(at: "Stack/page")]
        let second = try program.launch()
        #expect(second.graph.members.isEmpty)
        #expect(focus.flatMap { second.session.path(of: $0) }?.description == "Stack/page/edit")

        #expect(try second.issues() == [])
        program.faults = []
        let third = try second.relaunch()

        #expect(third.graph.names == ["page"])
        #expect(focus.flatMap { third.session.path(of: $0) }?.description == "Stack/page/edit")
    }

    @Test(.rule("T-36", "PATH-16"))
    func `of two windows are kept apart by their scopes`() throws {
        let program = TestProgram(preset: .tested) { session in
            let windows = [Node("Window"), Node("Window")]
            session.addRoot(windows[0], scope: "first")
            session.addRoot(windows[1], scope: "second")
            return windows
        }
        let first = try program.launch()
        first.graph[0].text = "one"
        first.graph[1].text = "two"

        #expect(try first.relaunch().graph.map(\.text) == ["one", "two"])
    }

    @Test(.rule("PATH-16"))
    func `of windows whose scopes cannot be in them are reported and restore neither`() throws {
        let directory = "/srv/" + String(repeating: "a", count: 255)
        let program = TestProgram(preset: .tested) { session in
            let windows = [Node("Window"), Node("Window")]
            session.addRoot(windows[0], scope: directory + "/one")
            session.addRoot(windows[1], scope: directory + "/two")
            return windows
        }
        let first = try program.launch()
        first.graph[0].text = "one"
        first.graph[1].text = "two"
        let path = try RestorationPath(parsing: "Window")

        #expect(
            try first.issues() == [
                .invalidDiscriminator(path, type: "Node"),
                .invalidDiscriminator(path, type: "Node"),
                .duplicatePath(path, saved: "Node", leftOut: "Node"),
            ]
        )
        let second = try first.relaunch()

        #expect(second.graph.map(\.text) == ["", ""])
        #expect(second.outcomes == ["Window": .missing])
    }

    @Test(.rule("PATH-16"))
    func `of one window do not need a scope that can be in them`() throws {
        let program = TestProgram(preset: .tested) { session in
            let window = Node("Window")
            session.addRoot(window, scope: "")
            return window
        }
        let first = try program.launch()
        first.graph.text = "typed"

        #expect(try first.relaunch().graph.text == "typed")
    }

    @Test(.rule("PATH-8"), arguments: ["", "\0", String(repeating: "x", count: 256)])
    func `of a child whose key cannot be in them are found without it`(key: String) throws {
        let program = stackProgram(.places) { $0.add(Node("Page"), in: key) }
        let first = try program.launch()
        first.graph.members[0].text = "typed"

        let issues = try first.issues()
        let second = try first.relaunch()

        let path = try RestorationPath(parsing: "Stack/Page")
        #expect(issues == [.invalidDiscriminator(path, type: "Node")])
        #expect(second.graph.members.map(\.text) == ["typed"])
        #expect(second.graph.restorationSlots.map(\.key) == [key])
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-8"), arguments: ["", "\0", String(repeating: "x", count: 256)])
    func `are found without what a parent cannot tell children apart by`(key: String) throws {
        let program = program { _ in
            let root = Node("A")
            root.add(Node("B"), in: key)
            return root
        }
        let first = try program.launch()
        let child = first.graph.children[0]
        child.text = "typed"
        child.references = ["itself": child]

        let issues = try first.issues()
        let second = try first.relaunch()

        let path = try RestorationPath(parsing: "A/B")
        #expect(issues == [.invalidDiscriminator(path, type: "Node")])
        #expect(second.graph.children.map(\.text) == ["typed"])
    }

    @Test(.rule("PATH-10"))
    func `are those of the moment of saving`() throws {
        let first = try program { _ in Node("Root", [Node("A"), Node("B")]) }.launch()
        first.graph.children[0].restorationIdentifier = "Renamed"

        #expect(try first.terminate().savedPaths == ["Root", "Root/B", "Root/Renamed"])
    }

    @Test(.rule("PATH-10"))
    func `are looked for where objects are when they are restored`() throws {
        var isMoved = false
        let program = program { _ in
            let item = Node("Item")
            return Node("Root", isMoved ? [Node("Box", [item])] : [Node("Box"), item])
        }
        let first = try program.launch()
        first.graph.children[1].text = "typed"

        isMoved = true
        let second = try first.relaunch()

        #expect(second.outcomes == ["Root/Item": .missing])
        #expect(second.graph.children[0].children[0].text == "")
    }

    @Test(.rule("PATH-2", "PATH-10"))
    func `of what is made are those that it is saved under, though its parent names nobody`() throws
    {
        let first = try program { _ in Node("A", [Node("B")]) }.launch()
        let listed = first.graph.children[0]
        listed.restorationParent = nil

        let log = try Log.collect { try first.make("Note", under: listed) }

        #expect(log == ["create A/B/Note"])
        #expect(first.session.path(of: listed)?.description == "A/B")
        #expect(try first.terminate().savedPaths == ["A", "A/B", "A/B/Note"])
    }

    @Test(.rule("PATH-2", "PATH-10"))
    func `are told as they are saved for whatever holds an object that names nobody`() throws {
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
    func `of elements that name nobody are told as they are saved`() throws {
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

    @Test(.rule("PATH-13"))
    func `of registered objects begin with a parent that names nobody itself`() throws {
        let program = program { session in
            let root = Node("A", [Node("B")])
            let filter = Node(nil)
            root.children[0].restorationParent = nil
            root.children[0].references = ["filter": filter]
            try session.registerObject(filter, identifier: "Filter", parent: root.children[0])
            return root
        }
        let first = try program.launch()
        (first.graph.children[0].references["filter"] as? Node)?.text = "typed"

        let second = try first.relaunch()

        #expect(try program.savedPaths == ["A", "A/B", "A/B/Filter"])
        let filter = second.graph.children[0].references["filter"] as? Node
        #expect(filter?.text == "typed")
    }

    @Test(.rule("PATH-10"), arguments: ["A/B/C", "A/B/C/D"])
    func `do not depend on what refers to an object first that names nobody`(path: String) throws {
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
    func `do not depend on what refers to a sheet first that names nobody`() throws {
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
    func `are told as they are saved beside a child of their name that did not come back`() throws {
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
    func `are told as they are saved above a member of their name that did not come back`() throws {
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
    func `are told as they are saved beside what is missing in a slot of its own`() throws {
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
    func `of what was made at the top stay there in a plain list`() throws {
        let first = try program { _ in Node("A") }.launch()
        let made = try first.session.make("Top", className: "Node")
        first.graph.add(made)
        (made as? Node)?.restorationParent = nil

        let told = first.session.path(of: made)?.description

        #expect(told == "Top")
        #expect(try first.terminate().savedPaths == ["A", "Top"])
    }

    @Test(.rule("PATH-10"))
    func `of what nothing lists begin at the top`() throws {
        let first = try program { _ in
            let root = Node("A", [Node("B")])
            root.references = ["other": Node("Other")]
            return root
        }.launch()
        let other = try #require(first.graph.references["other"])

        let told = first.session.path(of: other)?.description

        #expect(told == "Other")
        #expect(try first.terminate().savedPaths == ["A", "A/B", "Other"])
    }

    // MARK: When what is above has ended

    @Test(.rule("PATH-13", "PATH-14", "PRES-18"))
    func `of registered objects begin at the top when what is above has ended, with an issue`()
        throws
    {
        let model = Node(nil, text: "typed")
        let program = program { session in
            let root = Node("A", [Node("Panel")])
            try session.registerObject(model, identifier: "Model", parent: root.children[0])
            root.references = ["model": model]
            return root
        }
        let first = try program.launch()
        #expect(try first.issues().isEmpty)
        first.graph.hold([])

        let issues = try first.issues()

        #expect(first.session.path(of: model)?.description == "Model")
        #expect(issues == [.parentEnded(try RestorationPath(parsing: "Model"), type: "Node")])
        #expect(try program.savedPaths == ["A", "Model"])
    }

    @Test(.rule("PATH-13", "PRES-18"))
    func `of made objects begin at the top when what is above has ended, and they come back`()
        throws
    {
        let first = try program { _ in Node("A") }.launch()
        do {
            let panel = try first.make("Panel", under: first.graph)
            let note = try first.make("note", under: panel)
            note.text = "typed"
            first.graph.references = ["note": note]
        }
        first.graph.hold([])
        // Enough others to let what is known of those that have ended be forgotten.
        for number in 0..<200 { _ = try first.make("n\(number)", under: first.graph) }
        first.graph.hold([])

        let issues = try first.issues()
        let second = try first.relaunch()

        #expect(issues == [.parentEnded(try RestorationPath(parsing: "note"), type: "Node")])
        #expect((second.graph.references["note"] as? Node)?.text == "typed")
        #expect(second.report.notRestored.isEmpty)
    }

    @Test(.rule("PATH-10", "PATH-13"))
    func `of made objects begin with what lists them by now when what was above has ended`() throws
    {
        let first = try program { _ in Node("A", [Node("B")]) }.launch()
        let heir = first.graph.children[0]
        do {
            let panel = try first.make("Panel", under: first.graph)
            heir.add(try first.make("note", under: panel))
            first.graph.hold([RestorationSlot(heir)])
        }
        let note = heir.children[0]
        note.restorationParent = nil

        #expect(first.session.path(of: note)?.description == "A/B/note")
        #expect(try first.issues().isEmpty)
        #expect(try first.program.savedPaths == ["A", "A/B", "A/B/note"])
        #expect(try first.relaunch().graph.children[0].children.map(\.name) == ["note"])
    }

    @Test(.rule("PATH-10", "PRES-18", "REST-17"))
    func `of the program's own begin at the top when what is above has ended, with an issue`()
        throws
    {
        let first = try program { _ in Node("A", [Node("Panel", [Node("B")])]) }.launch()
        let child = first.graph.children[0].children[0]
        first.graph.hold([])
        first.graph.references = ["child": child]

        let issues = try first.issues()

        let path = try RestorationPath(parsing: "B")
        #expect(issues == [.notListed(path, type: "Node", parent: nil)])
        #expect(first.session.path(of: child) == path)
    }

    // MARK: Below what is told apart by position

    @Test(.rule("PATH-8", "PATH-13", "OBJ-7"))
    func `of registered objects lead through positions that are those of the save`() throws {
        var models: [Node] = []
        let program = TestProgram(preset: .tested) { session in
            session.register(Node.self, as: "Node")
            let stack = Stack("Stack")
            stack.add(Node("d", [Node("Panel")]))
            let model = Node(nil)
            models.append(model)
            stack.members[0].references = ["model": model]
            try session.registerObject(
                model,
                identifier: "Model",
                parent: stack.members[0].children[0]
            )
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        let built = try #require(first.graph.restorationSlots.first)
        let below = try first.session.make("d", under: first.graph, className: "Node")
        first.graph.attachRestored([RestorationSlot(below), built], selecting: nil)
        models[0].text = "typed"

        let told = first.session.path(of: models[0])?.description
        let second = try first.relaunch()

        #expect(told == "Stack/d#2/Panel/Model")
        #expect(try program.savedPaths.contains("Stack/d#2/Panel/Model"))
        #expect(second.report.notRestored.isEmpty)
        #expect(models[1].text == "typed")
    }

    @Test(.rule("PATH-8"))
    func `of children whose keys cannot be in them are reported for each, told apart by position`()
        throws
    {
        let first = try stackProgram { stack in
            for key in ["", "\0", String(repeating: "x", count: 256)] {
                stack.add(Node("Page"), in: key)
            }
        }.launch()

        let issues = try first.issues()

        let paths = try ["Stack/Page", "Stack/Page#2", "Stack/Page#3"].map {
            try RestorationPath(parsing: $0)
        }
        #expect(issues == paths.map { .invalidDiscriminator($0, type: "Node") })
        #expect(first.graph.members.map { first.session.path(of: $0) } == paths)
    }
}
