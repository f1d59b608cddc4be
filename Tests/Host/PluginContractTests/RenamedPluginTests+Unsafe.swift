import Foundation
import RestorationCore
import RestorationDiscovery
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

@Suite struct `A plugin with a former id` {
    private let program: ContractProgram

    /// A program with state saved under the plugin's first ID.
    init() throws {
        program = try ContractProgram()
        try install("OLD")
        let (session, tray) = try program.restoredSession()
        tray.restorationChildren = [try session.make("A", under: tray)]
        try session.preserveNow()
        session.close()
    }

    private func install(_ variant: String, options: [String] = []) throws {
        try ContractPlugin.compile(
            "renamed",
            named: variant,
            into: program.plugins,
            options: ["-D\(variant)"] + options
        )
    }

    private func remove(_ variant: String) throws {
        try FileManager.default.removeItem(atPath: "\(program.plugins)/lib\(variant).so")
    }

    @Test func `takes over the state saved under it, and reports that once`() throws {
        try remove("OLD")
        try install("NEW")

        let first = try program.relaunch()

        #expect(first.report.notRestored.isEmpty)
        #expect(
            first.report.notes.map(\.problem) == [
                "The plugin org.example.new has taken over the state of org.example.old"
            ]
        )
        let record = try #require(try program.saved().first { $0.path == "Frame/A" })
        #expect(record.plugin == "org.example.new")
        #expect(record.values.contains { $0.contains("new A, restored by org.example.new") })
        #expect(try program.relaunch().report.notes.isEmpty)
    }

    @Test func `takes over no state while the plugin with the former id is installed`() throws {
        try install("NEW")

        let report = try program.relaunch().report

        #expect(report.notes.isEmpty)
        #expect(report.notRestored.isEmpty)
    }

    @Test func `is left out after a crash in its code, until another build of it is installed`()
        async throws
    {
        try remove("OLD")
        try install("NEW")
        let launch = CrashLaunch(directory: program.directory, stage: "-", way: .address)
        await #expect(processExitsWith: .signal(SIGSEGV)) { [launch = launch as CrashLaunch] in
            unsafe setenv("RESTORATION_RENAMED_CRASH", "", 1)
            try launch.run()
        }

        let entry = try #require(try program.relaunch().report.notRestored.first)
        #expect(entry.outcome == .retained)
        #expect(entry.reason?.place == "\(program.plugins)/libNEW.so")
        #expect(
            entry.reason?.remedy.contains("Another build of the plugin org.example.new") == true
        )

        try install("NEW", options: ["-DREBUILT"])
        #expect(try program.relaunch().report.notRestored.isEmpty)
    }

    @Test func `takes over no state that a rival also claims, until the host pins one of the two`()
        throws
    {
        try remove("OLD")
        try install("NEW")
        try install("RIVAL")

        let conflictingRoutes = try program.relaunch().report

        #expect(conflictingRoutes.notRestored.map(\.outcome) == [.retained])
        #expect(
            conflictingRoutes.notRestored.first?.reason?.problem
                == "org.example.new and org.example.rival both claim the state of org.example.old"
        )

        let pinned = try program.relaunch(pinning: "org.example.rival")
        #expect(pinned.report.notRestored.isEmpty)
        let record = try #require(try program.saved().first { $0.path == "Frame/A" })
        #expect(record.plugin == "org.example.rival")
    }
}
