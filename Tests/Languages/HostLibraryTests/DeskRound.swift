import Foundation
import TestSupport

/// Successive launches of a desk in `Tests/Fixtures/Hosts` with the same state, each ended by
/// SIGKILL after a line of output that the seed determines.
struct DeskRound {
    /// A broken expectation of the round.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let program: String
    private let environment: [String: String]
    private var random: SeededGenerator
    /// The numbers that the next start may have.
    private var expected = 1...1

    init(of program: String, plugins: URL, home: URL, seed: UInt64) {
        self.program = program
        environment = ["HOME": home.path, "RESTORATION_PLUGIN_PATH": plugins.path]
        random = SeededGenerator(seed: seed)
    }

    mutating func run() throws {
        for _ in 0..<4 { try live(until: Int.random(in: 0...2, using: &random)) }
        try live(until: 3)
    }

    /// - Parameter count: The number of lines before the end. The third is the end of the output.
    private mutating func live(until count: Int) throws {
        let life = try SpokenProgram(
            URL(filePath: program),
            arguments: ["DialC", "DialCxx", "DialRust", "Photo"],
            environment: environment
        )
        defer { life.kill() }
        var start = expected.lowerBound
        if count > 0 {
            let line = try life.line()
            start = Int(line.dropFirst("Start number ".count)) ?? 0
            guard expected.contains(start) else {
                throw Failure(description: "\"\(line)\" in place of start \(expected)")
            }
        }
        if count > 1, case let line = try life.line(), line != "4 items on the desk" {
            throw Failure(description: "\"\(line)\" at start \(start)")
        }
        if count > 2 { _ = try life.line() }
        // Before the second line, this start's save may have ended or not.
        switch count {
        case 0: expected = expected.lowerBound...expected.upperBound + 1
        case 1: expected = start...start + 1
        default: expected = start + 1...start + 1
        }
    }
}
