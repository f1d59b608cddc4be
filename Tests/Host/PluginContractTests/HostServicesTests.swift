import Foundation
import RestorationKit
import RestorationPlugins
import TestSupport
import Testing

extension ContractProgram {
    /// A program with two plugins whose objects can be parents, children and friends.
    fileprivate static func withFamily() throws -> ContractProgram {
        let program = try ContractProgram()
        for fixture in ["family", "stranger"] {
            try ContractPlugin.compile(fixture, into: program.plugins)
        }
        return program
    }
}

@Suite struct `A plugin's calls of its host` {
    private let program: ContractProgram

    init() throws { program = try .withFamily() }

    private func member(_ session: RestorationSession, _ frame: Frame) throws -> Member {
        frame.child = try session.make("A", under: frame)
        return try Member(frame.child)
    }

    @Test(arguments: [
        "make", "adopt", "tree", "strangers", "register", "query", "without host", "elsewhere",
    ])
    func `return the documented status in each case`(scenario: String) throws {
        try program.live(reason: .recovery) { session, frame, _ in
            // The plugin compares each status itself and reports a difference.
            let member = try member(session, frame)
            #expect(member.run(scenario) == 0)
        }

        let isElsewhere = scenario == "elsewhere"
        let lines = program.takeLog()
        #expect(lines.count == (isElsewhere ? 1 : 0))
        #expect(lines.allSatisfy { $0.contains("from another thread than the session's") })
    }

    @Test func `are logged if no object can be made`() throws {
        try program.live { session, frame, _ in
            let member = try member(session, frame)
            #expect(member.run("failing make") == 0)
        }

        #expect(
            program.takeLog() == [
                "error: org.example.family failed to create Member: born unlucky",
                "error: No plugin claims the restoration path Frame/A/Nobody's",
                "error: The text is not valid UTF-8, key \"title\"",
            ]
        )
        let file = program.plugins + "/libfamily.so"
        #expect(program.places == ["Frame/A/No", file, file])
    }

    @Test func `that fail at the end of a restore are in the report, too`()
        throws
    {
        try program.live { session, frame, _ in
            frame.child = try session.make("A", under: frame, parameters: ["number": 13])
        }

        try program.live { _, _, report in
            let entry = report.entries.first { "\($0.path)" == "Frame/A" }

            #expect(entry?.outcome == .restored)
            #expect(
                entry?.description == """
                    Frame/A: restored: org.example.family failed in finished of Member: nobody to \
                    tell. If you write org.example.family, fix this error; if not, \
                    report it to its authors.
                    """
            )
        }
        #expect(program.takeLog() == ["warning: nobody to tell"])
        #expect(program.places == ["Frame/A"])
    }

    @Test func `return no fact that the program did not state`() throws {
        let session = try program.session(applicationVersion: nil)
        let frame = Frame()
        session.addRoot(frame)

        let status = try member(session, frame).run("before restore")

        #expect(status == 0)
        #expect(program.takeLog() == [])
    }

    @Test func `compare facts byte by byte, even if Swift treats two as equal`() throws {
        let versions = ["first spelling": "1.0 caf\u{E9}", "second spelling": "1.0 cafe\u{301}"]

        for (scenario, version) in versions.sorted(by: { $0.key < $1.key }) {
            try program.live(applicationVersion: version) { session, frame, _ in
                let member = try member(session, frame)
                #expect(member.run(scenario) == 0, "\(scenario)")
            }
        }

        #expect(program.takeLog() == [])
    }

    @Test func `make the tree that the program sees`() throws {
        try program.live { session, frame, _ in
            let member = try member(session, frame)
            #expect(member.run("adopt") == 0)

            let child = try #require(member.object.restorationChildren.first as? PluginObject)

            #expect(child.restorationParent === member.object)
            #expect(session.path(of: child)?.description == "Frame/A/Own")
            #expect(child.path == ["Frame", "A", "Own"])
            #expect(session.millisecondsToNextDeadline >= 0)
        }
    }

    @Test func `release children together with their parent`() throws {
        weak var child: (any Restorable)?
        try program.live { session, frame, _ in
            let member = try member(session, frame)
            #expect(member.run("make") == 0)
            child = member.object.restorationChildren.first
            #expect(child != nil)
            frame.child = nil
        }

        #expect(child == nil)
        #expect(program.takeLog() == [])
    }
}

