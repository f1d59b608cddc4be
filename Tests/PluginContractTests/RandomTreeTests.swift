import Foundation
import RestorationKit
import TestSupport
import Testing

/// Random trees live three times: as they are; with classes gone, objects that fail, and others
/// that come late or never; and healed.
///
/// `RESTORATION_TREES` in the environment says how many trees there are to be, and
/// `RESTORATION_FIRST_TREE` which is the first: to see a tree of a certain seed again, set both to
/// it.
@Suite struct `A random tree` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram(isStateInMemory: true)
        try ContractPlugin.compile("carrier", into: program.plugins)
        try program.installSwiftSample()
        try program.divide([.cPlugin: "libcarrier.so", .swiftPlugin: "libSample.so"])
    }

    private static let first = number("RESTORATION_FIRST_TREE") ?? 1
    private static let last = max(first, number("RESTORATION_TREES") ?? 100)

    /// Seeds in which a fault was found once, beyond those that are tried by default.
    private static let found: [UInt64] = [25_634, 38_501, 70_487]
    private static let seeds =
        Array(first...last) + (number("RESTORATION_FIRST_TREE") == nil ? found : [])

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test func `comes back as it was, and the report has each object once`() throws {
        for seed in Self.seeds {
            if seed.isMultiple(of: 5_000) { print("at tree \(seed) of \(Self.last)") }
            let tree = RandomTree(seed: seed, limit: 500)
            let differences = try differences(of: tree)
            guard differences.isEmpty else {
                let text = differences.prefix(20).joined(separator: "\n")
                Issue.record("Tree of seed \(seed):\n\(text)\n\(tree)")
                return
            }
        }
    }

    private func differences(of tree: RandomTree) throws -> [String] {
        defer { program.forgetState() }
        let expected = ExpectedTree(tree)
        let first = TreeLife(tree)
        try first.build(in: program)
        let saved = compare(try first.end(), with: expected)
        guard saved.isEmpty else { return saved }

        let second = TreeLife(tree, isFaulty: true)
        try second.restore(in: program)
        let report = try second.letArrive()
        let found =
            compare(report, with: expected) + second.differences(from: expected)
            + second.foreignDifferences(at: Set(report.restored.map(\.description)), expected)
        _ = try second.end()
        guard found.isEmpty else { return found }

        let third = TreeLife(tree)
        // What only a declined object held, or referred to, comes back, and nobody takes it.
        let hasSkipped = expected.outcomes.values.contains(.skipped)
        let back = try third.restore(in: program).entries.filter {
            $0.outcome.isSuccess
                || $0.outcome.isKept && (hasSkipped || expected.unreferenced.contains("\($0.path)"))
        }
        let healed = Set(back.map { "\($0.path)" })
        let decoded = third.restoredNumbers
        // What only a declined object referred to is given up with it, be it retained or not; and
        // those that have its name in its stack move up, so that paths are others.
        let foreign = hasSkipped ? [] : third.foreignDifferences(at: healed, expected)
        _ = try third.end()
        guard foreign.isEmpty else { return foreign }
        // Of late objects, those count that the report says are kept.
        let told = Set(report.entries.filter { $0.outcome.isKept }.map { "\($0.path)" })
        let kept = expected.kept
            .map { (number: $0.number, path: $0.path.joined(separator: "/")) }
            .filter { !expected.pathsBelowLate.contains($0.path) || told.contains($0.path) }
        return
            (kept + expected.elementsOfFailed
            + expected.unheld.map { (number: $0.value, path: $0.key) })
            .filter { number, path in
                !(tree.nodes[number].kind.isPlugin
                    ? healed.contains(path) : decoded.contains(number))
            }
            .filter { !hasSkipped || tree.fault(of: $0.number) == .classGone }
            .filter { !expected.isAboveHole($0.number) }
            .map { "\($0.path) does not come back when the reason is gone" }
    }

    /// What a save says of the objects that it leaves out.
    private func compare(
        _ report: PreservationReport,
        with expected: ExpectedTree
    ) -> [String] {
        var found: [String] = []
        if report.objectCount != expected.paths.count {
            found.append("\(report.objectCount) objects are saved, not \(expected.paths.count)")
        }
        let lines = report.issues.map(\.line).sorted()
        return found
            + lines.difference(from: expected.issues).map { change in
                switch change {
                case .remove(_, let line, _): "- the save says: \(line)"
                case .insert(_, let line, _): "+ the save says: \(line)"
                }
            }
    }

    /// Of what comes late, and what is below it, why it is not there depends on who came when:
    /// whether it had decoded, or was still awaited, when what is above it was left out. Whether it
    /// is there does not.
    private func compare(_ report: RestorationReport, with expected: ExpectedTree) -> [String] {
        let late = expected.pathsBelowLate
        func line(_ path: String, _ outcome: RestorationReport.Outcome) -> String {
            let isHeldOrKept = outcome == .restored || outcome.isKept
            if isHeldOrKept, expected.unheld[path] != nil || expected.unreferenced.contains(path) {
                return "\(path): held or kept"
            }
            let isOpen = outcome != .restored && late.contains(path)
            return "\(path): \(isOpen ? "not there" : "\(outcome)")"
        }
        let found = report.entries.map { line("\($0.path)", $0.outcome) }.sorted()
        let reasons = Dictionary(
            report.entries.map { (line("\($0.path)", $0.outcome), $0.reason?.problem ?? "") },
            uniquingKeysWith: { $0 + $1 }
        )
        let wanted = expected.outcomes
            .map { line($0.key.joined(separator: "/"), $0.value) }.sorted()
        return found.difference(from: wanted).map { change in
            switch change {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _):
                "+ \(line) (\(reasons[line, default: ""]))"
            }
        }
    }
}

extension RestorationReport.Outcome {
    /// Whether the state is there for a later launch.
    fileprivate var isKept: Bool { self == .retained || self == .awaited }
}

extension PreservationError {
    /// What it is about, as ``ExpectedTree/issues`` has it.
    fileprivate var line: String {
        switch self {
        case .notEncoded(let path, _, _), .unreferenced(let path, _):
            "\(path.last.rawValue) is not met"
        case .unreachable(let name, _, _), .belowUnsaved(let name, _, _): "\(name) is not met"
        case .duplicatePath(let path, _, _): "two are at \(path)"
        case .untaggedReference(_, let referrer?):
            "\(referrer) refers to one without an identifier"
        default: "\(self)"
        }
    }
}

extension ContractProgram {
    /// Puts the library of each plugin into a directory of its own, too, so that the other can be
    /// left out. The files are the same, or a library would be loaded twice.
    fileprivate func divide(_ libraries: [RandomTree.Kind: String]) throws {
        for (kind, library) in libraries {
            let own = directory(of: kind)
            try FileManager.default.createDirectory(
                atPath: own,
                withIntermediateDirectories: true
            )
            try FileManager.default.linkItem(
                atPath: "\(plugins)/\(library)",
                toPath: "\(own)/\(library)"
            )
        }
    }
}
