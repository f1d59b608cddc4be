import Foundation
import RestorationKit
import TestSupport
import Testing

/// Three plugins with one object each: A, B and C. The plugin of B ends the program.
@Suite struct `One of three plugins that ends the program while it decodes` {
    private let program: ContractProgram
    private let saved: [UInt8]

    init() throws {
        program = try ContractProgram()
        for name in ["A", "B", "C"] { try Self.install(name, in: program) }
        try program.saveFragileObjects()
        saved = try program.record(at: "Frame/B")
    }

    private static func install(
        _ name: String,
        in program: ContractProgram,
        options: [String] = []
    ) throws {
        let plugin = "org.example.\(name.lowercased())"
        try ContractPlugin.compile(
            "crashing",
            named: name,
            into: program.plugins,
            options: ["-DPLUGIN=\"\(plugin)\"", "-DROUTE=\"Frame/\(name)\""] + options
        )
    }

    /// How the plugin ends the program, and the resulting problem.
    struct Ending: CustomTestStringConvertible, Sendable {
        let way: CrashLaunch.Way
        let problem: String
        var testDescription: String { way.rawValue }

        private init(_ way: CrashLaunch.Way, _ problem: String) {
            self.way = way
            self.problem = problem
        }

        static let all = [
            Ending(.segv, "The program crashed while the object decoded its state (SIGSEGV)"),
            Ending(.address, "The program crashed while the object decoded its state (SIGSEGV)"),
            Ending(.abort, "The program crashed while the object decoded its state (SIGABRT)"),
            Ending(.spin, "The program hung while the object decoded its state, and was ended"),
        ]
    }

    @Test(arguments: Ending.all)
    func `is the only one left out, its bytes are retained, and another build restores it`(
        ending: Ending
    ) async throws {
        var launch = CrashLaunch(directory: program.directory, stage: "decode", way: ending.way)
        launch.hangsAfter = ending.way == .spin ? 100 : nil
        await launch.end()

        launch.hangsAfter = nil
        let second = try await launch.comeUp()
        #expect(second.restored == ["Frame", "Frame/A", "Frame/C"])
        #expect(
            second.notRestored == [
                "Frame/B: retained: \(ending.problem) (\(program.plugins)/libB.so). Its state is"
                    + " retained. Another build of the plugin org.example.b or of the"
                    + " program brings it back, and so does restorectl archive retry"
                    + " '\(program.state)'."
            ]
        )
        #expect(try program.record(at: "Frame/B") == saved)

        launch.saves = true
        for _ in 0..<5 {
            #expect(try await launch.comeUp().notRestored.count == 1)
            #expect(try program.record(at: "Frame/B") == saved)
        }

        try FileManager.default.removeItem(atPath: program.plugins + "/libB.so")
        try Self.install("B", in: program, options: ["-DREBUILT"])
        launch.stage = "none"
        let healed = try await launch.comeUp()
        #expect(healed.restored == ["Frame", "Frame/A", "Frame/B", "Frame/C"])
        #expect(healed.issues.isEmpty)
        #expect(try program.record(at: "Frame/B") == saved)
    }

    @Test func `is not blamed if a user kills the program`() async throws {
        var launch = CrashLaunch(directory: program.directory, stage: "decode", way: .loop)
        launch.kill(by: SIGKILL)
        await launch.end()

        launch.stage = "none"
        launch.saves = true
        let second = try await launch.comeUp()

        #expect(second.restored == ["Frame", "Frame/A", "Frame/B", "Frame/C"])
        #expect(
            second.notes == [
                "Frame/B, \(program.plugins)/libB.so: The program ended while the object decoded"
                    + " its"
                    + " state, for an unknown reason"
            ]
        )
        #expect(try program.record(at: "Frame/B") == saved)
    }
}
