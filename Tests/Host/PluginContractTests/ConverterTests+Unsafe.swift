import Foundation
import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage
import TestSupport
import Testing

/// State of the class X whose plugin is missing or older, and converters for it.
@Suite(.serialized) final class `Converters of plugins` {
    private let program: ContractProgram

    init() throws { program = try ContractProgram() }

    deinit {
        unsafe unsetenv("RESTORATION_CONVERT")
        unsafe unsetenv("RESTORATION_CONVERT_LATER")
        unsafe unsetenv("RESTORATION_CONVERT_SIZE")
    }

    // MARK: Actions

    /// - Parameter name: A new file name, for a library that must not replace one loaded in this
    ///   process.
    private func install(
        _ variants: String...,
        as name: String? = nil,
        options: [String] = []
    ) throws {
        for variant in variants {
            try ContractPlugin.compile(
                "converting",
                named: name ?? variant,
                into: program.plugins,
                options: ["-D\(variant)"] + options
            )
        }
    }

    private func remove(_ variant: String) throws {
        try FileManager.default.removeItem(atPath: "\(program.plugins)/lib\(variant).so")
    }

    /// Saves the objects A and B of a version of X.
    private func save(with variant: String, keepsPlugin: Bool = false) throws {
        try install(variant)
        let (session, tray) = try program.restoredSession()
        if tray.restorationChildren.allSatisfy({ $0 is UnavailableObject }) {
            tray.restorationChildren = [
                try session.make("A", under: tray), try session.make("B", under: tray),
            ]
        }
        try session.preserveNow()
        session.close()
        if !keepsPlugin { try remove(variant) }
    }

    private struct Launch {
        let plan: RestorationPlan
        let report: RestorationReport
        let saved: [SavedRecord]
        let notes: [String]
    }

    private func launch() throws -> Launch {
        let session = try program.session()
        defer { session.close() }
        var notes: [String] = []
        session.onSave = { notes = $0.notes.map(\.problem) }
        session.addRoot(Tray())
        let plan = try session.restorationPlan()
        let report = try session.restore()
        try session.preserveNow()
        return Launch(plan: plan, report: report, saved: try program.saved(), notes: notes)
    }

    private func record(_ path: String) throws -> SavedRecord {
        try #require(try program.saved().first { $0.path == path })
    }

