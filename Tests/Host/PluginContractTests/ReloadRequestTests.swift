import Foundation
import RestorationKit
import Synchronization
import TestSupport
import Testing

/// The requests that `restorectl plugin dev` sends to a program.
@Suite struct `A program that allows requests to reload a plugin` {
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

    private final class Box: Sendable {
        let text = Mutex<String?>(nil)
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

    @Test func `that ends before it answers is reported as ended`() throws {
        let (session, _) = try session()
        let directory = program.state
        let plugin = plugin
        let isAsked = DispatchSemaphore(value: 0)
        let problem = Box()
        Thread {
            do {
                _ = try ReloadCall.ask(for: plugin, inProgramAt: directory)
            } catch {
                problem.text.withLock { $0 = Diagnosis(error).problem }
            }
            isAsked.signal()
        }.start()
        var descriptor = pollfd(fd: session.fileDescriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&descriptor, 1, 10_000)
        session.close()
        isAsked.wait()

        #expect(
            problem.text.withLock { $0 }
                == "The program has ended, or closed its session, before it answered"
        )
    }
}
