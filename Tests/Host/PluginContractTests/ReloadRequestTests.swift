import Foundation
import RestorationKit
import Synchronization
import TestSupport
import Testing

/// What `restorectl plugin dev` asks of a program.
@Suite struct `A program that others may ask to load a plugin anew` {
    private let program: ContractProgram
    private let plugin = "org.example.reloaded"

    init() throws {
        program = try ContractProgram()
        try ContractPlugin.compile("reloaded", into: program.plugins)
    }

    private func session(accepts: Bool = true) throws -> (RestorationSession, Tray) {
        let (session, tray) = try program.restoredSession { $0.acceptsReloads = accepts }
        tray.restorationChildren = [try session.make("A", under: tray)]
        return (session, tray)
    }

    /// Asks from elsewhere, while the program waits for what comes.
    private func ask(
        for plugin: String = "org.example.reloaded",
        _ session: RestorationSession
    ) throws -> Answer {
        let box = Box()
        let directory = program.state
        Thread {
            let result = Result { try ReloadCall.ask(for: plugin, inProgramAt: directory) }
            box.answer.withLock { $0 = Answer(result) }
        }.start()
        let end = ContinuousClock.now + .seconds(60)
        while true {
            try #require(ContinuousClock.now < end)
            if let answer = box.answer.withLock({ $0 }) { return answer }
            let soon = ContinuousClock.now + .milliseconds(20)
            session.options.clock.wait(until: soon, orReadable: session.fileDescriptor)
            session.runPending()
        }
    }

    private final class Box: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    private struct Answer: Sendable, Equatable {
        var told: String?
        var problem: String?
        var place: String?

        init(_ result: Result<ReloadCall.Answer, any Error>) {
            switch result {
            case .success(.done(let text)): told = text
            case .success(let answer): told = "\(answer)"
            case .failure(let error):
                (problem, place) = (Diagnosis(error).problem, Diagnosis(error).place)
            }
        }
    }

    private func rebuild(_ options: String...) throws {
        try FileManager.default.removeItem(atPath: program.plugins + "/libreloaded.so")
        try ContractPlugin.compile("reloaded", into: program.plugins, options: options)
    }

    @Test func `does it in its own time, and tells what came of it`() throws {
        let (session, tray) = try session()
        var heard: [PluginReload] = []
        session.onPluginReload = { heard.append($0) }
        try tray.restorationChildren[0].call("add", 3)
        try rebuild("-DBUILD=2")

        let answer = try ask(session)

        #expect(
            answer.told?.hasPrefix("org.example.reloaded was reloaded with 1 object in") == true
        )
        #expect(heard.map(\.objectCount) == [1])
        #expect(try tray.restorationChildren[0].call("build") == 2)
        #expect(try tray.restorationChildren[0].call("add", 0) == 3)
        session.close()
    }

    @Test func `tells why it does not`() throws {
        let (session, _) = try session()
        try rebuild("-DFAULT=\"decode.later\"")

        let answer = try ask(session)

        #expect(
            answer.problem == "The new build's decode says \"not yet\", and a reload does not wait"
        )
        #expect(answer.place == "Frame/A")
        let other = try ask(for: "org.example.unheard", session)
        #expect(other.problem == "The plugin org.example.unheard is not installed")
        session.close()
    }

    @Test func `listens only if its author wants it, and while it runs`() throws {
        let (deaf, _) = try session(accepts: false)
        #expect(try ReloadCall.ask(for: plugin, inProgramAt: program.state) == .silence)
        deaf.close()

        let (session, _) = try session()
        let socket = program.state + "/reload"
        let facts = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        session.close()
        #expect(!FileManager.default.fileExists(atPath: socket))
        #expect(try ReloadCall.ask(for: plugin, inProgramAt: program.state) == .silence)
    }

    @Test func `that ends before it answers is said to have ended`() throws {
        let (session, _) = try session()
        let directory = program.state
        let plugin = plugin
        let isAsked = DispatchSemaphore(value: 0)
        let problem = Box()
        Thread {
            let result = Result { try ReloadCall.ask(for: plugin, inProgramAt: directory) }
            problem.answer.withLock { $0 = Answer(result) }
            isAsked.signal()
        }.start()
        let soon = ContinuousClock.now + .seconds(10)
        session.options.clock.wait(until: soon, orReadable: session.fileDescriptor)
        session.close()
        isAsked.wait()

        #expect(
            problem.answer.withLock { $0?.problem }
                == "The program has ended, or closed its session, before it answered"
        )
    }
}
