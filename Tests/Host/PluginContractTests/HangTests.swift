import Foundation
import RestorationCore
import RestorationKit
import TestSupport
import Testing

/// Each hang happens in a separate process, which is killed as soon as the hang is logged.
@Suite struct `Code that does not return` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func launch(_ stage: String, _ way: CrashLaunch.Way) -> CrashLaunch {
        var launch = CrashLaunch(directory: program.directory, stage: stage, way: way)
        launch.hangsAfter = 100
        launch.saves = true
        return launch
    }

    private func logged(by launch: CrashLaunch) throws -> String {
        try String(contentsOfFile: launch.log, encoding: .utf8)
    }

    @Test(arguments: ["create", "decode", "finished"])
    func `is named in the log, and left out of the next restore`(stage: String) async throws {
        let launch = launch(stage, .spin)
        await launch.end()

        let clause = CrashLaunch.clause(stage)
        #expect(
            try logged(by: launch)
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
        let launch = launch("encode", .spin)
        await launch.end()

        #expect(try logged(by: launch).hasPrefix("Code of the plugin"))
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
        let launch = launch(stage, .spin)
        await launch.end()

        #expect(
            try logged(by: launch)
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
        let launch = launch(stage, .work)

        await #expect(processExitsWith: .success) { [launch = launch as CrashLaunch] in
            let (report, issues) = try launch.live()
            #expect(report.restored.count == 4)
            #expect(issues.isEmpty)
        }

        #expect(!FileManager.default.fileExists(atPath: launch.log))
    }
}
