import CRestorationPlugin
import Foundation
import RestorationKit
import RestorationPlugins
import Testing

/// Creates guests and retains the last one. A restore succeeds only while the guests are there.
private final class Guests: RestorationClass {
    let name = "Guest"
    let plugin: String? = nil
    let schemaVersion = 1
    private var areThere = true
    private var ticket: RestorationTicket?
    private var last: Frame?

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        guard areThere else {
            ticket = request.ticket
            throw ObjectNotYetAvailable()
        }
        let guest = Frame()
        last = guest
        return guest
    }

    func leave() { (areThere, last) = (false, nil) }

    func arrive() {
        areThere = true
        ticket?.arrive()
    }
}

@Suite struct `A Swift plugin in a program` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try program.installSwiftSample()
    }

    /// Sends a command to a family and returns its reply.
    private func tell(_ object: (any Restorable)?, _ command: StaticString) throws -> String? {
        typealias Command = @convention(c) (UnsafeMutableRawPointer?, restoration_string) -> Void
        let family = try #require(object as? PluginObject)
        _ = program.takeLog()
        // Invariant: the sample's table of that ID is one such function.
        let table = unsafe try #require(family.interface("org.example.sample.command/1"))
        let text = unsafe restoration_string(
            bytes: UnsafeRawPointer(command.utf8Start).assumingMemoryBound(to: CChar.self),
            count: UInt64(command.utf8CodeUnitCount)
        )
        unsafe table.load(as: Command.self)(family.pointer, text)
        return program.takeLog().last?.split(separator: ": ").last.map(String.init)
    }

    @Test func `restores the objects that it made, adopted and references`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("Family", under: frame)
            #expect(try tell(frame.child, "grow Kitten") == "a family")
            #expect(try tell(frame.child, "bring Family") == "a family")
            #expect(try tell(frame.child, "befriend Frame") == "the friend")
            #expect(frame.child?.restorationChildren.count == 2)
            #expect(try tell(frame.child?.restorationChildren.first, "parent") == "a family")
        }

        try program.live { (_, frame, report) throws in
            #expect(report.notRestored.isEmpty)
            #expect(try tell(frame.child, "members") == "a family, a family")
            #expect(try tell(frame.child, "friend") == "the friend")
            #expect(try tell(frame.child, "find Frame") == "the friend")
            #expect(try tell(frame.child, "find Frame Family") == "self")
            #expect(try tell(frame.child, "parent") == "the friend")
        }

        // Restores the second launch's save, in which only the family itself held its members.
        try program.live { (_, frame, report) throws in
            #expect(report.notRestored.isEmpty)
            #expect(frame.child?.restorationChildren.count == 2)
            #expect(try tell(frame.child, "members") == "a family, a family")
        }
    }

    @Test func `saves its objects although a referenced object was deallocated`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("Family", under: frame)
            var guest: Frame? = Frame()
            try session.registerObject(guest!, identifier: "Guest", parent: frame)
            #expect(try tell(frame.child, "befriend Frame Guest") == "the friend")
            guest = nil
        }
        #expect(
            program.takeLog().contains(
                "warning: The reference under \"friend\" is stored as null. Its object has been deallocated."
            )
        )

        try program.live { (_, frame, report) throws in
            #expect(report.notRestored.isEmpty)
            #expect(try tell(frame.child, "friend") == "nil")
        }
    }

    @Test func `references a late object once it has arrived`() throws {
        let guests = Guests()
        func live(_ body: (RestorationSession, Frame) throws -> Void) throws {
            let session = try program.session()
            session.register(guests)
            let frame = Frame()
            session.addRoot(frame)
            try session.restore()
            try body(session, frame)
            try session.preserveNow()
            session.close()
        }
        try live { (session, frame) throws in
            frame.child = try session.make("Family", under: frame)
            _ = try session.make("Guest", under: frame, className: "Guest")
            #expect(try tell(frame.child, "befriend Frame Guest") == "the friend")
        }
        guests.leave()

        try live { (session, frame) throws in
            guests.arrive()
            session.runPending()
            #expect(session.report?.notRestored.isEmpty == true)
        }

        try live { (session, frame) throws in
            #expect(session.report?.notRestored.isEmpty == true)
            #expect(try tell(frame.child, "friend") == "the friend")
        }
    }

    @Test func `gets the reason why the program refuses a request`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("Family", under: frame)
            #expect(
                try tell(frame.child, "bring Nobody")
                    == "The host did not make the object \"Nobody\""
            )
            // The message begins with: The object "Nevercomer" cannot be made yet.
            #expect(try tell(frame.child, "bring Nevercomer") == "its class waits for data")
            #expect(try tell(frame.child, "find Nowhere") == "nil")
            #expect(try tell(frame.child, "facts") == "0.3 3.4 launch idle nil")
        }
    }
}
