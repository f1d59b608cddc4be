import Foundation
import RestorationKit
import TestSupport
import Testing

/// Each launch is a separate process, since a process loads a library only once.
@Suite struct `A library that ends the program while it is loaded` {
    private let program: ContractProgram
    private let saved: [UInt8]

    init() throws {
        program = try .withFragileObjects()
        saved = try program.record(at: "Frame/B")
    }

    /// Checks that the launch after such an end leaves the plugin out and restores everything else.
    private func checkThatAllIsRetained(_ next: LaunchResult, because problem: String) throws {
        #expect(next.restored == ["Frame"])
        #expect(next.notRestored.count == 3)
        #expect(next.notRestored[0].hasPrefix("Frame/A: retained: \(problem) (\(program.plugins)/"))
        for (name, entry) in zip(["B", "C"], next.notRestored.dropFirst()) {
            #expect(
                entry.hasPrefix(
                    "Frame/\(name): retained: Its plugin is left out because of Frame/A:"
                        + " \(problem) ("
                )
            )
        }
        #expect(try program.record(at: "Frame/B") == saved)
    }

    @Test(
        arguments: ["load", "entry"],
        [(CrashLaunch.Way.abort, "SIGABRT"), (.address, "SIGSEGV")]
    )
    func `crashes once, and is left out from then on with all its objects`(
        stage: String,
        crash: (way: CrashLaunch.Way, signal: String)
    ) async throws {
        var life = CrashLaunch(directory: program.directory, stage: stage, way: crash.way)
        await life.end()

        life.saves = true
        for _ in 0..<2 {
            try checkThatAllIsRetained(
                await life.comeUp(),
                because: "The program crashed while its plugin was being loaded (\(crash.signal))"
            )
        }
    }

    /// The process is killed as soon as the hang is logged.
    @Test(arguments: ["load", "entry"])
    func `hangs once, is named in the log, and is left out from then on`(
        stage: String
    ) async throws {
        var life = CrashLaunch(directory: program.directory, stage: stage, way: .spin)
        life.hangsAfter = 100
        await life.end()
        #expect(
            try String(contentsOfFile: life.log, encoding: .utf8)
                == "Code of the plugin org.example.crashing has been running for 0.1 seconds"
                + " while its plugin was being loaded\n"
        )

        life.hangsAfter = nil
        life.saves = true
        try checkThatAllIsRetained(
            await life.comeUp(),
            because: "The program hung while its plugin was being loaded, and was ended"
        )
    }

    @Test(arguments: ["load", "entry"], [CrashLaunch.Way.exit, .exitAtOnce])
    func `exits in the first and third launch, and is left out of all others`(
        stage: String,
        way: CrashLaunch.Way
    ) async throws {
        let life = CrashLaunch(directory: program.directory, stage: stage, way: way, saves: true)
        await life.end()
        try checkThatAllIsRetained(
            await life.comeUp(),
            because: "The program ended while its plugin was being loaded, for an unknown reason"
        )
        await life.end()

        for _ in 0..<2 {
            try checkThatAllIsRetained(
                await life.comeUp(),
                because:
                    "The program ended while its plugin was being loaded, for an unknown reason"
            )
        }
    }

    @Test func `is left out, too, if a library that it needs exits`() throws {
        let needy = try ContractProgram()
        try ContractPlugin.compile("exiting", into: needy.plugins)
        try ContractPlugin.compile(
            "crashing",
            into: needy.plugins,
            options: [
                "-Wl,--no-as-needed", "-L", needy.plugins, "-lexiting", "-Wl,-rpath,$ORIGIN",
            ]
        )
        try #require(needy.launch("make") == "restored saved 0")
        let saved = try needy.record(at: "Frame/A")

        try ContractPlugin.compile("exiting", into: needy.plugins, options: ["-DEXITS"])

        let launches = try (1...8).map { _ in try needy.launch() }
        let leftOut = "restored saved 0"
        #expect(launches == [" 1", leftOut, " 1"] + Array(repeating: leftOut, count: 5))
        #expect(try needy.record(at: "Frame/A") == saved)
    }
}
