import Foundation
import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TestSupport
import Testing

/// Each crash happens in a separate process, and the launches after it in this one.
@Suite struct `A plugin that ends the program` {
    private let program: ContractProgram
    /// The record of the object whose code ends the program.
    private let saved: [UInt8]

    /// A program with the plugin's objects A, B and C.
    init() throws {
        program = try .withFragileObjects()
        saved = try program.record(at: "Frame/B")
    }

    private func launch(
        _ stage: String,
        _ way: CrashLaunch.Way,
        _ handler: CrashLaunch.HostHandler = .none
    ) -> CrashLaunch {
        CrashLaunch(directory: program.directory, stage: stage, way: way, handler: handler)
    }

    @Test(
        arguments: ["create", "decode", "finished"],
        CrashLaunch.Way.allCases.filter(\.isCrash)
    )
    func `is left out from then on, and all other objects are restored`(
        stage: String,
        way: CrashLaunch.Way
    ) async throws {
        let launch = launch(stage, way)
        await launch.end()

        for _ in 0..<3 {
            let report = try program.relaunch().report

            #expect(report.restored.map(\.description) == ["Frame", "Frame/A", "Frame/C"])
            #expect(report.notRestored.map(\.outcome) == [.retained])
            let entry = try #require(report.notRestored.first)
            let signal = try #require(Self.names[way.signal])
            #expect(entry.plugin == "org.example.crashing")
            #expect(
                entry.reason?.problem
                    == "The program crashed \(CrashLaunch.clause(stage)) (\(signal))"
            )
            #expect(entry.reason?.place == program.plugins + "/libcrashing.so")
            #expect(try program.record(at: "Frame/B") == saved)
        }
    }

    @Test func `is left out with all its objects when it does so while it is loaded`() async throws
    {
        let launch = launch("load", .abort)
        await launch.end()

        await #expect(processExitsWith: .success) { [launch = launch as CrashLaunch] in
            let report = try launch.run()
            #expect(report.restored.map(\.description) == ["Frame"])
            let problem = "The program crashed while its plugin was being loaded (SIGABRT)"
            let addition = "Its plugin is left out because of Frame/A: "
            #expect(
                report.notRestored.map { "\($0.path): \($0.reason?.problem ?? "")" } == [
                    "Frame/A: \(problem)", "Frame/B: \(addition)\(problem)",
                    "Frame/C: \(addition)\(problem)",
                ]
            )
        }
    }

    @Test func `is left out with all its objects when two of them do so in a row`() async throws {
        for name in ["A", "B"] {
            var launch = launch("decode", .address)
            launch.identifier = name
            await launch.end()
        }

        let report = try program.relaunch().report

        #expect(
            report.notRestored.map { "\($0.path): \($0.reason?.problem ?? "")" } == [
                "Frame/A: The program crashed while the object decoded its state (SIGSEGV)",
                "Frame/B: The program crashed while the object decoded its state (SIGSEGV)",
                "Frame/C: Its plugin is left out because of Frame/B: The program crashed while the"
                    + " object decoded its state (SIGSEGV)",
            ]
        )
        #expect(try program.record(at: "Frame/B") == saved)
    }

    @Test func `is left out for one object alone if a good launch lies between two crashes`()
        async throws
    {
        for name in ["A", "B"] {
            var launch = launch("decode", .address)
            launch.identifier = name
            await launch.end()
            try program.relaunch()
        }

        #expect(
            try program.relaunch().report.notRestored.map(\.path.description) == [
                "Frame/A", "Frame/B",
            ]
        )
    }

    /// During a blocking wait and during an endless loop.
    @Test(arguments: ["create", "decode", "finished"], [CrashLaunch.Way.hang, .loop])
    func `is not blamed for a kill, and deferred for a launch when that happens there twice`(
        stage: String,
        way: CrashLaunch.Way
    ) async throws {
        let launch = launch(stage, way)
        launch.kill(by: SIGKILL)
        await launch.end()
        let report = try program.relaunch().report
        #expect(report.notRestored.isEmpty)
        #expect(report.reason == .recovery)
        #expect(report.notes.map(\.place) == ["Frame/B, \(program.plugins)/libcrashing.so"])

        for _ in 0..<2 {
            launch.kill(by: SIGKILL)
            await launch.end()
        }
        let last = try program.relaunch().report
        #expect(last.notRestored.map(\.path.description) == ["Frame/B"])
        #expect(
            last.notRestored.first?.reason?.problem
                == "The program ended \(CrashLaunch.clause(stage)), for an unknown reason"
        )
        #expect(try program.record(at: "Frame/B") == saved)
        #expect(try program.relaunch().report.notRestored.isEmpty)
    }

    @Test func `is not blamed for a fatal signal from another process`() async throws {
        let launch = launch("decode", .hang)
        launch.kill(by: SIGSEGV)

        await #expect(processExitsWith: .signal(SIGSEGV)) { [launch = launch as CrashLaunch] in
            try launch.run()
        }

        #expect(try program.relaunch().report.notRestored.isEmpty)
    }

    @Test func `is tried again once another build is installed`() async throws {
        let launch = launch("decode", .address)
        await launch.end()

        try FileManager.default.removeItem(atPath: program.plugins + "/libcrashing.so")
        try ContractPlugin.compile("crashing", into: program.plugins, options: ["-DREBUILT"])

        // A process that has not loaded the former build.
        var next = launch
        next.stage = "none"
        await #expect(processExitsWith: .success) { [next = next as CrashLaunch] in
            let report = try next.run()
            #expect(report.restored.count == 4)
            #expect(report.notes.isEmpty)
        }
    }

    @Test(arguments: [CrashLaunch.Way.address, .overflow])
    func `ends in the program's own earlier handler`(way: CrashLaunch.Way) async throws {
        // Without an alternate stack, the handler does not run after a stack overflow.
        let launch = launch("decode", way, .dies)
        await launch.end()
        if way != .overflow {
            #expect(FileManager.default.contents(atPath: launch.mark) == Data("x".utf8))
        }
        #expect(try program.relaunch().report.notRestored.map(\.path.description) == ["Frame/B"])
    }

    @Test func `ends with the status that the program's handler gives`() async throws {
        let launch = launch("create", .address, .exits)
        await #expect(processExitsWith: .exitCode(7)) { [launch = launch as CrashLaunch] in
            try launch.run()
        }
        #expect(FileManager.default.contents(atPath: launch.mark) == Data("x".utf8))
        #expect(try program.relaunch().report.notRestored.map(\.path.description) == ["Frame/B"])
    }

    @Test func `looks like a kill to a program that does not record signals`() async throws {
        var launch = launch("decode", .abort)
        launch.recordsFatalSignals = false
        await launch.end()

        #expect(try program.relaunch().report.notRestored.isEmpty)
    }

    @Test(arguments: [CrashLaunch.Way.address, .abort, .overflow])
    func `is restored, but not asked for its state, after it crashed in a save`(
        way: CrashLaunch.Way
    ) async throws {
        var launch = launch("encode", way)
        launch.saves = true
        await launch.end()
        let signal = try #require(Self.names[way.signal])
        let plugin = "\(program.plugins)/libcrashing.so"
        let ending = """
            Another build of the plugin org.example.crashing or of the program ends that, and so \
            does restorectl archive retry '\(program.state)'.
            """

        for _ in 0..<2 {
            await #expect(processExitsWith: .success) {
                [
                    launch = launch as CrashLaunch, signal = signal as String,
                    plugin = plugin as String,
                    ending = ending as String
                ] in
                let (report, issues) = try launch.live()

                #expect(report.restored.count == 4)
                #expect(
                    report.notes.map(\.description) == [
                        """
                        error: The program crashed while the object encoded its state (\(signal))
                           at: Frame/B, \(plugin)
                          fix: It is not asked again: its earlier \
                        state is saved again. \(ending)
                        """
                    ]
                )
                #expect(
                    issues == [
                        """
                        error: An object is not asked for its state: The program crashed while the \
                        object encoded its state (\(signal)). Its earlier state is retained
                           at: Frame/B, \(plugin)
                          fix: It is not asked again: its earlier \
                        state is saved again. \(ending)
                        """
                    ]
                )
            }
            #expect(try program.record(at: "Frame/B") == saved)
        }
    }

    @Test func `is listed with the crash if it crashed during a save`() async throws {
        var launch = launch("encode", .address)
        launch.saves = true
        await launch.end()
        try program.relaunch()

        let object = try #require(try listed { $0.leftOut.first })

        #expect(object.path?.description == "Frame/B")
        #expect(object.className == "Fragile")
        #expect(object.plugin == "org.example.crashing")
        #expect(
            object.suspect.problem
                == "The program crashed while the object encoded its state (SIGSEGV)"
        )
        #expect(object.suspect.isOfSave)
        #expect(object.suspect.treatment == .setAside)
    }

    @Test func `is asked for its state again once another build is installed`() async throws {
        var launch = launch("encode", .address)
        launch.saves = true
        await launch.end()
        try FileManager.default.removeItem(atPath: program.plugins + "/libcrashing.so")
        try ContractPlugin.compile("crashing", into: program.plugins, options: ["-DREBUILT"])

        launch.stage = "none"
        await #expect(processExitsWith: .success) { [launch = launch as CrashLaunch] in
            let (report, issues) = try launch.live()
            #expect(issues == [])
            #expect(report.notes.isEmpty)
        }
    }

    @Test func `is reported once if it crashed while it destroyed an object`() async throws {
        var launch = launch("destroy", .address)
        launch.saves = true
        await launch.end()
        #expect(try listed { $0.unjudged != nil })

        let report = try program.relaunch().report

        #expect(report.restored.count == 4)
        #expect(
            report.notes.map(\.problem)
                == ["The program crashed in a call outside a restore or save (SIGSEGV)"]
        )
        #expect(report.notes.map(\.place) == ["\(program.plugins)/libcrashing.so"])
        #expect(try listed { $0.leftOut.isEmpty })
    }

    /// The objects that the ledger leaves out, and the place where the last launch ended.
    private func listed<Answer>(
        _ body: ((leftOut: [SetAsideObject], unjudged: SetAsideObject?)) throws -> Answer
    ) throws -> Answer {
        let store = try program.store()
        let page = try #require(try store.readLedger())
        let archive = try store.openForReading(.current).map {
            try ArchiveReader(source: SealedImage($0))
        }
        let generation = try store.openForReading(.current)?.generation
        return try body(SetAsideObject.all(in: page, archive: archive, generation: generation))
    }

    private static let names: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGFPE: "SIGFPE",
    ]
}

@Suite struct `A program that does not crash while it restores` {
    @Test func `gets its handlers and its stack back afterwards`() async throws {
        let program = try ContractProgram()
        let launch = CrashLaunch(directory: program.directory, stage: "none", way: .hang)
        await #expect(processExitsWith: .success) { [launch = launch as CrashLaunch] in
            letFatalSignalsEndTheProcess()
            let before = SignalState()

            try launch.run()

            #expect(SignalState() == before)
        }
    }
}
