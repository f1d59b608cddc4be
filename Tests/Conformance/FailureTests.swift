import Foundation
import RestorationTesting
import Testing

@Suite struct `When things go wrong` {
    private func saved(_ delegate: Delegate? = nil) throws -> TestProgram<Node> {
        let first = try program(delegate) { _ in Node("Root") }.launch()
        first.graph.text = "typed"
        return try first.terminate()
    }

    @Test(.rule("AK-11", "T-68", "FAIL-1"))
    func `a user who forces the program to quit finds no state`() throws {
        let program = try saved()

        let second = try program.launch().relaunch(after: .forceQuit)

        #expect(second.report.restored.isEmpty)
        #expect(second.graph.text == "")
    }

    @Test(.rule("T-68", "FAIL-15"))
    func `a developer keeps the state through forced quits and crashes`() throws {
        for preset in RestorationPreset.allCases {
            let program = program(
                preset: preset,
                configure: { $0.keepsStateForDevelopment = true }
            ) { _ in Node("Root") }
            let first = try program.launch()
            first.graph.text = "typed"
            try first.terminate()

            let second = try program.launch().relaunch(after: .forceQuit)
            #expect(second.graph.text == "typed")
            try second.terminate()
            try program.crash(at: .decode, of: "Root")
            let third = try program.launch()

            #expect(third.graph.text == "typed")
            #expect(third.report.reason == .recovery)
        }
    }

    @Test(.rule("FAIL-9"))
    func `state that is too old is set aside if the program wants that`() throws {
        var limit: Duration?
        let program = program(configure: { $0.maximumAge = limit }) { _ in Node("Root") }
        let first = try program.launch()
        first.graph.text = "typed"
        try first.terminate()
        program.clock.advance(by: .seconds(1000))

        #expect(try program.launch().graph.text == "typed")
        limit = .seconds(1000)
        #expect(try program.launch().graph.text == "typed")
        limit = .milliseconds(999_999)
        let late = try program.launch()

        #expect(late.report.entries.isEmpty)
        #expect(late.report.notes.map(\.problem) == ["The saved state is too old for the program"])
        #expect(program.disk.setAside.map(\.reason) == [.expired])
    }

    @Test(.rule("FAIL-9"))
    func `state from before the machine was started is set aside if the program wants that`()
        throws
    {
        for expires in [false, true] {
            let program = program(configure: { $0.expiresAtRestart = expires }) { _ in
                Node("Root")
            }
            let first = try program.launch()
            first.graph.text = "typed"
            try first.terminate()

            #expect(try program.launch().graph.text == "typed")
            let last = try program.restartMachine().launch()

            #expect(last.graph.text == (expires ? "" : "typed"))
        }
    }

    @Test(
        .rule("T-69", "PRES-5", "FAIL-10", "FAIL-12", "SEC-2", "SEC-3"),
        arguments: [Fault.keyLocked, .keyUnavailable]
    )
    func `a locked key keeps the state from being restored, saved or touched`(
        fault: Fault
    ) throws {
        let program = try saved()
        let before = try program.savedState()

        program.faults = [fault]
        let locked = try program.launch()
        #expect(locked.report.restored.isEmpty)
        #expect(throws: SessionError.self) { try locked.session.preserveNow() }
        #expect(locked.report.notes.count == 1)
        program.faults = []
        #expect(before != nil)
        #expect(try program.savedState() == before)
        #expect(program.disk.setAside.isEmpty)

        #expect(try locked.relaunch(after: .killed).graph.text == "typed")
    }

    @Test(.rule("T-70", "FAIL-11"))
    func `every launch that can read the state restores and saves`() throws {
        let second = try saved().launch()
        second.graph.text += " on"

        #expect(try second.relaunch().graph.text == "typed on")
    }

    @Test(.rule("T-72", "FAIL-17"), arguments: PowerLoss.allCases)
    func `a power loss during a save leaves the state before it, or the new one`(
        loss: PowerLoss
    ) throws {
        let program = try saved()
        let second = try program.launch()
        second.graph.text = "new"

        let third = try second.relaunch(after: .powerLoss(loss))

        #expect(third.graph.text == (loss == .replaced ? "new" : "typed"))
        #expect(third.report.notRestored.isEmpty)
    }

