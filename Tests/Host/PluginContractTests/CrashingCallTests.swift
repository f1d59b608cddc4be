import Foundation
import RestorationCore
import RestorationKit
import RestorationPlugins
import RestorationStorage
import TestSupport
import Testing

/// Each crash happens between restores and saves, in a separate process.
@Suite struct `A plugin that crashes the program in other calls` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func crash(_ stage: String, of identifier: String = "B") async {
        var life = CrashLaunch(directory: program.directory, stage: stage, way: .address)
        life.identifier = identifier
        await life.end()
    }

    private static let problem = "The program crashed in a call outside a restore or save (SIGSEGV)"

    @Test(arguments: ["method", "interface", "make"])
    func `is reported once after the first crash, and left out after the second in a row`(
        stage: String
    ) async throws {
        let identifier = stage == "make" ? "D" : "B"
        await crash(stage, of: identifier)

        let first = try program.relaunch().report
        #expect(first.reason == .launch)
        #expect(first.notRestored.isEmpty)
        #expect(first.notes.map(\.problem) == [Self.problem])
        #expect(first.notes.map(\.place) == ["\(program.plugins)/libcrashing.so"])
        #expect(try program.relaunch().report.notes.isEmpty)

        await crash(stage, of: identifier)
        await crash(stage, of: stage == "make" ? "D" : "C")

        let second = try program.relaunch().report
        #expect(second.notRestored.map(\.path.description) == ["Frame/A", "Frame/B", "Frame/C"])
        #expect(Set(second.notRestored.map { $0.reason?.problem }) == [Self.problem])
    }

    @Test func `is listed with its plugin, which is left out as a whole`() async throws {
        await crash("method")
        await crash("method")
        try program.relaunch()

        let suspects = try program.suspects()

        #expect(
            suspects.contains(
                "(all objects of the plugin)  set aside, with its plugin  org.example.crashing"
            )
        )
    }

    @Test func `comes back when the user retries it`() async throws {
        await crash("method")
        await crash("method")
        #expect(try program.relaunch().report.notRestored.count == 3)

        let session = try program.session()
        session.retryObjectsSetAside()
        session.addRoot(Tray())
        #expect(try session.restore().notRestored.isEmpty)
        session.close()

        #expect(try program.relaunch().report.notRestored.isEmpty)
    }

    @Test func `is reported to the program before it restores`() async throws {
        await crash("method")

        let session = try program.session()
        defer { session.close() }

        #expect(session.previousLaunch.ending == .crash)
        #expect(session.previousLaunch.problem == Self.problem)
        #expect(session.previousLaunch.plugin == "org.example.crashing")
    }

    /// For example, from a dialog with its own event loop.
    @Test func `is not blamed when the program ends properly in its code`() throws {
        let session = try program.restoredSession().session
        let calls = try #require(session.ledger)
        #expect(
            calls.willCall(.method, calls.identity(ofPlugin: "org.example.crashing"))
        )
        session.ledger?.page.stamp(signal: SIGSEGV)

        session.close()

        #expect(try program.relaunch().report.notes.isEmpty)
    }
}
