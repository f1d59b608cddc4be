import Foundation
import RestorationTesting
import Testing

/// `Docs/RestoreReport.md` explains the reasons in a report. These tests reproduce each row.
@Suite struct `The page that explains the report` {
    private static let rows = ReportPage.rows

    @Test(arguments: UnrestoredObject.allCases)
    func `has the reason of each object that is not restored`(kind: UnrestoredObject) throws {
        let entries = try kind.report().entries.filter { $0.reason != nil }

        #expect(!entries.isEmpty)
        for entry in entries {
            let problem = try #require(entry.reason?.problem)
            let row = Self.rows.first { $0.matches(problem) }
            #expect(row?.outcome == entry.outcome.rawValue, "\(entry)")
        }
    }

    @Test func `has no reason without a test`() throws {
        let reasons = try UnrestoredObject.allCases.flatMap { kind in
            try kind.report().entries.compactMap { $0.reason?.problem }
        }
        for row in Self.rows {
            #expect(reasons.contains(where: row.matches), "\(row.sentence.pattern)")
        }
    }
}

/// A program with an object that is not fully restored.
enum UnrestoredObject: CaseIterable {
    case encodingNothing, ofAnotherType, declined, aboveGap, givenTwice, withoutClass, newer
    case notMigrated, migrated, notDecoded, aboveMissing, notLoaded, notThere, notOwned
    case notReady, keptOnly
    case notBuilt, builtTwice, partlyDecoded, secondRoot
    case crashed, endedTwice, endedThrice, endedInNobodysCode, late, tooLate, notHeld, damaged

    func report() throws -> RestorationReport {
        switch self {
        case .encodingNothing:
            return try changing {
                $0.onEncode = { _ in throw Refusal() }
            } _: {
                $0.onEncode = { _ in }
            }
        case .ofAnotherType: return try ofAnotherType()
        case .declined: return try made("Declining")
        case .aboveGap: return try stacked(declining: true)
        case .givenTwice: return try givenTwice()
        case .withoutClass: return try registered(first: 1, then: nil)
        case .newer: return try registered(first: 2, then: 1)
        case .notMigrated: return try registered(first: 1, then: 2, migrates: false)
        case .migrated: return try registered(first: 1, then: 2, migrates: true)
        case .notDecoded:
            return try changing { _ in
            } _: {
                $0.onDecode = { _ in throw Refusal() }
            }
        case .aboveMissing: return try stacked(declining: false)
        case .keptOnly:
            let first = try program { _ in Node("Root", [Node("Holder")]) }.launch()
            try first.make("A", under: first.graph.children[0])
            let program = try first.terminate()
            program.faults = [.decodingFails(at: "Root/Holder")]
            return try program.launch().report
        case .notLoaded: return try loading(second: nil)
        case .notThere: return try loading(second: [])
        case .notOwned: return try loadingLater()
        case .notReady:
            return try changing { _ in
            } _: {
                $0.onDecode = { _ in throw StateNotYetApplicable() }
            }
        case .notBuilt: return try building { $0 ? [Node("A")] : [] }
        case .builtTwice: return try building { $0 ? [Node("A")] : [Node("A"), Node("A")] }
        case .partlyDecoded:
            return try changing { _ in
            } _: {
                $0.onDecode = { coder in _ = try? coder.decode(Int.self, forKey: "text") }
            }
        case .secondRoot: return try secondRoot()
        case .crashed: return try saved().crash(at: .decode, of: "Root/A").launch().report
        case .endedTwice:
            return try saved().kill(at: .create, of: "Root/A").kill(at: .create, of: "Root/A")
                .launch().report
        case .endedThrice:
            return try saved().kill(at: .create, of: "Root").kill(at: .create, of: "Root/A")
                .kill(at: .create, of: "Root").launch().report
        case .endedInNobodysCode:
            let program = try savedProgram("A", onDecode: { $0.restorationWindow.extend() })
            for _ in 0..<2 { try program.launch().terminate(.killed) }
            return try program.launch().report
        case .late: return try late { _, _ in }
        case .tooLate: return try late { launch, _ in launch.advance(by: .seconds(60)) }
        case .damaged: return try damaged()
        case .notHeld:
            let launch = try program { _ in
                let root = Node("Root")
                root.decodesChildren = false
                return root
            }.launch()
            try launch.make("A", under: launch.graph)
            return try launch.relaunch().report
        }
    }

    private struct Refusal: Error {}

    /// A program whose root has a child, which one closure changes before the first save, and the
    /// other before the restore.
    private func changing(
        _ first: @escaping (Node) -> Void,
        _ then: @escaping (Node) -> Void
    ) throws -> RestorationReport {
        var change = first
        let launch = try program { _ in
            let child = Node("A")
            change(child)
            return Node("Root", [child])
        }.launch()
        change = then
        return try launch.relaunch().report
    }

    private func building(_ children: @escaping (Bool) -> [Node]) throws -> RestorationReport {
        var isFirst = true
        let launch = try program { _ in Node("Root", children(isFirst)) }.launch()
        isFirst = false
        return try launch.relaunch().report
    }

    private func made(_ name: String) throws -> RestorationReport {
        let launch = try program { _ in Node("Root") }.launch()
        let parent = try launch.make("A", of: name, under: launch.graph)
        try launch.make("Below", under: parent)
        return try launch.relaunch().report
    }

    private func ofAnotherType() throws -> RestorationReport {
        final class Other: Bookcase {}
        var isFirst = true
        let launch = try program { _ in
            let bookcase = isFirst ? Other("A") : Bookcase("A")
            bookcase.book = isFirst ? Book() : nil
            return Node("Root", [bookcase])
        }.launch()
        isFirst = false
        return try launch.relaunch().report
    }

