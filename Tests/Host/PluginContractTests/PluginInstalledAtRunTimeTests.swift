import Foundation
import RestorationKit
import TestSupport
import Testing

@Suite struct `A plugin that is installed while the program runs` {
    private let program: ContractProgram
    private let plugin = "org.example.reloaded"
    /// A program that has saved an object of the plugin, which was uninstalled afterwards.
    init() throws {
        program = try ContractProgram()
        try install("first")
        try program.live { session, frame, _ in
            let object = try session.make("object", under: frame)
            try object.call("add", 5)
            frame.child = object
        }
        try FileManager.default.removeItem(atPath: "\(program.plugins)/libfirst.so")
    }

    private func install(_ name: String, _ options: String...) throws {
        try ContractPlugin.compile(
            "reloaded",
            named: name,
            into: program.plugins,
            options: options
        )
    }

    private func expectReturn(
        of standIn: (any Restorable)?,
        in session: RestorationSession
    ) throws {
        let object = try #require((standIn as? UnavailableObject)?.arrived)
        #expect(try object.call("add", 0) == 5)
        #expect(session.report?.notRestored.isEmpty == true)
    }

    @Test func `has its objects restored when the program says that plugins have changed`() throws {
        try program.live { session, frame, report in
            #expect(report.notRestored.map(\.outcome) == [.retained])
            try install("second")

            try session.pluginsChanged()

            try expectReturn(of: frame.child, in: session)
        }
    }

    @Test func `has its objects restored when it is loaded by a reload`() throws {
        try program.live { session, frame, _ in
            try install("second")

            try session.reloadPlugin(plugin)

            try expectReturn(of: frame.child, in: session)
        }
    }

    @Test func `is still reported as missing if it was not installed`() throws {
        try program.live { session, _, _ in
            try session.pluginsChanged()

            #expect(session.report?.notRestored.map(\.outcome) == [.retained])
        }
    }

    @Test func `does not affect loaded plugins`() throws {
        try install("second")
        try program.live { session, frame, _ in
            let object = try #require(frame.child)
            try FileManager.default.removeItem(atPath: "\(program.plugins)/libsecond.so")
            try install("third", "-DBUILD=9")

            try session.pluginsChanged()

            #expect(frame.child === object)
            #expect(try object.call("build", as: Int.self) == 1)
        }
    }
}
