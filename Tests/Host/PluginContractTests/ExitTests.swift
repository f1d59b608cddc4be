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

    private func life(_ stage: String, _ way: CrashLife.Way) -> CrashLife {
        var life = CrashLife(directory: program.directory, stage: stage, way: way)
        life.saves = life.isOfSave
        return life
    }

    @Test(arguments: ["create", "decode", "set", "finished"], [CrashLife.Way.exit, .exitAtOnce])
    func `in a restore is deferred for a launch when it has done so twice`(
        stage: String,
        way: CrashLife.Way
    ) async throws {
        let life = life(stage, way)
        for _ in 0..<2 { await life.end() }

        let third = try await life.comeUp()

        let clause = CrashLife.clause(stage)
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
        var life = life(stage, .exit)
        await life.end()
        let session = try program.session()
        let previous = session.previousLaunch
        session.close()
        life.stage = "none"

        let next = try await life.comeUp()

        let clause = CrashLife.clause(stage)
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

    @Test(arguments: ["encode", "get"], [CrashLife.Way.exit, .exitAtOnce])
    func `in a save is reported, and not asked in one launch after the second time`(
        stage: String,
        way: CrashLife.Way
    ) async throws {
        let life = life(stage, way)
        await life.end()
        let session = try program.session()
        #expect(session.previousLaunch.ending == .interrupted)
        session.close()
        await life.end()
        #expect(try program.record(at: "Frame/B") == saved)

        let next = try await life.comeUp()

        let problem = "The program ended while the object encoded its state, for an unknown reason"
        #expect(next.restored.count == 4)
        #expect(next.notes == ["Frame/B, \(program.plugins)/libcrashing.so: \(problem)"])
        #expect(next.issues.count == 1)
        #expect(
            next.issues[0].hasPrefix("error: An object is not asked for its state: \(problem).")
        )
        #expect(try program.record(at: "Frame/B") == saved)
        await life.end()
    }

    /// For example, when the user quits in a dialog of the object.
    @Test(arguments: ["method", "interface", "make"])
    func `between restores and saves is not blamed`(stage: String) async throws {
        var life = life(stage, .exit)
        if stage == "make" { life.identifier = "D" }
        for _ in 0..<3 { await life.end() }
        life.stage = "none"

        let next = try await life.comeUp()

        #expect(next.restored.count == 4)
        #expect(next.notes.isEmpty)
    }
}
