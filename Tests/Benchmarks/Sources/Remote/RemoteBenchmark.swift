import BenchmarkReport
import Foundation
import Measuring
import PostgreSQLServer
import RestorationPostgreSQL

/// Measures saves in a PostgreSQL store, with hints, against the same statement and a plain UPDATE
/// by pgbench. With `--check`, exits with status 1 if a goal is missed; `--quick` takes fewer and
/// shorter rounds, and 1,000 people.
@main
struct RemoteBenchmark {
    static let sizeInBytes = 16 << 10
    static let sessions = [1, 8, 64]

    let isQuick = CommandLine.arguments.contains("--quick")
    var rounds: Int { isQuick ? 1 : 5 }
    var seconds: Int { isQuick ? 1 : 2 }
    var people: Int { isQuick ? 1_000 : 100_000 }

    static func main() throws {
        let goals = try RemoteBenchmark().run()
        print("\ngoals")
        for goal in goals { print("  \(goal)") }
        if CommandLine.arguments.contains("--check"), !goals.allSatisfy(\.isMet) { exit(1) }
    }

    private func run() throws -> [Goal] {
        // As an administrator would set it up; the log of all statements is for tests.
        let server = try PostgreSQLServer(
            "fsync = on",
            "log_statement = none",
            "shared_buffers = 512MB",
            "max_wal_size = 4GB"
        )
        let table = try StateTable(server, sizeInBytes: Self.sizeInBytes)
        print(
            "Saves of \(Self.sizeInBytes >> 10) KiB of random bytes, fsync on; medians of"
                + " \(rounds) interleaved rounds of \(seconds) s"
        )
        var goals: [Goal] = []
        for sessions in Self.sessions {
            try table.fill(people: sessions)
            goals.append(try compare(table, sessions, "a row each"))
        }
        try LocalSaves(table).measure()
        try table.fill(people: people)
        print("\n\(people) people's states")
        show("size on disk", try table.sizeOnDisk / 1e6, "MB")
        show("bytes of states", Double(people * Self.sizeInBytes) / 1e6, "MB")
        for sessions in Self.sessions {
            goals.append(try compare(table, sessions, "\(people) people"))
        }
        return goals
    }

    /// Measures all contestants in turns.
    private func compare(_ table: StateTable, _ sessions: Int, _ rows: String) throws -> Goal {
        var results: [Contestant: [Rate]] = [:]
        for _ in 0..<rounds {
            for contestant in Contestant.allCases {
                try table.prepare(contestant)
                let rate = try contestant.measure(table, sessions: sessions, seconds: seconds)
                results[contestant, default: []].append(rate)
            }
        }
        let noun = sessions == 1 ? "session" : "sessions"
        print("\n\(sessions) \(noun), \(rows)")
        for contestant in Contestant.allCases {
            let rates = results[contestant]!
            show(
                contestant.rawValue,
                rates.map(\.savesPerSecond).median,
                "saves/s",
                "latency \(figure(rates.map(\.milliseconds).median)) ms"
            )
        }
        func median(_ contestant: Contestant) -> Double {
            results[contestant]!.map(\.savesPerSecond).median
        }
        return Goal(
            name: "\(sessions) \(noun), \(rows): compareAndSwap against its statement",
            ratio: median(.swap) / median(.statement),
            bound: .atLeast(0.8)
        )
    }
}

/// The result of one round.
struct Rate {
    let savesPerSecond: Double
    /// The mean latency of a save.
    let milliseconds: Double
}

enum Contestant: String, CaseIterable {
    case swap = "compareAndSwap, with hints"
    case statement = "the same statement by pgbench"
    case update = "a plain UPDATE by pgbench"

    func measure(_ table: StateTable, sessions: Int, seconds: Int) throws -> Rate {
        switch self {
        case .swap: try SwapSessions(table, count: sessions).measure(seconds: seconds)
        case .statement:
            try table.pgbench(StateTable.swap, sessions: sessions, seconds: seconds)
        case .update:
            try table.pgbench(StateTable.update, sessions: sessions, seconds: seconds)
        }
    }
}