    private func stacked(declining: Bool) throws -> RestorationReport {
        var isFirst = true
        let program = stackProgram(
            registering: { if isFirst { $0.register(Node.self, as: "Gone") } }
        )
        let launch = try program.launch()
        for (name, className) in [("A", declining ? "Declining" : "Gone"), ("B", "Node")] {
            let made = try launch.session.make(name, under: launch.graph, className: className)
            if let node = made as? Node { launch.graph.add(node) }
        }
        if let first = launch.graph.members.first {
            first.add(try launch.session.make("Below", under: first, className: "Node"))
        }
        isFirst = false
        return try launch.relaunch().report
    }

    private func givenTwice() throws -> RestorationReport {
        let delegate = Delegate()
        let launch = try program(delegate) { _ in Node("Root", [Node("A"), Node("B")]) }.launch()
        let shared = Node("Shared")
        delegate.objects = ["Root/A": shared, "Root/B": shared]
        return try launch.relaunch().report
    }

    private func registered(
        first: Int,
        then second: Int?,
        migrates: Bool = false
    ) throws -> RestorationReport {
        var version: Int? = first
        let launch = try program { session in
            if let version {
                session.register(Versioned.self, as: "Versioned", schemaVersion: version)
            }
            return Node("Root")
        }.launch()
        launch.graph.add(
            try launch.session.make(
                "A",
                under: launch.graph,
                className: "Versioned",
                parameters: ["migrates": .bool(migrates)]
            )
        )
        version = second
        return try launch.relaunch().report
    }

    private func loading(second: [Leaf]?) throws -> RestorationReport {
        var isFirst = true
        let launch = try program { _ in
            let owner = Owner("Root")
            owner.leaves = isFirst ? [Leaf()] : second
            owner.awaitsElements = second != nil
            return owner
        }.launch()
        isFirst = false
        return try launch.relaunch().report
    }

    /// The report after the owner finally has no elements.
    private func loadingLater() throws -> RestorationReport {
        var isFirst = true
        let first = try program { _ in
            let owner = Owner("Root")
            owner.leaves = isFirst ? [Leaf()] : nil
            return owner
        }.launch()
        isFirst = false
        let second = try first.relaunch()
        (second.graph as? Owner)?.leaves = []
        second.session.applyAwaitedState(to: second.graph)
        return second.session.report ?? second.report
    }

    /// The report when the only generation has a damaged piece that contains a single child.
    private func damaged() throws -> RestorationReport {
        let directory = StateDirectory()
        // The text exceeds a piece, so the middle of the file belongs to the middle child.
        let text = String(repeating: "x", count: 200_000)
        let program = try directory.program {
            Node("Root", ["A", "B", "C"].map { Node($0, text: text) })
        }.launch().terminate()
        var bytes = try #require(try directory.files()["archive"])
        bytes[bytes.count / 2] ^= 1
        try directory.replace("archive", by: bytes)
        return try withExtendedLifetime(directory) { try program.launch().report }
    }

    /// A program with an object from a class.
    private func saved() throws -> TestProgram<Node> {
        let launch = try program { _ in Node("Root") }.launch()
        try launch.make("A", under: launch.graph)
        return try launch.terminate()
    }

    /// The report of a launch with a deferred object, after `body` has run.
    private func late(
        _ body: (TestLaunch<Node>, Deliveries) throws -> Void
    ) throws -> RestorationReport {
        try Deliveries.run { deliveries in
            let first = try program { _ in Node("Root") }.launch()
            let late = try first.make("late", of: "Late", under: first.graph)
            try first.make("Below", under: late)
            let second = try first.relaunch()
            try body(second, deliveries)
            return try #require(second.session.report)
        }
    }

    private func secondRoot() throws -> RestorationReport {
        let launch = try program { _ in
            let root = Node("Root")
            root.restorationClass = "Node"
            return root
        }.launch()
        return try launch.relaunch().report
    }
}

/// Has two state versions. The migration of the older one may fail.
private final class Versioned: RestorableObject {
    struct Failure: Error {}
    let restorationIdentifier: String?
    /// The saved state decides whether the migration succeeds.
    private let migrates: Bool

    init(_ request: CreationRequest) throws {
        restorationIdentifier = request.identifier
        migrates = try request.parameter("migrates", as: Bool.self) ?? true
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(migrates, forKey: "migrates")
    }

    static func migrateRestorableState(
        from version: Int,
        reading: RestorationCoder,
        writing: RestorationCoder
    ) throws {
        let migrates = try reading.decode(Bool.self, forKey: "migrates")
        guard migrates == true else { throw Failure() }
        writing.encode(migrates, forKey: "migrates")
    }
}

private final class Owner: Node, RestorableElementOwner {
    var leaves: [Leaf]?
    var awaitsElements = false
    var restorationElements: [any RestorableElement]? { leaves }
}

private final class Leaf: RestorableElement {
    let restorationIdentifier: String? = "leaf"
    func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "value") }
}

/// The table of reasons in the page.
private enum ReportPage {
    struct Row {
        let outcome: String
        let sentence: PrintedSentence

        func matches(_ problem: String) -> Bool { sentence.matches(problem) }
    }

    static let rows: [Row] = {
        let text = PrintedSentence.page("RestoreReport")
        guard let start = text.firstRange(of: "## Why not"),
            let end = text.firstRange(of: "## Notes")
        else { return [] }
        return text[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].hasPrefix("`") else { return nil }
            return Row(outcome: cells[0].filter { $0 != "`" }, sentence: PrintedSentence(cells[1]))
        }
    }()
}
