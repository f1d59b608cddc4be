import RestorationKit
import Testing

/// The order of the two processes, their reach, and the look-up of objects.
@Suite struct `The restoration process` {
    private let sandbox = Sandbox()

    private func life(
        _ delegate: RecordingDelegate,
        roots: [any Restorable],
        _ body: (RestorationSession) throws -> Void = { _ in }
    ) throws -> RestorationReport {
        let session = try sandbox.session(delegate: delegate)
        session.register(Screen.self, as: "Screen")
        for root in roots { session.addRoot(root) }
        try body(session)
        let report = try session.restore()
        try session.preserveNow()
        session.close()
        return report
    }

    private func chain(_ delegate: RecordingDelegate, _ names: [String?]) -> [LoggingScreen] {
        let screens = names.map { LoggingScreen($0, delegate) }
        for (parent, child) in zip(screens, screens.dropFirst()) {
            child.restorationParent = parent
            parent.children = [child]
            parent.encoded = [child]
        }
        return screens
    }

    @Test("asks and tells in the documented order (PRES-7, PRES-8, REST-1)")
    func order() throws {
        let first = RecordingDelegate()
        _ = try life(first, roots: [chain(first, ["A", "B"])[0]])
        #expect(first.log == ["should preserve", "will encode", "encode A", "encode B"])

        let second = RecordingDelegate()
        let graph = chain(second, ["A", "B"])
        _ = try life(second, roots: [graph[0]])
        #expect(
            second.log.prefix(6) == [
                "should restore early late", "decode A", "decode B", "did decode early late",
                "finish A", "finish B",
            ]
        )
    }

    @Test("restores nothing when the delegate declines (REST-32)")
    func declined() throws {
        let first = RecordingDelegate()
        _ = try life(first, roots: [chain(first, ["A"])[0]])
        let second = RecordingDelegate()
        second.restores = false

        let report = try life(second, roots: [chain(second, ["A"])[0]])

        #expect(!second.log.contains("decode A"))
        #expect(report.entries.isEmpty)
        #expect(report.notes.count == 1)
    }

    @Test("asks the delegate although its own record could not be encoded (REST-32)")
    func asksWithAnEmptyRecord() throws {
        let first = RecordingDelegate()
        first.encodesInvalidKey = true
        _ = try life(first, roots: [chain(first, ["A"])[0]])
        let second = RecordingDelegate()
        second.restores = false

        let report = try life(second, roots: [chain(second, ["A"])[0]])

        #expect(second.log.first == "should restore - -")
        #expect(report.entries.isEmpty)
    }

    @Test("leaves no archive behind when the delegate declines to be preserved (FAIL-18)")
    func refusedSave() throws {
        let first = RecordingDelegate()
        _ = try life(first, roots: [chain(first, ["A"])[0]])
        let second = RecordingDelegate()
        second.preserves = false
        _ = try life(second, roots: [chain(second, ["A"])[0]])
        #expect(second.log.last == "should preserve")

        let third = RecordingDelegate()
        _ = try life(third, roots: [chain(third, ["A"])[0]])

        #expect(third.log.first == "should preserve")
    }

    @Test("saves nothing below an object without an identifier (PRES-14)")
    func untagged() throws {
        let delegate = RecordingDelegate()

        _ = try life(delegate, roots: [chain(delegate, ["A", nil, "C"])[0]])

        #expect(!delegate.log.contains("encode C"))
    }

    @Test("saves an object below an excluded one if something refers to it (PRES-16, PATH-15)")
    func reference() throws {
        let first = RecordingDelegate()
        let before = chain(first, ["A", nil, "C"])
        before[0].encoded = [before[2]]
        _ = try life(first, roots: [before[0]])

        let second = RecordingDelegate()
        let after = chain(second, ["A", nil, "C"])
        let report = try life(second, roots: [after[0]])

        #expect(report.restored.map(\.description) == ["A", "A/C"])
        #expect(after[0].decoded.first === after[2])
    }

    @Test("reaches what only the application's record refers to (PRES-16)")
    func applicationRecord() throws {
        let delegate = RecordingDelegate()
        let graph = chain(delegate, ["A", nil, "C"])
        delegate.extra = graph[2]

        _ = try life(delegate, roots: [graph[0]])

        #expect(delegate.log.contains("encode C"))
    }

    @Test("names a reference to an object without an identifier (PRES-19)")
    func untaggedReference() throws {
        let delegate = RecordingDelegate()
        let graph = chain(delegate, ["A", nil])
        var issues: [PreservationError] = []

        _ = try life(delegate, roots: [graph[0]]) { session in
            session.onSave = { issues = $0.report.issues }
        }

        let path = try RestorationPath(parsing: "A")
        #expect(issues == [.untaggedReference(type: "LoggingScreen", referrer: path)])
    }

    @Test("asks the delegate only for records without a class (REST-9)")
    func delegateLookup() throws {
        let first = RecordingDelegate()
        let before = chain(first, ["A", "B"])
        let made = LoggingScreen("Made", first, restorationClass: "Screen")
        made.restorationParent = before[0]
        before[0].encoded.append(made)
        _ = try life(first, roots: [before[0]])

        let second = RecordingDelegate()
        let root = LoggingScreen("A", second)
        let found = LoggingScreen("B", second)
        second.found = ["A/B": found]
        _ = try life(second, roots: [root])

        #expect(second.asked == [["A"], ["A", "B"]])
        #expect(root.decoded.first === found)
        #expect(second.log.contains("decode B"))
    }

    @Test("does not decode into an object of an unrelated type, but places it (REST-19)")
    func kindOf() throws {
        let first = RecordingDelegate()
        let before = chain(first, ["A", "B"])
        _ = try life(first, roots: [before[0]])

        let second = RecordingDelegate()
        let root = LoggingScreen("A", second)
        let other = Screen("B")
        second.found = ["A/B": other]
        let report = try life(second, roots: [root])

        #expect(root.decoded.first === other)
        #expect(other.finishedCount == 0)
        #expect(report.notRestored.map(\.outcome) == [.created])
    }

    @Test("leaves out what a class declines, and everything below it (REST-9)")
    func declinedByClass() throws {
        let first = Screen("A")
        let delegate = RecordingDelegate()
        let session = try sandbox.session(delegate: delegate)
        session.register(Declining.self, as: "Declining")
        session.addRoot(first)
        try session.restore()
        let made = try session.make("B", under: first, className: "Declining")
        first.presented = made
        (made as? Declining)?.child = try session.make("C", under: made, className: "Declining")
        try session.preserveNow()
        session.close()

        let second = Screen("A")
        let again = try sandbox.session(delegate: delegate)
        again.register(Declining.self, as: "Declining")
        again.addRoot(second)
        let report = try again.restore()

        #expect(second.presented == nil)
        #expect(report.notRestored.map(\.path.description) == ["A/B", "A/B/C"])
        #expect(report.notRestored.map(\.outcome) == [.skipped, .skipped])
    }

    @Test("gives an object the state of one path only (REST-26)")
    func oneObjectForTwoPaths() throws {
        let first = RecordingDelegate()
        let graph = chain(first, ["A", "B"])
        let third = LoggingScreen("C", first)
        third.restorationParent = graph[0]
        graph[0].encoded = [graph[1], third]
        _ = try life(first, roots: [graph[0]])

        let second = RecordingDelegate()
        let root = LoggingScreen("A", second)
        let shared = LoggingScreen("B", second)
        second.found = ["A/B": shared, "A/C": shared]
        let report = try life(second, roots: [root])

        #expect(report.notRestored.map(\.path.description) == ["A/C"])
        #expect(second.log.filter { $0 == "decode B" }.count == 1)
    }

    @Test("ends at parents that lead in a circle, and says so")
    func circularParents() throws {
        let delegate = RecordingDelegate()
        let graph = chain(delegate, ["A", "B", "C"])
        graph[1].restorationParent = graph[2]
        var issues: [PreservationError] = []

        _ = try life(delegate, roots: [graph[0]]) { session in
            session.onSave = { issues = $0.report.issues }
        }

        #expect(issues.contains(.circularParents(type: "LoggingScreen")))
    }

    @Test("keeps roots of one name apart by their scopes (PATH-16)")
    func scopes() throws {
        for life in 1...2 {
            let left = Screen("Window")
            let right = Screen("Window")
            let session = try sandbox.session()
            session.addRoot(left, scope: "left")
            session.addRoot(right, scope: "right")
            try session.restore()
            if life == 2 {
                #expect([left.title, right.title] == ["l", "r"])
            }
            left.title = "l"
            right.title = "r"
            try session.preserveNow()
            session.close()
        }
    }

    @Test("saves a registered object only if it is referred to (OBJ-3)")
    func registered() throws {
        let referred = Screen(nil)
        let ignored = Screen(nil)
        let root = Screen("A")
        root.presented = referred
        var count = 0
        let session = try sandbox.session()
        session.addRoot(root)
        try session.registerObject(referred, identifier: "filter")
        try session.registerObject(ignored, identifier: "ignored")
        try session.restore()
        session.onSave = { count = $0.report.objectCount }

        try session.preserveNow()

        #expect(count == 2)
        session.close()
    }
}

/// A class whose objects refuse to come back.
private final class Declining: RestorableObject {
    var child: (any Restorable)?
    init(_ request: CreationRequest) throws {
        if request.reason != .make { throw CreationDeclined() }
    }
    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(child, forKey: "child")
    }
}
