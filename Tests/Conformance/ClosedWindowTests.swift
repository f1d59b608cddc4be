import RestorationTesting
import Testing

/// Has a row, which may not be loaded yet.
private final class Table: Node, RestorableElementOwner {
    var row: Row?
    var restorationElements: [any RestorableElement]? { row.map { [$0] } }
}

private final class Row: RestorableElement {
    let restorationIdentifier: String? = "row"
    var text = ""
    var onDecode: () throws -> Void = {}

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        try onDecode()
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// Builds a table and a field for itself.
private final class Window: Node {
    /// What parts of it do in a later launch.
    enum Part: CaseIterable {
        case rowNotLoaded, rowNotReady, rowFailing, fieldNotReady, fieldFailing
    }

    /// A class makes it, which knows of nothing else.
    @TaskLocal static var part = Part.rowNotLoaded
    let table = Table("table")
    let field = Node("field")

    required init(_ request: CreationRequest) throws {
        try super.init(request)
        add(table)
        add(field)
        let row = Row()
        let isNew = request.reason == .make
        if isNew || Self.part != .rowNotLoaded { table.row = row }
        guard !isNew else { return }
        switch Self.part {
        case .rowNotLoaded: break
        case .rowNotReady: row.onDecode = { throw StateNotYetApplicable() }
        case .rowFailing: row.onDecode = { throw Failing.Failure() }
        case .fieldNotReady: field.onDecode = { _ in throw StateNotYetApplicable() }
        case .fieldFailing: field.onDecode = { _ in throw Failing.Failure() }
        }
    }

    override func decodeRestorableState(with coder: RestorationCoder) throws {
        try super.decodeRestorableState(with: coder)
        add(table)
        add(field)
    }
}

@Suite struct `State of a part whose window the person closes` {
    /// A launch of a program with a window, part of which does not take its state.
    private func launch() throws -> TestLaunch<Stack> {
        let program = TestProgram(preset: .tested) { session in
            session.register(Window.self, as: "Window")
            let stack = Stack("Stack", .places)
            session.addRoot(stack)
            return stack
        }
        let first = try program.launch()
        let made = try first.session.make("window", under: first.graph, className: "Window")
        let window = try #require(made as? Window)
        window.table.row?.text = "typed"
        window.field.text = "typed"
        first.graph.add(window)
        return try first.relaunch()
    }

    @Test(.rule("PRES-9", under: .granular), arguments: Window.Part.allCases)
    fileprivate func `ends with that, and no later launch misses it`(_ part: Window.Part) throws {
        try Window.$part.withValue(part) {
            let second = try launch()
            #expect(second.report.notRestored.count == 1)

            second.graph.attachRestored([], selecting: nil)
            second.session.invalidate(second.graph)

            #expect(try second.issues() == [])
            #expect(try second.program.savedPaths == ["Stack"])
            #expect(try second.relaunch().report.notRestored.isEmpty)
        }
    }

    @Test(.rule("REST-39", under: .granular), arguments: Window.Part.allCases)
    fileprivate func `is saved again if that is opened once more`(_ part: Window.Part) throws {
        try Window.$part.withValue(part) {
            let second = try launch()
            let saved = second.graph.restorationSlots
            second.graph.attachRestored([], selecting: nil)
            #expect(try second.issues() == [])

            second.graph.attachRestored(saved, selecting: nil)

            _ = try second.issues()
            let state = try #require(try second.program.savedState())
            let path = "Stack/window/\(part.path)"
            #expect(state[path]?.values["text"] == .string("typed"))
        }
    }
}

extension Window.Part {
    fileprivate var path: String {
        switch self {
        case .rowNotLoaded, .rowNotReady, .rowFailing: "table/row"
        case .fieldNotReady, .fieldFailing: "field"
        }
    }
}
