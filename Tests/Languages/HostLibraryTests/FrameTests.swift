import Foundation
import TestSupport
import Testing

/// The hosts of `Tests/Fixtures/Hosts/README.md`, used at random and killed repeatedly, with plugins
/// in C, C++, Rust and Swift.
///
/// `RESTORATION_HOST_ROUNDS` in the environment is the number of rounds.
@Suite struct `A host with objects of plugins in four languages` {
    private static let rounds =
        ProcessInfo.processInfo.environment["RESTORATION_HOST_ROUNDS"].flatMap { UInt64($0) } ?? 5

    /// The folder of the plugins, which are built once.
    private static let plugins = Result {
        let folder = try TemporaryFolder()
        try FramePlugins.build(in: folder.url)
        return folder
    }

    /// Tabs, a stack, an element and a deferred object.
    @Test(arguments: HostLanguage.allCases)
    func `never loses a durable step of its tabs, pages and rows`(language: HostLanguage) throws {
        try play(language, "frame") { program, home, seed in
            var round = FrameRound(
                of: program,
                plugins: try Self.plugins.get().url,
                home: home,
                seed: seed
            )
            do { try round.run() } catch { throw round.failure(error) }
        }
    }

    @Test(arguments: [HostLanguage.c, .cxx, .rust])
    func `never loses a durable start of its desk`(language: HostLanguage) throws {
        try play(language, "desk") { program, home, seed in
            var round = DeskRound(
                of: program,
                plugins: try Self.plugins.get().url,
                home: home,
                seed: seed
            )
            try round.run()
        }
    }

    @Test(arguments: [HostLanguage.c, .cxx, .rust])
    func `names unrestored objects as the README's desk does`(language: HostLanguage) throws {
        let items = ["Note", "Counter"]
        let desk = try HostProgram(language.source(of: "desk"))
        defer { desk.remove() }
        let plugins = try TemporaryFolder()
        try FramePlugins.buildCounter(in: plugins.url)

        let first = try desk.run(items, environment: ["RESTORATION_PLUGIN_PATH": plugins.url.path])
        let second = try desk.run(items, environment: ["RESTORATION_PLUGIN_PATH": plugins.url.path])
        let third = try desk.run(items)

        #expect(first.output.hasPrefix("Start number 1\n"))
        #expect(first.output.contains("No plugin claims the restoration path Desk/Note"))
        #expect(second.output == "Start number 2\n1 items on the desk\n")
        #expect(
            third.output == """
                Desk/Counter: retained: The plugin org.example.counter is not installed. Install \
                the plugin again; its state is retained until then.
                Start number 3
                1 items on the desk

                """
        )
    }

    private func play(
        _ language: HostLanguage,
        _ host: String,
        _ round: (String, URL, UInt64) throws -> Void
    ) throws {
        let program = try language.build(host)
        defer { if let folder = program.folder { try? FileManager.default.removeItem(at: folder) } }
        for seed in 1...Self.rounds {
            let home = try TemporaryFolder()
            do {
                try round(program.file, home.url, seed)
            } catch {
                Issue.record("Round of seed \(seed):\n\(error)")
                return
            }
        }
    }

    @Test(
        .enabled(if: CodeLines.canFormat, "no clang-format"),
        arguments: [HostLanguage.c, .cxx, .rust, .python]
    )
    func `is at most a third longer than in Swift, and in C twice as long`(
        language: HostLanguage
    ) throws {
        let swift = try HostLanguage.swift.length(of: "frame").count
        let other = try language.length(of: "frame").count

        #expect(Double(other) <= Double(swift) * language.allowance, "\(other), \(swift) in Swift")
    }

    @Test(
        .enabled(if: CodeLines.canFormat, "no clang-format"),
        arguments: [HostLanguage.c, .cxx, .rust]
    )
    func `has a desk at most a third longer than the README's, and in C twice as long`(
        language: HostLanguage
    ) throws {
        let swift = try CodeLines(ofHostIn: "README.md").count
        let other = try language.length(of: "desk").count

        #expect(Double(other) <= Double(swift) * language.allowance, "\(other), \(swift) in Swift")
    }
}