    private var copies: [String] {
        let folder = program.state + "/set-aside"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.contains("converted") }
    }

    private static let steps =
        "from X 1 (org.example.x) to X 2 (org.example.x), to Y 1 (org.example.y), to Y 3"
        + " (org.example.y), by org.example.converters"

    // MARK: Converting

    @Test func `lead to an installed class step by step, and the report lists the steps`() throws {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")

        let first = try launch()

        let planned = try #require(first.plan.entries.first { "\($0.path)" == "Frame/A" })
        #expect(planned.decision == .migrate)
        #expect(planned.presentVersion == nil)
        #expect(planned.reason?.problem == "Its state is converted \(Self.steps)")
        let entry = try #require(first.report.entries.first { "\($0.path)" == "Frame/A" })
        #expect(entry.outcome == .migrated)
        #expect(entry.reason?.problem == "Its state was converted \(Self.steps)")
        let record = try #require(first.saved.first { $0.path == "Frame/A" })
        #expect(record.plugin == "org.example.y")
        #expect(record.values.contains { $0.contains("words of A, 10 bytes") })
        #expect(record.references == ["Frame"])
    }

    @Test func `leave a copy of the archive with the original state`() throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("Y3", "CONVERTERS")

        let first = try launch()
        let second = try launch()

        #expect(
            first.notes == [
                "State was converted for another class, and a copy of the"
                    + " earlier archive was made"
            ]
        )
        #expect(second.report.entries.allSatisfy { $0.outcome == .restored })
        #expect(second.notes.isEmpty)
        let copy = try #require(copies.first)
        #expect(copies.count == 1)
        let keeper = try program.store()
        try keeper.lock()
        _ = try keeper.reinstate(copy)
        keeper.close()
        let reinstated = try record("Frame/A")
        #expect(reinstated.plugin == "org.example.x")
        #expect(reinstated.bytes == original)
    }

    @Test(arguments: ["X1X2", "X2Y1", "Y1Y3"], [[], ["-DFORGETFUL"]])
    func `leave the state unchanged if one of them fails`(
        converter: String,
        options: [String]
    ) throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("Y3", "CONVERTERS", options: options)
        unsafe setenv("RESTORATION_CONVERT", converter, 1)

        let failed = try launch()

        let entry = try #require(failed.report.notRestored.first { "\($0.path)" == "Frame/A" })
        #expect(entry.outcome == .retained)
        let reason = try #require(entry.reason?.problem)
        #expect(reason.hasPrefix("Its state could not be converted from "))
        #expect(
            reason.hasSuffix(
                "org.example.converters failed to convert \(converter): it is out of order"
            )
        )
        #expect(try record("Frame/A").bytes == original)
        #expect(copies.isEmpty)

        unsafe unsetenv("RESTORATION_CONVERT")
        #expect(try launch().report.notRestored.isEmpty)
    }

    @Test func `leave the state unchanged if its object fails to decode it`() throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("Y3", "CONVERTERS")
        unsafe setenv("RESTORATION_CONVERT", "decode", 1)

        let failed = try launch()

        unsafe unsetenv("RESTORATION_CONVERT")
        #expect(failed.report.notRestored.map(\.outcome) == [.retained, .retained])
        #expect(try record("Frame/A").plugin == "org.example.x")
        #expect(try record("Frame/A").bytes == original)
        #expect(try launch().report.notRestored.isEmpty)
    }

    @Test func `leave the state unchanged while its object cannot be created yet`() throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("Y3", "CONVERTERS")
        unsafe setenv("RESTORATION_CONVERT_LATER", "create", 1)

        let waiting = try launch()

        unsafe unsetenv("RESTORATION_CONVERT_LATER")
        #expect(waiting.report.notRestored.count == 2)
        #expect(copies.isEmpty)
        #expect(try record("Frame/A").plugin == "org.example.x")
        #expect(try record("Frame/A").bytes == original)
        #expect(try launch().report.notRestored.isEmpty)
    }

    @Test func `record the new class even if the object changes before it takes the state`()
        throws
    {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        unsafe setenv("RESTORATION_CONVERT_LATER", "", 1)
        let (session, tray) = try program.restoredSession()
        session.invalidate(try #require(tray.restorationChildren.first))
        try session.preserveNow()
        session.close()
        unsafe unsetenv("RESTORATION_CONVERT_LATER")

        let changed = try record("Frame/A")
        #expect(changed.plugin == "org.example.y")
        #expect(changed.values.contains { $0.hasPrefix(#""edits""#) })
        #expect(changed.values.contains(#""title": "words of A""#))
        // The other object is unchanged, and this launch converts it.
        #expect(try record("Frame/B").plugin == "org.example.x")
        #expect(try launch().report.notRestored.isEmpty)
    }

    enum Language: String, CaseIterable { case cxx = "C++", swift = "Swift" }

    @Test(arguments: Language.allCases)
    func `may be written in other languages, and throw`(language: Language) throws {
        try save(with: "X1")
        try install("Y3")
        switch language {
        case .cxx: try ContractPlugin.compile("converting.cpp", named: "cxx", into: program.plugins)
        case .swift: try program.install(sample: "RestorationRelaxedSample")
        }

        let launch = try launch()

        let text = "words of A by \(language.rawValue)"
        #expect(try record("Frame/A").values.contains { $0.contains(text) })
        #expect(try record("Frame/A").references == ["Frame"])
        let entry = try #require(launch.report.notRestored.first)
        #expect(entry.path.description == "Frame/B")
        #expect(entry.reason?.problem.hasSuffix(": it does not like B") == true)
    }

    @Test func `may belong to the plugin that has the class`() throws {
        try save(with: "X1")
        try ContractPlugin.compile("heir", into: program.plugins)

        #expect(try launch().report.notRestored.isEmpty)

        #expect(try record("Frame/A").plugin == "org.example.heir")
        #expect(try record("Frame/A").values == [#""inherited": "words of A""#])
    }

    // MARK: Shortest chain

    @Test(arguments: [
        (["CONVERTERS", "SHORTCUT"], "shortcut"), (["SHORTCUT", "RIVAL"], "rival"),
    ])
    func `are chosen for the fewest steps, then by the order of the plugins`(
        libraries: [String],
        plugin: String
    ) throws {
        try save(with: "X1")
        for library in ["Y3"] + libraries { try install(library) }

        let entry = try #require(
            try launch().report.entries.first { "\($0.path)" == "Frame/A" }
        )

        #expect(
            entry.reason?.problem
                == "Its state was converted from X 1 (org.example.x) to Y 3 (org.example.y), by"
                + " org.example.\(plugin)"
        )
    }

    @Test func `convert to an older version of a class, which then migrates the state itself`()
        throws
    {
        try save(with: "X1")
        try install("Y3", as: "migrating", options: ["-DMIGRATES"])
        try install("HALFWAY")

        let launch = try launch()

        #expect(launch.report.notRestored.isEmpty)
        let entry = try #require(launch.report.entries.first { "\($0.path)" == "Frame/A" })
        #expect(entry.outcome == .migrated)
        #expect(
            entry.reason?.problem.hasSuffix("to Y 1 (org.example.y), by org.example.halfway")
                == true
        )
        #expect(try record("Frame/A").values.contains(#""title": "words of A""#))
    }

    @Test func `are not called if the saved class is installed`() throws {
        try save(with: "X1", keepsPlugin: true)
        try install("Y3", "CONVERTERS")

        let launch = try launch()

        #expect(launch.report.entries.allSatisfy { $0.outcome == .restored })
        #expect(try record("Frame/A").plugin == "org.example.x")
    }

    @Test func `are not asked if the class itself is installed but cannot be loaded`() throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("X1", as: "broken", options: ["-DUNLOADABLE"])
        try install("Y3", "CONVERTERS")

        let launch = try launch()

        #expect(launch.plan.entries.allSatisfy { $0.decision != .migrate })
        #expect(launch.report.notRestored.map(\.outcome) == [.retained, .retained])
        #expect(launch.report.notRestored.first?.planned == .restore)
        #expect(try record("Frame/A").bytes == original)
    }

    @Test func `lead back to an older version that is installed`() throws {
        try save(with: "X2")
        try install("X1", "BACK")

        let launch = try launch()

        #expect(launch.report.notRestored.isEmpty)
        let record = try record("Frame/A")
        #expect(record.values.contains(#""text": "words of A""#))
    }

    // MARK: Damaged state

    /// Saves with one plugin, then with another, and damages A's state in the newest archive.
    private func saveAndDamage(first: String, second: String) throws {
        unsafe setenv("RESTORATION_CONVERT_SIZE", "200000", 1)
        try save(with: first)
        try save(with: second)
        unsafe unsetenv("RESTORATION_CONVERT_SIZE")
        let file = URL(fileURLWithPath: program.state + "/archive")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 8] ^= 1
        try bytes.write(to: file)
    }

    @Test func `are not asked for state of another version that replaces damaged state`()
        throws
    {
        try saveAndDamage(first: "X1", second: "X2")
        try install("X1", as: "again")
        try install("BACK")

        let entries = try launch().report.entries

        let entry = try #require(entries.first { "\($0.path)" == "Frame/A" })
        #expect(entry.outcome == .retained)
        #expect(
            entry.reason?.problem
                == "Its state of X 2 (org.example.x) is damaged, and an older generation has state"
                + " of X 1 (org.example.x), which is not converted"
        )
        #expect(entries.first { "\($0.path)" == "Frame/B" }?.outcome == .migrated)
        // The surviving state is restored under its own version.
        #expect(try launch().report.notRestored.isEmpty)
    }

    @Test func `and classes reject an older generation's state of another plugin's class`() throws {
        try saveAndDamage(first: "X1", second: "TWIN")
        try install("TWIN", as: "again")

        let entries = try launch().report.entries

        #expect(entries.first { "\($0.path)" == "Frame/A#2" }?.outcome == .lost)
        #expect(entries.first { "\($0.path)" == "Frame/B#2" }?.outcome == .restored)
    }

    // MARK: Choice of classes

    @Test func `have no effect unless the target class is installed`() throws {
        try save(with: "X1")
        let original = try record("Frame/A").bytes
        try install("CONVERTERS")

        let launch = try launch()

        #expect(
            Set(launch.report.notRestored.map { $0.reason?.problem }) == [
                "The plugin org.example.x is not installed"
            ]
        )
        let ends = ["X 2 (org.example.x)", "Y 1 (org.example.y)", "Y 3 (org.example.y)"]
            .map { "\($0), which is not installed" }
        let remedy = try #require(launch.report.notRestored.first?.reason?.remedy)
        let list = ends.joined(separator: "; to ")
        #expect(remedy.hasPrefix("Converters lead from it to \(list). Or: "))
        #expect(launch.plan.entries.contains { $0.reason?.remedy == remedy })
        #expect(try record("Frame/A").bytes == original)
    }

    @Test func `convert only state of their own version, which the report names`() throws {
        try save(with: "X1")
        try install("Y3", "BACK")

        let remedy = try #require(try launch().report.notRestored.first?.reason?.remedy)

        #expect(
            remedy.hasPrefix(
                "There are converters of X 2 (org.example.x), and its state is of X 1"
                    + " (org.example.x). Or: "
            )
        )
    }

    // MARK: Faults

    @Test(arguments: [("LACKING", "Other"), ("OLD", "X1Y3")])
    func `are reported as missing if the library lacks a converter of its manifest`(
        library: String,
        converter: String
    ) throws {
        try save(with: "X1")
        try install("Y3", library)

        let launch = try launch()

        let reason = try #require(launch.report.notRestored.first?.reason?.problem)
        #expect(reason.contains("The library lacks the converter \(converter) of its manifest"))
    }

    enum End: String, CaseIterable, Codable {
        case crash, hang
        /// Killed by SIGKILL, which leaves no stamp.
        case kill

        var clause: String {
            switch self {
            case .crash: "crashed in a converter of a plugin (SIGSEGV)"
            case .hang: "hung in a converter of a plugin, and was ended"
            case .kill: "ended in a converter of a plugin, for an unknown reason"
            }
        }
    }

    /// Ends the program in a converter or in a function of Y.
    private func end(_ end: End, in function: String = "X2Y1") async {
        var life = CrashLaunch(directory: program.directory, stage: "-", way: .address)
        if end == .hang { life.hangsAfter = 200 }
        life.saves = function == "encode"
        let expected: ExitTest.Condition =
            switch end {
            case .crash: .signal(SIGSEGV)
            case .hang, .kill: .signal(SIGKILL)
            }
        await #expect(processExitsWith: expected) {
            [life = life as CrashLaunch, end = end as End, function = function as String] in
            unsafe setenv("RESTORATION_CONVERT_CRASH", function, 1)
            unsafe setenv("RESTORATION_CONVERT_BY", end.rawValue, 1)
            try life.run()
        }
    }

    @Test(arguments: [End.crash, .hang])
    func `that crash or hang leave out the object until another build is installed`(
        end: End
    ) async throws {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        await self.end(end)

        let next = try launch()

        #expect(next.report.notRestored.map(\.path.description) == ["Frame/A"])
        let entry = try #require(next.report.notRestored.first)
        #expect(entry.outcome == .retained)
        let reason = try #require(entry.reason)
        #expect(reason.problem == "The program \(end.clause)")
        #expect(reason.place == "\(program.plugins)/libCONVERTERS.so")
        #expect(reason.remedy.contains("Another build of the plugin org.example.converters"))
        let planned = next.plan.entries.filter { $0.decision == .setAside }
        #expect(planned.map(\.reason) == [reason])

        try install("CONVERTERS", options: ["-DREBUILT"])
        await launchElsewhere()
    }

    /// A launch that restores everything, in a process without the former build.
    private func launchElsewhere() async {
        let life = CrashLaunch(directory: program.directory, stage: "-", way: .address)
        await #expect(processExitsWith: .success) { [life = life as CrashLaunch] in
            let report = try life.run()
            #expect(report.notRestored.isEmpty)
        }
    }

    @Test func `are called again after a user kills the program in one of them`() async throws {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        await end(.kill)

        let next = try launch()

        #expect(next.report.notRestored.isEmpty)
        #expect(next.report.notes.map(\.problem) == ["The program \(End.kill.clause)"])
        #expect(
            next.report.notes.map(\.place) == ["Frame/A, \(program.plugins)/libCONVERTERS.so"]
        )
        #expect(try program.suspects().contains("No object is set aside or deferred"))
    }

    @Test func `defer the object whose state they rewrite if that happens twice`() async throws {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        await end(.kill)
        await end(.kill)

        let next = try launch()

        let entry = try #require(next.report.notRestored.first)
        #expect(next.report.notRestored.count == 1)
        #expect(entry.path.description == "Frame/A")
        #expect(entry.reason?.problem == "The program \(End.kill.clause)")
        #expect(entry.reason?.place == "\(program.plugins)/libCONVERTERS.so")
        #expect(next.plan.entries.first { $0.path == entry.path }?.reason == entry.reason)
        #expect(try program.suspects().contains("Frame/A  is tried at the next launch"))

        #expect(try launch().report.notRestored.isEmpty)
        #expect(try program.suspects().contains("No object is set aside or deferred"))
    }

    @Test func `yield objects that are listed by path and class after they crash in a save`()
        async throws
    {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        await end(.crash, in: "encode")

        #expect(try launch().report.notRestored.isEmpty)

        let suspects = try program.suspects()
        #expect(suspects.contains("Frame/A  is not asked for its state  Y of org.example.y"))
    }

    @Test(arguments: ["create", "decode"])
    func `lead to a class that is left out after it crashes, until another build is installed`(
        function: String
    ) async throws {
        try save(with: "X1")
        try install("Y3", "CONVERTERS")
        await end(.crash, in: function)

        let next = try launch()

        let entry = try #require(next.report.notRestored.first)
        #expect(next.report.notRestored.count == 1)
        #expect(entry.path.description == "Frame/A")
        #expect(entry.outcome == .retained)
        #expect(entry.reason?.place == "\(program.plugins)/libY3.so")
        #expect(
            entry.reason?.remedy.contains("Another build of the plugin org.example.y") == true
        )
        #expect(next.plan.entries.first { $0.path == entry.path }?.reason == entry.reason)
        let suspects = try program.suspects()
        #expect(suspects.contains("Frame/A  set aside  Y of org.example.y"))

        try install("CONVERTERS", options: ["-DREBUILT"])
        #expect(try launch().report.notRestored.map(\.path.description) == ["Frame/A"])
        try install("Y3", options: ["-DREBUILT"])
        await launchElsewhere()
    }
}
