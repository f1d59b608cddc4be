import Foundation
import Glibc
import RestorationKit
import RestorationPlugins
import TestSupport
import Testing

/// Puts a deferred object in the place of its stand-in.
private final class Guest: RestorationDelegate {
    var frame: Frame?
    func didRestoreAwaited(_ objects: [any Restorable]) {
        if frame?.child is UnavailableObject { frame?.child = objects[0] }
    }
}

extension ContractProgram {
    /// One launch with deferred objects.
    fileprivate func liveWithGuest(
        limit: Duration? = nil,
        _ body: (RestorationSession, Frame, RestorationReport) throws -> Void
    ) throws {
        let session = try session {
            $0.arrivalLimit = limit
        }
        defer { session.close() }
        let frame = Frame()
        let guest = Guest()
        guest.frame = frame
        session.delegate = guest
        session.addRoot(frame)
        // The session holds its delegate weakly.
        try withExtendedLifetime(guest) {
            let report = try session.restore()
            try body(session, frame, report)
        }
    }
}

extension RestorationSession {
    /// Runs the session's event loop until `isDone`.
    fileprivate func wait(until isDone: () -> Bool) throws {
        while !isDone() {
            var waited = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&waited, 1, 30_000)
            try #require(count == 1)
            runPending()
        }
    }
}

@Suite struct `A plugin whose data arrives on another thread` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try ContractPlugin.compile("late", into: program.plugins)
    }

    private func save(_ identifier: String) throws {
        try program.live { session, frame, _ in
            frame.child = try session.make(
                identifier,
                under: frame,
                parameters: ["number": 5]
            )
        }
    }

    @Test func `is asked again on its request`() throws {
        try save("Late")

        try program.liveWithGuest { session, frame, report in
            #expect(report.notRestored.map(\.outcome) == [.awaited])
            #expect((frame.child as? UnavailableObject)?.isAwaited == true)
            try session.wait { frame.child is PluginObject }
            #expect(session.report?.notRestored.isEmpty == true)
            #expect(session.path(of: frame.child!)?.description == "Frame/Late")
        }

        #expect(program.takeLog() == ["info: finished with 5"])
    }

    @Test func `retains state that cannot be applied yet, and applies it later`() throws {
        try save("Unready")

        try program.liveWithGuest { session, frame, report in
            #expect(frame.child is PluginObject)
            #expect(report.notRestored.allSatisfy { $0.outcome == .awaited })
            try session.wait { session.report?.notRestored.isEmpty == true }
        }

        #expect(program.takeLog() == ["info: finished with 5"])
    }

    @Test func `is notified when its wait is cancelled`() throws {
        try save("Never")

        for _ in 1...2 {
            try program.liveWithGuest { session, _, _ in try session.preserveNow() }
            #expect(program.takeLog() == ["info: never"])
        }
        try program.liveWithGuest(limit: .zero) { session, _, _ in
            session.runPending()
            #expect(
                program.takeLog() == ["info: never", "info: Its data did not arrive in time"]
            )
        }
    }

    @Test func `gets its late child in place of the stand-in`() throws {
        try program.live { session, frame, _ in
            try grow(in: session, frame)
            // The plugin gets a status for a child that cannot be created yet.
            #expect(program.takeLog() == ["info: not yet"])
        }

        try program.liveWithGuest { session, frame, report in
            #expect(report.notRestored.map { "\($0.path)" } == ["Frame/Parent/Late"])
            try session.wait { frame.child?.restorationChildren.first is PluginObject }
            #expect(session.report?.notRestored.isEmpty == true)
            try session.preserveNow()
        }
        try program.liveWithGuest { session, frame, _ in
            try session.wait { frame.child?.restorationChildren.first is PluginObject }
        }
    }

    /// Creates an object of the plugin and makes it create its children.
    private func grow(in session: RestorationSession, _ frame: Frame) throws {
        frame.child = try session.make("Parent", under: frame)
        let parent = try #require(frame.child as? PluginObject)
        // Invariant: the fixture's table of that name is one such function.
        typealias Grow = @convention(c) (UnsafeMutableRawPointer?) -> Void
        let table = unsafe try #require(parent.interface("org.example.grow/1"))
        unsafe table.load(as: Grow.self)(parent.pointer)
    }
}

@Suite struct `A Swift plugin whose data arrives on another thread` {
    @Test func `says "not yet" as a program's own classes do`() throws {
        let program = try ContractProgram()
        try program.installSwiftSample()
        try program.live { session, frame, _ in
            frame.child = try session.make("Latecomer", under: frame)
        }
        _ = program.takeLog()

        try program.liveWithGuest { session, frame, _ in
            try session.wait { session.report?.notRestored.isEmpty == true }
            #expect(frame.child is PluginObject)
        }

        #expect(program.takeLog() == ["info: finished"])
    }

    @Test func `is notified when its wait is cancelled`() throws {
        let program = try ContractProgram()
        try program.installSwiftSample()
        try program.live { session, frame, _ in
            frame.child = try session.make("Nevercomer", under: frame)
        }
        _ = program.takeLog()

        try program.live { _, _, report in
            #expect(report.notRestored.map(\.outcome) == [.awaited])
        }

        #expect(program.takeLog() == ["info: cancelled"])
    }
}