    @Test(.rule("FAIL-10"))
    func `the state serves as many launches as come before the next save`() throws {
        let program = try saved()

        for _ in 0..<3 {
            let launch = try program.launch()
            #expect(launch.graph.text == "typed")
            launch.settle()
            try launch.terminate(.killed)
        }
    }

    @Test(.rule("FAIL-17"), arguments: [Fault.diskFull, .writeError])
    func `a save that fails leaves the state before it`(fault: Fault) throws {
        let program = try saved()
        let second = try program.launch()
        second.graph.text = "new"

        program.faults = [fault]
        #expect(throws: StorageError.self) { try second.session.preserveNow() }
        program.faults = []

        #expect(try second.relaunch(after: .killed).graph.text == "typed")
    }

    @Test(
        .rule("PRES-5", "FAIL-16"),
        arguments: [Fault.readError, .stateInUse, .keyMissing]
    )
    func `state that cannot be read does not count as absent`(fault: Fault) throws {
        let program = try saved()

        program.faults = [fault]
        #expect(throws: StorageError.self) { try program.launch() }
        program.faults = []

        #expect(try program.launch().graph.text == "typed")
    }
}

@Suite struct `State in files` {
    private let directory = StateDirectory()

    private func savedTwice() throws -> TestProgram<Node> {
        let first = try directory.program(preset: .tested) { Node("Secret-identifier") }.launch()
        for text in ["one", "Secret-value"] {
            first.graph.text = text
            first.graph.onEncode = { $0.encode(1, forKey: "Secret-key") }
            try first.session.preserveNow()
        }
        return try first.terminate(.killed)
    }

    @Test(.rule("T-73", "SEC-4", "SEC-5", under: .granular))
    func `with one flipped byte is replaced by the previous generation`() throws {
        let program = try savedTwice()
        var bytes = try #require(try directory.files()["archive"])
        bytes[bytes.count / 2] ^= 1
        try directory.replace("archive", by: bytes)

        let launch = try program.launch()

        #expect(launch.graph.text == "one")
        #expect(launch.report.notes.count == 1)
        #expect(try directory.files().keys.contains { $0.contains("set-aside/") })
    }

    @Test(.rule("T-73", "SEC-5", "FAIL-5", under: .uikit))
    func `with one flipped byte is set aside entirely under the preset uikit`() throws {
        let program = try savedTwice()
        var bytes = try #require(try directory.files()["archive"])
        bytes[bytes.count / 2] ^= 1
        try directory.replace("archive", by: bytes)

        var launch: TestLaunch<Node>?
        let log = try Log.collect { launch = try program.launch() }

        #expect(log.isEmpty)
        #expect(launch?.report.restored.isEmpty == true)
        #expect(try directory.files().keys.filter { $0.hasPrefix("set-aside/") }.count == 2)
    }

    @Test(.rule("T-74", "SEC-1", "SEC-6"))
    func `shows no identifier, key or value in clear`() throws {
        try savedTwice().launch().terminate()

        let files = try directory.files()
        #expect(files.count >= 3)
        for (name, bytes) in files {
            #expect(bytes.range(of: Data("Secret".utf8)) == nil, "\(name)")
        }
    }

    @Test(.rule("T-95", "FAIL-5"))
    func `that cannot be read at all starts the program afresh, and is set aside`() throws {
        let program = try savedTwice()
        for name in ["archive", "archive.previous"] {
            try directory.replace(name, by: Data("no archive".utf8))
        }

        let launch = try program.launch()

        #expect(launch.graph.text == "")
        #expect(launch.report.restored.isEmpty)
        let kept = try directory.files().keys.filter { $0.hasPrefix("set-aside/") }
        #expect(kept.count == 2)
        #expect(try launch.relaunch().report.restored.count == 1)
    }

    @Test(.rule("SEC-4"))
    func `belongs to its user alone`() throws {
        _ = try savedTwice()
        let files = FileManager.default
        for name in try files.subpathsOfDirectory(atPath: directory.path) {
            let attributes = try files.attributesOfItem(atPath: "\(directory.path)/\(name)")
            let mode = try #require(attributes[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(name)")
        }
    }
}
