import RestorationKit
import Testing

@Suite struct `A container` {
    private let sandbox = Sandbox()

    /// Runs one life of a program with one root.
    @discardableResult
    private func life(
        _ root: any Restorable,
        without missing: Set<String> = ["Note"],
        _ body: (RestorationSession, RestorationReport) throws -> Void = { _, _ in }
    ) throws -> (report: RestorationReport, issues: [PreservationError]) {
        let session = try sandbox.session()
        if !missing.contains("Screen") { session.register(Screen.self, as: "Screen") }
        if !missing.contains("Note") { session.register(Note.self, as: "Note") }
        session.register(Container.self, as: "Container")
        session.addRoot(root)
        let report = try session.restore()
        try body(session, report)
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        session.close()
        return (report, issues)
    }

    /// A screen that comes back through its class.
    private func push(
        _ identifier: String,
        on stack: Container,
        _ session: RestorationSession,
        title: String = ""
    ) throws -> Screen {
        let made = try session.make(
            identifier,
            under: stack,
            className: "Screen",
            parameters: ["title": .string(title.isEmpty ? identifier : title)]
        )
        let screen = try #require(made as? Screen)
        stack.add(screen)
        return screen
    }

    @Test func `brings a stack back in its order without a line of code for it`() throws {
        let before = Container("Stack", .stack)
        try life(before) { session, _ in
            for name in ["List", "Detail", "Zoom"] { _ = try push(name, on: before, session) }
        }

        let after = Container("Stack", .stack)
        let (report, _) = try life(after)

        #expect(after.names == ["List", "Detail", "Zoom"])
        #expect(after.screens.map(\.title) == ["List", "Detail", "Zoom"])
        #expect(
            report.restored.map(\.description) == [
                "Stack", "Stack/List", "Stack/Detail", "Stack/Zoom",
            ]
        )
    }

    @Test func `tells equal members of a stack apart by their order`() throws {
        let before = Container("Stack", .stack)
        try life(before) { session, _ in
            _ = try push("d", on: before, session, title: "first")
            _ = try push("d", on: before, session, title: "second")
        }

        let after = Container("Stack", .stack)
        let (report, issues) = try life(after)

        #expect(after.screens.map(\.title) == ["first", "second"])
        #expect(after.screens.map(\.restorationIdentifier) == ["d", "d"])
        #expect(report.restored.map(\.description) == ["Stack", "Stack/d", "Stack/d#2"])
        #expect(issues.isEmpty)
    }

    @Test func `reports equal children where neither slot nor order tells them apart`() throws {
        let tabs = Container("Tabs")
        tabs.add(Screen("d"))
        tabs.add(Screen("d"))

        let (_, issues) = try life(tabs)

        #expect(
            issues == [
                .duplicatePath(
                    try RestorationPath(parsing: "Tabs/d"),
                    saved: "Screen",
                    leftOut: "Screen"
                )
            ]
        )
    }

    @Test func `leaves the path of an object alone that it does not hold any more`() throws {
        let before = Container("Tabs")
        try life(before) { session, _ in
            let shown = try session.make("d", under: before, className: "Screen")
            let hidden = try session.make("d", under: before, className: "Screen")
            before.add(shown, in: "left")
            before.add(hidden, in: "right")
        }

        let after = Container("Tabs")
        try life(after) { session, _ in
            // Only another object refers to it from now on.
            let hidden = after.restorationSlots.removeLast().child
            after.restorationPresented = hidden
        }
        let again = Container("Tabs")
        let (report, issues) = try life(again)

        #expect(report.restored.map(\.description) == ["Tabs", "Tabs/d#left", "Tabs/d#right"])
        #expect(issues.isEmpty)
    }

    @Test func `is above what it presents, and tells that apart from a child of its name`() throws {
        let before = Container("Desk")
        let between = Container("Between")
        try life(before) { session, _ in
            // It was made below what nobody holds.
            between.restorationParent = before
            before.restorationPresented = try session.make("d", under: between, className: "Screen")
            before.add(try session.make("d", under: before, className: "Screen"))
        }

        try life(Container("Desk"))
        let again = Container("Desk")
        let (report, issues) = try life(again)

        #expect(report.restored.map(\.description) == ["Desk", "Desk/d", "Desk/d#2"])
        #expect(issues.isEmpty)
        #expect(again.restorationPresented !== again.restorationSlots.first?.child)
    }

    @Test func `ends a stack below a member that is declined, and says what it dropped`() throws {
        let before = Container("Stack", .stack)
        try life(before) { session, _ in
            _ = try push("A", on: before, session)
            try push("B", on: before, session).declines = true
            let top = try push("C", on: before, session)
            top.presented = try session.make("Below", under: top, className: "Screen")
        }

        let after = Container("Stack", .stack)
        let (report, _) = try life(after)

        #expect(after.names == ["A"])
        #expect(
            report.notRestored.map(\.description) == [
                """
                Stack/B: skipped: The object's restoration class declined to create it. Nothing needs to be \
                done if that was intended.
                """,
                """
                Stack/C: skipped: A member below the object in its stack did not come back, so the stack ends below that member. See what became of the member below.
                """,
                """
                Stack/C/Below: skipped: A member below the object in its stack did not come back, so the stack ends below that member. See what became of the member below.
                """,
            ]
        )
    }

    @Test func `keeps the members above one whose class is gone until it returns`() throws {
        let before = Container("Stack", .stack)
        try life(before, without: []) { session, _ in
            _ = try push("A", on: before, session)
            before.add(try session.make("B", under: before, className: "Note"))
            _ = try push("C", on: before, session)
        }

        let without = Container("Stack", .stack)
        let (report, _) = try life(without)
        #expect(without.names == ["A"])
        #expect(report.notRestored.map(\.outcome) == [.retained, .retained])

        let again = Container("Stack", .stack)
        try life(again, without: [])
        #expect(again.names == ["A", "B", "C"])
    }

    @Test func `brings back what was above a gap although the stack has grown over it`() throws {
        let before = Container("Stack", .stack)
        try life(before, without: []) { session, _ in
            _ = try push("A", on: before, session)
            before.add(try session.make("B", under: before, className: "Note"))
            _ = try push("C", on: before, session)
        }
        let without = Container("Stack", .stack)
        try life(without) { session, _ in _ = try push("X", on: without, session) }
        let still = Container("Stack", .stack)
        try life(still)

        let again = Container("Stack", .stack)
        try life(again, without: [])

        #expect(still.names == ["A", "X"])
        #expect(again.names == ["A", "X", "B", "C"])
    }

    @Test func `passes over a place whose child does not come back`() throws {
        func tabs() -> Container {
            let tabs = Container("Tabs")
            tabs.add(Screen("X"))
            return tabs
        }
        let before = tabs()
        try life(before) { session, _ in
            before.add(try session.make("B", under: before, className: "Screen"))
            before.add(Screen("Y"))
        }

        let after = tabs()
        after.add(Screen("Y"))
        let (report, _) = try life(after, without: ["Screen"])
        #expect(after.names == ["X", "Y"])
        #expect(report.notRestored.map(\.path.description) == ["Tabs/B"])

        let again = tabs()
        again.add(Screen("Y"))
        try life(again)
        #expect(again.names == ["X", "B", "Y"])
    }

    @Test func `remembers the selected child itself, wherever the program puts it`() throws {
        let before = Container("Tabs")
        before.add(Screen("X"))
        before.add(Screen("Y"))
        before.screens[1].title = "why"
        before.restorationSelection = before.screens[1]
        try life(before)

        let after = Container("Tabs")
        after.add(Screen("Y"))
        after.add(Screen("X"))
        after.restorationSelection = after.screens[1]
        try life(after)

        #expect(after.names == ["Y", "X"])
        #expect(after.restorationSelection === after.screens[0])
        #expect(after.screens[0].title == "why")
    }

    @Test func `attaches nothing that is attached already`() throws {
        func tabs() -> Container {
            let tabs = Container("Tabs")
            tabs.add(Screen("X"))
            tabs.add(Screen("Y"))
            return tabs
        }
        try life(tabs())

        let after = tabs()
        try life(after)

        #expect(after.attachCount == 0)
        #expect(after.names == ["X", "Y"])
    }

    @Test func `neither saves nor replaces a member without an identifier`() throws {
        let before = Container("Stack", .stack)
        before.add(Screen(nil))
        try life(before) { session, _ in
            _ = try push("A", on: before, session)
            before.add(Screen(nil))
            _ = try push("B", on: before, session)
        }

        let after = Container("Stack", .stack)
        after.add(Screen(nil))
        let (report, issues) = try life(after)

        #expect(after.names == ["-", "A", "B"])
        #expect(report.notRestored.isEmpty)
        #expect(issues.isEmpty)
    }

    @Test func `names what is hidden below a member without an identifier`() throws {
        let tabs = Container("Tabs")
        let hiding = Screen(nil)
        let hidden = Screen("Editor")
        hiding.add(hidden)
        hidden.add(Screen("Below"))
        tabs.add(hiding)

        let (_, issues) = try life(tabs)

        #expect(
            issues.map(\.diagnosis.problem) == [
                """
                A Screen has the restoration identifier "Editor" and is not saved: it is below a \
                Screen, which has none
                """,
                """
                A Screen has the restoration identifier "Below" and is not saved: the present \
                state of the Screen above it is not saved either
                """,
            ]
        )
    }

    @Test func `finds children by their slots in whatever layout`() throws {
        func split(_ order: [String]) -> Container {
            let split = Container("Split")
            for slot in order { split.add(Screen("Pane"), in: slot) }
            return split
        }
        let before = split(["primary", "secondary"])
        before.screens[0].title = "left"
        before.screens[1].title = "right"
        try life(before)

        let after = split(["secondary", "primary"])
        let (report, _) = try life(after)

        #expect(after.screens.map(\.title) == ["right", "left"])
        #expect(
            report.restored.map(\.description) == [
                "Split", "Split/Pane#primary", "Split/Pane#secondary",
            ]
        )
    }

    @Test func `puts a restored child into its slot, whatever the program put there`() throws {
        let before = Container("Split")
        try life(before) { session, _ in
            let pane = try session.make("Pane", under: before, className: "Screen")
            before.add(pane, in: "secondary")
        }

        let after = Container("Split")
        after.add(Screen(nil), in: "secondary")
        try life(after)

        #expect(after.names == ["Pane"])
    }

    @Test func `presents again what was presented, without a line of code for it`() throws {
        let before = Container("Tabs")
        try life(before) { session, _ in
            before.restorationPresented = try session.make(
                "Sheet",
                under: before,
                className: "Screen",
                parameters: ["title": "sheet"]
            )
        }

        let after = Container("Tabs")
        try life(after)
        #expect((after.restorationPresented as? Screen)?.title == "sheet")
        #expect(after.presentCount == 1)

        let without = Container("Tabs")
        try life(without, without: ["Screen"])
        #expect(without.restorationPresented == nil)

        let again = Container("Tabs")
        try life(again)
        #expect((again.restorationPresented as? Screen)?.title == "sheet")
    }

    @Test func `does not put a child into the tree whose decoding failed`() throws {
        let before = Container("Stack", .stack)
        try life(before, without: []) { session, _ in
            _ = try push("A", on: before, session)
            let note = try #require(
                try session.make("B", under: before, className: "Note") as? Note
            )
            note.text = "kept"
            before.add(note)
        }

        let failing = Container("Stack", .stack)
        try Note.$failure.withValue(Failure()) { _ = try life(failing, without: []) }
        #expect(failing.names == ["A"])

        let healed = Container("Stack", .stack)
        try life(healed, without: [])
        #expect(healed.names == ["A", "B"])
        #expect((healed.restorationSlots.last?.child as? Note)?.text == "kept")
    }

    @Test func `keeps its own keys from those of its class`() throws {
        let tabs = Container("Tabs")
        tabs.add(Trespasser())

        let (_, issues) = try life(tabs)

        #expect(
            issues.map(\.diagnosis.description) == [
                """
                error: An object could not be preserved: The key is reserved for the session
                   at: Tabs/Trespasser, key "restoration.children"
                  fix: Use a key that does not begin with "restoration.".
                """
            ]
        )
    }
}

/// A class that is not always there.
final class Note: RestorableObject {
    @TaskLocal static var failure: Failure?
    let restorationIdentifier: String?
    var text = ""

    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
        if let failure = Self.failure { throw failure }
    }
}

/// Writes under a key that is not its own.
private final class Trespasser: Restorable {
    let restorationIdentifier: String? = "Trespasser"

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(1, forKey: "restoration.children")
    }
}
