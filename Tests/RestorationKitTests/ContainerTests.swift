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
