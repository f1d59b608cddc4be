import Foundation
import RestorationKit
import TestSupport
import Testing

/// Each launch is a separate process. The plugin's code ends the program whenever it runs.
@Suite struct `Code of a plugin that rewrites, gets or sets state, and ends the program` {
    private let program: ContractProgram
    private let saved: [UInt8]

    init() throws {
        program = try .withFragileObjects()
        saved = try program.record(at: "Frame/B")
    }

    private enum Fault: String, CaseIterable {
        case crash, hang

        var way: CrashLaunch.Way { self == .crash ? .address : .spin }

        func problem(_ clause: String) -> String {
            self == .crash
                ? "The program crashed \(clause) (SIGSEGV)"
                : "The program hung \(clause), and was ended"
        }
    }

    /// A launch in which the code runs. A process stuck in a loop is killed.
    private func end(_ stage: String, _ fault: Fault) async -> CrashLaunch {
        var launch = CrashLaunch(directory: program.directory, stage: stage, way: fault.way)
        launch.saves = true
        launch.hangsAfter = fault == .hang ? 100 : nil
        await launch.end()
        launch.hangsAfter = nil
        return launch
    }

    /// Checks that launches leave the object out and restore the others.
    private func checkThatItIsLeftOut(_ launch: CrashLaunch, because problem: String) async throws {
        for _ in 0..<2 {
            let next = try await launch.comeUp()

            #expect(next.restored == ["Frame", "Frame/A", "Frame/C"])
            #expect(next.notRestored.count == 1)
            #expect(
                next.notRestored[0].hasPrefix(
                    "Frame/B: retained: \(problem) (\(program.plugins)/libcrashing.so)"
                )
            )
            #expect(try program.record(at: "Frame/B") == saved)
        }
    }

    @Test(arguments: Fault.allCases)
    private func `has its object left out if it is a setter`(fault: Fault) async throws {
        let launch = await end("set", fault)

        try await checkThatItIsLeftOut(
            launch,
            because: fault.problem("while the object decoded its state")
        )
    }

    @Test(arguments: Fault.allCases)
    private func `has its object's former state saved if it is a getter`(
        fault: Fault
    ) async throws {
        let launch = await end("get", fault)

        for _ in 0..<2 {
            let next = try await launch.comeUp()

            let problem = fault.problem("while the object encoded its state")
            #expect(next.restored.count == 4)
            #expect(next.notes == ["Frame/B, \(program.plugins)/libcrashing.so: \(problem)"])
            #expect(next.issues.count == 1)
            #expect(next.issues[0].contains("An object is not asked for its state: \(problem)."))
            #expect(try program.record(at: "Frame/B") == saved)
        }
    }

    @Test(arguments: Fault.allCases)
    private func `has its object left out if it is the migrate function`(fault: Fault) async throws
    {
        try exchange(options: ["-DMIGRATES"])
        let launch = await end("migrate", fault)

        try await checkThatItIsLeftOut(
            launch,
            because: fault.problem("while the object was being found or created")
        )

        try exchange(options: ["-DMIGRATES", "-DREBUILT"])
        var healed = launch
        healed.stage = "none"
        #expect(try await healed.comeUp().restored.count == 4)
    }

    private func exchange(options: [String]) throws {
        try FileManager.default.removeItem(atPath: program.plugins + "/libcrashing.so")
        try ContractPlugin.compile("crashing", into: program.plugins, options: options)
    }
}
