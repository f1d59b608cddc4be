import RestorationKit
import Testing

@Suite struct `A registered object` {
    private let sandbox = Sandbox()

    @discardableResult
    private func life(
        _ prepare: (RestorationSession) throws -> Void,
        _ body: (RestorationSession) throws -> Void = { _ in }
    ) throws -> (report: RestorationReport, issues: [PreservationError]) {
        let session = try sandbox.session()
        try prepare(session)
        let report = try session.restore()
        try body(session)
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        session.close()
        return (report, issues)
    }

    @Test func `needs an identifier that can be one`() throws {
        let session = try sandbox.session()
        defer { session.close() }

        #expect(throws: SessionError.invalidIdentifier(length: 0)) {
            try session.registerObject(Filter(), identifier: "")
        }
        #expect(throws: SessionError.invalidIdentifier(length: 256)) {
            let long = String(repeating: "f", count: 256)
            try session.registerObject(Filter(), identifier: long)
        }
    }

    @Test func `serves under one identifier with each of its parents`() throws {
        func graph(_ session: RestorationSession) throws -> [Holder] {
            try ["Left", "Right"].map { name in
                let holder = Holder(name)
                holder.filter = Filter()
                session.addRoot(holder)
                try session.registerObject(holder.filter!, identifier: "filter", parent: holder)
                return holder
            }
        }
        try life { session in
            for holder in try graph(session) {
                holder.filter?.text = holder.restorationIdentifier ?? ""
            }
        }

        var after: [Holder] = []
        let (report, _) = try life { after = try graph($0) }

        #expect(after.map { $0.filter?.text } == ["Left", "Right"])
        #expect(
            report.restored.map(\.description).sorted() == [
                "Left", "Left/filter", "Right", "Right/filter",
            ]
        )
    }

    @Test func `stands at the top if its parent takes no part`() throws {
        let holder = Holder("Holder")
        let unrelated = Holder(nil)
        let filter = Filter()
        holder.filter = filter

        try life { session in
            session.addRoot(holder)
            try session.registerObject(filter, identifier: "filter", parent: unrelated)
        } _: { session in
            #expect(session.path(of: filter)?.description == "filter")
        }
    }

    @Test func `keeps the parent that it had when it was registered`() throws {
        let holder = Holder("Holder")
        let filter = Filter()
        holder.filter = filter

        try life { session in
            session.addRoot(holder)
            try session.registerObject(filter, identifier: "filter")
            filter.restorationParent = holder
        } _: { session in
            #expect(session.path(of: filter)?.description == "filter")
        }
    }

    @Test func `gives way to one that was registered before it and lives`() throws {
        let holder = Holder("Holder")
        let first = Filter()
        let second = Filter()
        second.text = "second"
        holder.filter = second
        let prepare: (RestorationSession) throws -> Void = { session in
            session.addRoot(holder)
            try session.registerObject(first, identifier: "filter")
            try session.registerObject(second, identifier: "filter")
        }

        let (_, issues) = try life(prepare)

        let path = try RestorationPath(parsing: "filter")
        #expect(
            issues == [
                .duplicatePath(path, saved: "Filter", leftOut: "Filter"),
                .unreferenced(path, type: "Filter"),
            ]
        )
        holder.filter = first
        try life(prepare)
        let (report, _) = try life(prepare)
        #expect(
            report.notes.map(\.problem) == [
                """
                Two objects are registered under one path, a Filter and then a Filter; the first \
                one counts while it lives
                """
            ]
        )
    }

    @Test func `is not kept alive by its session`() throws {
        let session = try sandbox.session()
        defer { session.close() }
        var filter: Filter? = Filter()
        weak let held = filter
        try session.registerObject(filter!, identifier: "filter")

        filter = nil

        #expect(held == nil)
    }

    @Test func `is found by references that decode after it was registered`() throws {
        let holder = Holder("Holder")
        let filter = Filter()
        filter.text = "late"
        holder.filter = filter
        try life { session in
            session.addRoot(holder)
            try session.registerObject(filter, identifier: "filter")
        }

        let after = Holder("Holder")
        let late = Filter()
        let (report, _) = try life { session in
            let maker = Maker { try session.registerObject(late, identifier: "filter") }
            session.addRoot(after)
            after.maker = maker
        }

        #expect(after.filter === late)
        #expect(late.text == "late")
        #expect(report.notRestored.isEmpty)
    }
}

private final class Filter: Restorable {
    weak var restorationParent: (any Restorable)?
    var text = ""

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

/// Runs something while it decodes.
private struct Maker {
    let make: () throws -> Void
}

private final class Holder: Restorable {
    let restorationIdentifier: String?
    var filter: Filter?
    var maker: Maker?

    init(_ identifier: String?) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(filter, forKey: "filter")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        try maker?.make()
        filter = try coder.decode(Filter.self, forKey: "filter") ?? filter
    }
}
