import Foundation
import RestorationCore
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

/// Moves random graphs from a Swift class of the program to a plugin's, then to a class in C. Each
/// launch hands every object on to the next language.
///
/// The environment variable `RESTORATION_CORPUS` sets the number of graphs.
@Suite struct `State of any kind` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram(isStateInMemory: true)
        try ContractPlugin.compile("carrier", into: program.plugins)
        try program.installSwiftSample()
    }

    private static let graphCount =
        ProcessInfo.processInfo.environment["RESTORATION_CORPUS"].flatMap { UInt64($0) } ?? 20

    @Test func `is the same after lives in the program, a Swift plugin and a C plugin`() throws {
        for seed in 1...Self.graphCount {
            let differences = try differences(of: CorpusGraph(seed: seed))
            guard differences.isEmpty else {
                Issue.record("Graph of seed \(seed):\n\(differences.joined(separator: "\n"))")
                return
            }
        }
    }

    /// The differences between a graph and its restored copy.
    private func differences(of graph: CorpusGraph) throws -> [String] {
        var launch = try CorpusLaunch(program, frame: graph.frame)
        try launch.session.restore()
        graph.nodes.forEach(launch.record)
        var found = try launch.end()
        var saved = try program.saved()
        found += differences(of: saved.flatMap(\.ownText).sorted(), from: graph.text.sorted())

        for _ in CarrierLanguage.allCases where found.isEmpty {
            launch = try CorpusLaunch(program, frame: HostCarrier.base().frame)
            let report = try launch.session.restore()
            found += differences(
                of: report.entries.map(\.description).sorted(),
                from: saved.map { "\($0.path): restored" }.sorted()
            )
            launch.switchLanguages()
            found += try launch.end() + program.takeLog()
            let before = saved.map(\.inNextLanguage)
            saved = try program.saved()
            found += differences(of: saved.flatMap(\.text), from: before.flatMap(\.text))
            found += zip(saved, before).filter { $0.bytes != $1.bytes }
                .map { "\($1.path): its bytes differ" }
        }
        program.forgetState()
        return found
    }

    private func differences(of found: [String], from expected: [String]) -> [String] {
        found.difference(from: expected).map { change in
            switch change {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
    }
}
