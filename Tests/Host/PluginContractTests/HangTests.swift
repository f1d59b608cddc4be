import Foundation
import RestorationCore
import RestorationKit
import TestSupport
import Testing

/// Each hang happens in a separate process, which is killed as soon as the hang is logged.
@Suite struct `Code that does not come back` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func life(_ stage: String, _ way: CrashLife.Way) -> CrashLife {
        var life = CrashLife(directory: program.directory, stage: stage, way: way)
        life.hangsAfter = 100
        life.saves = true
        return life
    }

    private func logged(by life: CrashLife) throws -> String {
        try String(contentsOfFile: life.log, encoding: .utf8)
    }

    @Test(arguments: ["create", "decode", "finished"])
    func `is named in the log, and left out of the next restore`(stage: String) async throws {
        let life = life(stage, .spin)
        await life.end()

        let clause = CrashLife.clause(stage)
        #expect(
            try logged(by: life)
                == "Code of the plugin org.example.crashing has been running for"
                + " 0.1 seconds \(clause)\n"
        )
        let next = try program.session()
        #expect(next.previousLaunch.ending == .hang)
        next.close()
        let report = try program.relaunch().report
        #expect(report.reason == .recovery)
        #expect(
            report.notRestored.map { "\($0.path): \($0.reason?.problem ?? "")" }
                == ["Frame/B: The program hung \(clause), and was ended"]
        )
    }

    @Test func `is not asked for its state again when it hung in a save`() async throws {
        let life = life("encode", .spin)
        await life.end()

        #expect(try logged(by: life).hasPrefix("Code of the plugin"))
        let (report, issues) = try program.relaunch()
        #expect(report.notRestored.isEmpty)
        #expect(report.notes.map(\.place) == ["Frame/B, \(program.plugins)/libcrashing.so"])
        #expect(
            issues.count == 1
                && issues[0].contains(
                    "The program hung while the object encoded its state, and was ended"
                )
        )
    }

    @Test(arguments: ["method", "interface", "destroy"])
    func `has its plugin named when it hung between restores and saves`(
        stage: String
    ) async throws {
        let clause = "in a call outside a restore or save"
        let life = life(stage, .spin)
        await life.end()

        #expect(
            try logged(by: life)
                == "Code of the plugin org.example.crashing has been running for"
                + " 0.1 seconds \(clause)\n"
        )
        let (report, issues) = try program.relaunch()
        #expect(report.notRestored.isEmpty)
        #expect(issues.isEmpty)
        #expect(report.notes.map(\.problem) == ["The program hung \(clause), and was ended"])
    }

    @Test(arguments: ["decode", "encode", "method"])
    func `does not count as hung while it reports progress`(stage: String) async throws {
        let life = life(stage, .work)

        await #expect(processExitsWith: .success) { [life = life as CrashLife] in
            let (report, issues) = try life.live()
            #expect(report.restored.count == 4)
            #expect(issues.isEmpty)
        }

        #expect(!FileManager.default.fileExists(atPath: life.log))
    }
}
