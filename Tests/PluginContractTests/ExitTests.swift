import RestorationKit
import Testing

/// Each launch in a process of its own; its plugin calls `exit` in every one, or ends it by
/// `_exit`, which nobody can notice.
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

    private static let clauses = [
        "create": "while the object was being created",
        "decode": "while the object decoded its state",
        "set": "while the object decoded its state",
        "finished": "while the object was told that the restore is finished",
        "encode": "while the object encoded its state",
        "get": "while the object encoded its state",
    ]

    @Test(arguments: ["create", "decode", "set", "finished"], [CrashLife.Way.exit, .exitAtOnce])
    func `in a restore is deferred for a launch when it has done so twice`(
        stage: String,
        way: CrashLife.Way
    ) async throws {
        let life = life(stage, way)
        for _ in 0..<2 { await life.end() }

        let third = try await life.comeUp()

        let clause = try #require(Self.clauses[stage])
        #expect(third.restored == ["Frame", "Frame/A", "Frame/C"])
        #expect(third.notRestored.count == 1)
        #expect(
            third.notRestored[0].hasPrefix(
                "Frame/B: retained: 2 launches ended \(clause), and nobody knows why"
            )
        )
        #expect(try program.record(at: "Frame/B") == saved)
    }

    @Test(arguments: ["create", "decode"])
    func `in a restore is told in the next launch, which tries it again`(
        stage: String
    ) async throws {
        var life = life(stage, .exit)
        await life.end()
        let session = try program.session()
        let previous = session.previousLaunch
        session.close()
        life.stage = "none"

        let next = try await life.comeUp()

        let clause = try #require(Self.clauses[stage])
        #expect(previous.ending == .interrupted)
        #expect(previous.plugin == "org.example.crashing")
        #expect(next.notes == ["Frame/B: The program was ended by a call of exit \(clause)"])
        #expect(next.notRestored.isEmpty)
    }

    @Test(arguments: ["encode", "get"])
    func `in a save is not asked for its state again`(stage: String) async throws {
        let life = life(stage, .exit)
        await life.end()

        for _ in 0..<2 {
            let next = try await life.comeUp()

            let problem =
                "The program was ended by a call of exit while the object encoded its state"
            #expect(next.restored.count == 4)
            #expect(next.notes == ["Frame/B, \(program.plugins)/libcrashing.so: \(problem)"])
            #expect(next.issues.count == 1)
            #expect(
                next.issues[0].hasPrefix(
                    "error: An object is not asked for its state: \(problem). Its earlier state is"
                        + " retained\n"
                )
            )
            #expect(try program.record(at: "Frame/B") == saved)
        }
    }

    @Test func `while an object is destroyed keeps the objects of its class undestroyed`()
        async throws
    {
        let life = life("destroy", .exit)
        await life.end()

        let next = try await life.comeUp()

        #expect(
            next.notes == [
                "Fragile, \(program.plugins)/libcrashing.so: The program was ended by a call of exit"
                    + " while an object of its class was being destroyed"
            ]
        )
    }

    /// Each save ends the program, and nobody can tell why; what was saved before is there.
    @Test func `at once in a save is told, and costs what was not saved before`()
        async throws
    {
        var life = life("encode", .exitAtOnce)
        for _ in 0..<2 { await life.end() }
        #expect(try program.record(at: "Frame/B") == saved)
        life.stage = "none"

        let next = try await life.comeUp()

        #expect(next.restored.count == 4)
        #expect(
            next.notes == [
                "Frame/B, \(program.plugins)/libcrashing.so: The last launch ended while the object"
                    + " encoded its state, and nobody knows why"
            ]
        )
        #expect(next.issues.isEmpty)
        #expect(try await life.comeUp().notes.isEmpty)
    }

    /// As where a person quits in a dialog that the object shows.
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

    /// As where a person presses Control-C meanwhile, and the program's handler calls `exit`.
    @Test(arguments: [CrashLife.Way.interrupt, .exitOnThread])
    func `is not blamed where a handler of signals or another thread does that`(
        way: CrashLife.Way
    ) async throws {
        var life = life("encode", way)
        await life.end()
        life.stage = "none"

        let next = try await life.comeUp()

        // It looks like a SIGKILL, and is told like one.
        #expect(next.notes.map { $0.hasSuffix("and nobody knows why") } == [true])
        #expect(next.issues.isEmpty)
    }
}
