import CRestorationPlugin
import Foundation
import RestorationKit
import RestorationLoading
import Testing

@Suite struct `A Swift plugin in a program` {
    private let program: ContractProgram

    init() throws {
        program = try ContractProgram()
        try program.installSwiftSample()
    }

    /// Has a family do something; what it says.
    private func tell(_ object: (any Restorable)?, _ command: StaticString) throws -> String? {
        typealias Command = @convention(c) (UnsafeMutableRawPointer?, restoration_string) -> Void
        let family = try #require(object as? PluginObject)
        _ = program.takeLog()
        // Invariant: the sample's table of that id is one such function.
        let table = unsafe try #require(family.interface("org.example.sample.command/1"))
        let text = unsafe restoration_string(
            bytes: UnsafeRawPointer(command.utf8Start).assumingMemoryBound(to: CChar.self),
            count: UInt64(command.utf8CodeUnitCount)
        )
        unsafe table.load(as: Command.self)(family.pointer, text)
        return program.takeLog().last?.split(separator: ": ").last.map(String.init)
    }

    @Test func `brings back what it made, adopted and refers to`() throws {
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

        // What the second life saved: nobody but the family itself has held its members.
        try program.live { (_, frame, report) throws in
            #expect(report.notRestored.isEmpty)
            #expect(frame.child?.restorationChildren.count == 2)
            #expect(try tell(frame.child, "members") == "a family, a family")
        }
    }

    @Test func `is told why the program does not do what it asks for`() throws {
        try program.live { session, frame, _ in
            frame.child = try session.make("Family", under: frame)
            #expect(try tell(frame.child, "bring Nobody") == "The host did not make \"Nobody\"")
            #expect(try tell(frame.child, "find Nowhere") == "nil")
            #expect(try tell(frame.child, "facts") == "0.1 3.4 launch idle nil")
        }
    }
}
