import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// The program of `Docs/Examples/Mail` with two windows, used at random and killed repeatedly.
///
/// `RESTORATION_MAIL_ROUNDS` in the environment sets the number of rounds.
@Suite struct `Mail` {
    private static let rounds =
        ProcessInfo.processInfo.environment["RESTORATION_MAIL_ROUNDS"].flatMap { UInt64($0) } ?? 5

    /// The program's directory. It is built once.
    private static let built = Task {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "mail-\(UUID().uuidString)")
        let output = try await Toolchain().buildMail(in: folder)
        #expect(output.isEmpty, "\(output)")
        return folder
    }

    @Test func `never loses a step that was durable, in either window`() async throws {
        let folder = try await Self.built.value

        var visited: Set<String> = []
        for seed in 1...Self.rounds {
            let home = folder.appending(path: "home-\(seed)").path
            try FileManager.default.createDirectory(
                atPath: home,
                withIntermediateDirectories: true
            )
            var round = Round(program: "\(folder.path)/Mail", home: home, seed: seed)
            do {
                try round.run()
            } catch {
                Issue.record(
                    "Round of seed \(seed):\n\(round.log.joined(separator: " "))\n\(error)"
                )
                return
            }
            visited.formUnion(round.visited)
        }
        #expect(visited == ["columns", "form"])
    }

    @Test func `takes a paste in time that grows with its size, not its square`() async throws {
        let folder = try await Self.built.value
        let home = folder.appending(path: "home-of-paste")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
        var environment = TerminalProgram.standardEnvironment()
        environment["HOME"] = home.path
        let launch = try TerminalLaunch(["\(folder.path)/Mail"], environment: environment)
        for step: TerminalLaunch.Step in [.text("c"), .key(.tab), .key(.tab)] {
            try launch.perform(step)
        }

        let small = try timeOfPaste(words: 18_000, end: "small", in: launch)
        let large = try timeOfPaste(words: 144_000, end: "large", in: launch)

        // Linear time grows by a factor of 8, and quadratic time by 64.
        #expect(large < small * 24, "\(small), \(large)")
    }

    private func timeOfPaste(
        words: Int,
        end: String,
        in launch: TerminalLaunch
    ) throws -> Duration {
        let start = ContinuousClock.now
        try launch.perform(.paste(String(repeating: "pasted ", count: words) + end))
        let time = ContinuousClock.now - start
        #expect(launch.screen.text.contains(end))
        return time
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Three launches in one home.
    private struct Round {
        let program: String
        let home: String
        private(set) var log: [String] = []
        private(set) var visited: Set<String> = []
        private var random: SeededGenerator
        private var acceptable: [TerminalSnapshot] = []

        init(program: String, home: String, seed: UInt64) {
            self.program = program
            self.home = home
            random = SeededGenerator(seed: seed)
        }

        mutating func run() throws {
            for number in 0..<3 {
                let launch = try begin()
                if number == 0 { try perform(.text("w"), in: launch) }
                for _ in 0..<Int.random(in: 3...12, using: &random) {
                    try perform(Self.steps.randomElement(using: &random)!, in: launch)
                    visited.insert(
                        launch.screen.text.contains("[ Throw away ]") ? "form" : "columns"
                    )
                }
                if Bool.random(using: &random) { try launch.awaitDurable() }
                try launch.kill()
                acceptable = Array(launch.screens[(launch.safeKeyCount ?? 0)...])
            }
            try begin().kill()
        }

        private static let steps: [TerminalLaunch.Step] = [
            .key(.down), .key(.down), .key(.up), .key(.enter), .key(.enter), .key(.tab), .key(.tab),
            .key(.backTab), .key(.pageDown), .key(.escape), .text("c"), .text("a"), .text("猫"),
            .text("1"), .key(.left), .key(.backspace), .key(.function(6)), .key(.function(6)),
        ]

        private mutating func begin() throws -> TerminalLaunch {
            log.append("life:")
            var environment = TerminalProgram.standardEnvironment()
            environment["HOME"] = home
            let launch = try TerminalLaunch([program], environment: environment, columns: 100)
            guard let last = acceptable.last, !acceptable.contains(launch.screen) else {
                return launch
            }
            throw Failure(
                description: "The screen is none of \(acceptable.count) that it may be; to the last"
                    + " one it differs so:\n\(launch.screen.difference(from: last))"
            )
        }

        private mutating func perform(_ step: TerminalLaunch.Step, in launch: TerminalLaunch) throws
        {
            log.append("\(step)")
            try launch.perform(step)
        }
    }
}
