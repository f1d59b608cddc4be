import Foundation
import TestSupport

/// Successive launches of one of the hosts in `Tests/Fixtures/Hosts` with the same state, each ended
/// by SIGKILL. After each, the program shows the screen of the last durable step or of a later one.
///
/// The seed determines the steps and the end of each launch.
struct FrameRound {
    /// A broken expectation of the round.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The steps of each launch.
    private var log: [String] = []
    private let program: String
    private let environment: [String: String]
    private var random: SeededGenerator
    /// The acceptable screens of the next launch. Empty accepts any.
    private var acceptable: [String] = []

    init(of program: String, plugins: URL, home: URL, seed: UInt64) {
        self.program = program
        environment = ["HOME": home.path, "RESTORATION_PLUGIN_PATH": plugins.path]
        random = SeededGenerator(seed: seed)
    }

    /// A failure with all steps of the round.
    func failure(_ error: any Error) -> Failure {
        Failure(description: log.joined(separator: "\n") + "\n\(error)")
    }

    mutating func run() throws {
        for _ in 0..<3 { try live() }
        try begin().program.kill()
    }

    private mutating func live() throws {
        var (life, screen) = try begin()
        var durable = 0
        var screens = [screen]
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let step = Self.step(using: &random)
            log[log.count - 1] += " | \(step)"
            screen = try life.does(step)
            guard !screen.isEmpty else { throw Failure(description: "It ended") }
            screens.append(screen)
            if step == "save" { durable = screens.count - 1 }
        }
        // Within a save, too.
        if Bool.random(using: &random) { try life.hears("save") }
        life.kill()
        acceptable = Array(screens[durable...])
    }

    private mutating func begin() throws -> (program: SpokenProgram, screen: String) {
        log.append("launch:")
        let life = try SpokenProgram(URL(filePath: program), environment: environment)
        let first = try life.line()
        let screen = try life.does("load")
        guard !acceptable.isEmpty, !acceptable.contains(screen) else { return (life, screen) }
        life.kill()
        throw Failure(
            description: """
                After "\(first)" and load, the screen is
                \(screen)
                and not one of
                \(acceptable.joined(separator: "\n"))
                """
        )
    }

    private static func step(using random: inout SeededGenerator) -> String {
        let word = ["milk", "a long line", "猫", "ž", "x"].randomElement(using: &random)!
        let number = Int.random(in: 0..<100, using: &random)
        let dial = ["DialC", "DialCxx", "DialRust", "Photo"].randomElement(using: &random)!
        return [
            "push \(word)", "push \(word)", "pop", "sheet \(word)", "close", "select \(number % 2)",
            "scroll \(number)", "read \(number)", "zoom \(dial) \(number + 1)", "save",
        ].randomElement(using: &random)!
    }
}
