import Foundation
import RestorationCore
import RestorationKit
import TestSupport
import Testing

/// Mistakes that do no harm but that the plugin's author did not intend.
@Suite struct `A harmless mistake is logged` {
    private let program: ContractProgram

    init() throws { program = try ContractProgram() }

    private func lines(of body: (RestorationSession, Tray) throws -> Void) throws -> [String] {
        let (session, tray) = try program.restoredSession()
        defer { session.close() }
        try body(session, tray)
        return program.takeLog()
    }

    @Test func `if the manifest lacks a class, or a key is misspelt`() throws {
        try ContractPlugin.compile("silent", into: program.plugins)

        let lines = try lines { session, tray in
            tray.restorationChildren = [try session.make("A", under: tray)]
        }

        #expect(
            lines.contains("info: Its manifest does not list the class Hidden, which is not used.")
        )
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "info: The key classes[0].aliasses of its manifest is ignored. Did you"
                )
            }
        )
    }

    @Test func `if functions of the host are called from another thread, once`() throws {
        try ContractPlugin.compile("silent", into: program.plugins)

        let lines = try lines { session, tray in
            let object = try session.make("A", under: tray)
            for _ in 0..<3 { _ = unsafe (object as? any InterfaceProviding)?.interface("thread") }
        }

        #expect(lines.filter { $0.contains("from another thread than the session's") }.count == 1)
    }

    @Test func `if an object is invalidated while it encodes, once`() throws {
        try ContractPlugin.compile("silent", into: program.plugins)

        let lines = try lines { session, tray in
            tray.restorationChildren = [try session.make("A", under: tray)]
            try session.preserveNow()
            try session.preserveNow()
        }

        #expect(
            lines.filter { $0.contains("calls invalidate while it encodes") }.count == 1
        )
    }

    @Test func `if two plugins have one route, or two files one plugin`() throws {
        for (name, variant) in [("OLD", "OLD"), ("NEW", "NEW"), ("copy", "NEW")] {
            try ContractPlugin.compile(
                "renamed",
                named: name,
                into: program.plugins,
                options: ["-D\(variant)"]
            )
        }

        let lines = try lines { session, tray in _ = try? session.make("A", under: tray) }

        #expect(
            lines.contains(
                "info: org.example.new and org.example.old claim the route Frame/* with"
                    + " the same priority, and org.example.new gets it"
            )
        )
        #expect(
            lines.contains(
                "info: Two files have the plugin org.example.new, and"
                    + " \(program.plugins)/libNEW.so is used"
            )
        )
    }
}
