import Foundation
import TestSupport
import Testing

/// The host of `Tests/Fixtures/Hosts/README.md`, used at random and killed repeatedly.
///
/// `RESTORATION_HOST_ROUNDS` in the environment is the number of rounds.
@Suite struct `A host with tabs, a stack, an element, a deferred object and four plugins` {
    private static let rounds =
        ProcessInfo.processInfo.environment["RESTORATION_HOST_ROUNDS"].flatMap { UInt64($0) } ?? 5

    /// The folder of the plugins, which are built once.
    private static let plugins = Result {
        let folder = try TemporaryFolder()
        try FramePlugins.build(in: folder.url)
        return folder
    }

    @Test(arguments: HostLanguage.allCases)
    func `never loses a step that was durable`(language: HostLanguage) throws {
        let plugins = try Self.plugins.get().url
        let program = try language.build()
        defer { if let folder = program.folder { try? FileManager.default.removeItem(at: folder) } }

        for seed in 1...Self.rounds {
            let home = try TemporaryFolder()
            var round = FrameRound(
                of: program.file,
                plugins: plugins,
                home: home.url,
                seed: seed
            )
            do {
                try round.run()
            } catch {
                let lives = round.log.joined(separator: "\n")
                Issue.record("Round of seed \(seed):\n\(lives)\n\(error)")
                return
            }
        }
    }

    @Test(.enabled(if: CodeLines.canFormat, "no clang-format"))
    func `is in C++ at most a third longer than in Swift`() throws {
        let swift = try CodeLines(ofSwift: HostLanguage.swift.source)
        let cxx = try CodeLines(formatting: HostLanguage.cxx.source)

        #expect(cxx.count * 3 <= swift.count * 4, "\(cxx.count) lines, \(swift.count) in Swift")
    }

    @Test func `is in Rust at most a third longer than in Swift`() throws {
        let swift = try CodeLines(ofSwift: HostLanguage.swift.source)
        let rust = try CodeLines(formattingRust: HostLanguage.rust.source)

        #expect(rust.count * 3 <= swift.count * 4, "\(rust.count) lines, \(swift.count) in Swift")
    }

    @Test func `is in Python at most a third longer than in Swift`() throws {
        let swift = try CodeLines(ofSwift: HostLanguage.swift.source)
        let python = try CodeLines(ofPython: HostLanguage.python.source)

        #expect(python.count * 3 <= swift.count * 4, "\(python.count), \(swift.count) in Swift")
    }
}
