import RestorationKit
import Testing

/// Each launch is a separate process. Its plugin calls `exit`, or `_exit`, which runs no handlers.
@Suite struct `A plugin that exits` {
    private let program: ContractProgram
    private let saved: [UInt8]

    init() throws {
        program = try .withFragileObjects()
        saved = try program.record(at: "Frame/B")
    }

    private func launch(_ stage: String, _ way: CrashLaunch.Way) -> CrashLaunch {
        var launch = CrashLaunch(directory: program.directory, stage: stage, way: way)
        launch.saves = launch.isOfSave
        return launch
    }

    @Test(arguments: ["create", "decode", "set", "finished"], [CrashLaunch.Way.exit, .exitAtOnce])
    func `in a restore is deferred for a launch when it has done so twice`(
        stage: String,
        way: CrashLaunch.Way
    ) async throws {
        let launch = launch(stage, way)
        for _ in 0..<2 { await launch.end() }

        let third = try await launch.comeUp()

        let clause = CrashLaunch.clause(stage)
        #expect(third.restored == ["Frame", "Frame/A", "Frame/C"])
        #expect(third.notRestored.count == 1)
        #expect(
            third.notRestored[0].hasPrefix(
                "Frame/B: retained: The program ended \(clause), for an unknown reason"
            )
        )
        #expect(try program.record(at: "Frame/B") == saved)
    }

    @Test(arguments: ["create", "decode"])
    func `in a restore is reported by the next launch, which tries it again`(
        stage: String
    ) async throws {
        var launch = launch(stage, .exit)
        await launch.end()
        let session = try program.session()
        let previous = session.previousLaunch
        session.close()
        launch.stage = "none"

        let next = try await launch.comeUp()

        let clause = CrashLaunch.clause(stage)
        #expect(previous.ending == .interrupted)
        #expect(previous.plugin == "org.example.crashing")
        #expect(
            next.notes == [
                "Frame/B, \(program.plugins)/libcrashing.so: The program ended \(clause), for"
                    + " an unknown reason"
            ]
        )
        #expect(next.notRestored.isEmpty)
    }

    @Test(arguments: ["encode", "get"], [CrashLaunch.Way.exit, .exitAtOnce])
    func `in a save is reported, and not asked in one launch after the second time`(
        stage: String,
        way: CrashLaunch.Way
    ) async throws {
        let launch = launch(stage, way)
        await launch.end()
        let session = try program.session()
        #expect(session.previousLaunch.ending == .interrupted)
        session.close()
        await launch.end()
        #expect(try program.record(at: "Frame/B") == saved)

        let next = try await launch.comeUp()

        let problem = "The program ended while the object encoded its state, for an unknown reason"
        #expect(next.restored.count == 4)
        #expect(next.notes == ["Frame/B, \(program.plugins)/libcrashing.so: \(problem)"])
        #expect(next.issues.count == 1)
        #expect(
            next.issues[0].hasPrefix("error: An object is not asked for its state: \(problem).")
        )
        #expect(try program.record(at: "Frame/B") == saved)
        await launch.end()
    }

    /// For example, when the user quits in a dialog of the object.
    @Test(arguments: ["method", "interface", "make"])
    func `between restores and saves is not blamed`(stage: String) async throws {
        var launch = launch(stage, .exit)
        if stage == "make" { launch.identifier = "D" }
        for _ in 0..<3 { await launch.end() }
        launch.stage = "none"

        let next = try await launch.comeUp()

        #expect(next.restored.count == 4)
        #expect(next.notes.isEmpty)
    }
}