@Suite struct `References between plugins` {
    private let program: ContractProgram

    init() throws { program = try .withFamily() }

    private func save(_ scenarios: String...) throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("A", under: frame, parameters: ["number": 3])
            let member = try Member(frame.child)
            for scenario in scenarios { #expect(member.run(scenario) == 0) }
        }
    }

    @Test func `come back in cycles, across plugins and the program`() throws {
        try save("strangers")

        for _ in 0..<2 {
            try program.live { _, frame, report in
                #expect(report.notRestored.isEmpty)
                #expect(
                    report.restored.map(\.description) == ["Frame", "Frame/A", "Frame/A/Stranger"]
                )
                let member = try Member(frame.child)
                #expect(member.run("check strangers") == 0)
                #expect(member.number == 3)
            }
        }
        #expect(program.takeLog() == [])
    }

    @Test func `restore objects that were made or adopted`() throws {
        try save("make", "adopt")

        try program.live { session, frame, report in
            let children = try Member(frame.child).object.restorationChildren.map { try Member($0) }
            #expect(report.notRestored.isEmpty)
            #expect(children.map(\.number) == [42, 7])
            let paths = children.map { session.path(of: $0.object)?.description }
            #expect(paths == ["Frame/A/Kid", "Frame/A/Own"])
            #expect(children.allSatisfy { $0.object.restorationParent === frame.child })
        }
    }

    @Test func `decode to unavailable objects, and are retained`() throws {
        try save("strangers")
        try disableStranger()
        try program.live { _, frame, report in
            #expect(report.notRestored.map(\.path.description) == ["Frame/A/Stranger"])
            let member = try Member(frame.child)
            #expect(member.run("missing friend") == 0)
        }
        try enableStranger()

        try program.live { _, frame, report in
            #expect(report.notRestored.isEmpty)
            let member = try Member(frame.child)
            #expect(member.run("check strangers") == 0)
        }
    }

    @Test func `restore children in order, and a retained one in its place`() throws {
        try save("make", "strangers", "adopt")
        try disableStranger()
        try program.live { _, frame, report in
            #expect(report.notRestored.map(\.path.description) == ["Frame/A/Stranger"])
            let children = try Member(frame.child).object.restorationChildren
            #expect(children.map { $0 is UnavailableObject } == [false, true, false])
        }
        try enableStranger()

        try program.live { session, frame, report in
            #expect(report.notRestored.isEmpty)
            let children = try Member(frame.child).object.restorationChildren
            let paths = children.map { session.path(of: $0)?.description }
            #expect(paths == ["Frame/A/Kid", "Frame/A/Stranger", "Frame/A/Own"])
            #expect(children.allSatisfy { $0.restorationParent === frame.child })
        }
    }

    private var sidecar: String { program.plugins + "/libstranger.restoration.json" }

    private func disableStranger() throws {
        try "{\"manifest\": 1, \"disabled\": true}"
            .write(toFile: sidecar, atomically: true, encoding: .utf8)
    }

    private func enableStranger() throws { try FileManager.default.removeItem(atPath: sidecar) }

    @Test func `give stale handles when their object has ended, and never name another`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("A", under: frame)
            let first = try Member(frame.child).handle
            frame.child = try session.make("A", under: frame)
            let second = try Member(frame.child).handle

            #expect(first != second)
            let member = try Member(frame.child)
            #expect(member.run("tree") == 0)
        }
    }
}
