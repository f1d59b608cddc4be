import Foundation
import Testing

/// The log of calls into plugins, which users turn on.
@Suite struct `The variable RESTORATION_LOG in a program with plugins` {
    private let program: ContractProgram

    init() throws { program = try .withFragileObjects() }

    private func run(_ variables: [String: String]) throws -> [String] {
        let run = try ProgramRun(
            "PluginTestHelper",
            [program.directory],
            reading: .errors,
            environment: variables.merging(["HOME": program.directory]) { $1 }
        )
        return run.output.split(separator: "\n").map { line in
            String(line).replacing(#/^\S+Z /#, with: "")
                .replacing(/\d+(\.\d)? (µs|ms)/, with: "TIME")
        }
    }

    @Test func `logs a line for each call into a plugin, with its time and size`() throws {
        let lines = try run(["RESTORATION_LOG": "plugin:debug"])

        let beginnings = ["load, TIME", "create of ", "decode of "]
        for beginning in beginnings {
            #expect(
                lines.contains { $0.hasPrefix("plugin debug ") && $0.contains(beginning) },
                "\(lines)"
            )
        }
        #expect(lines.contains { $0.contains("decode of ") && $0.hasSuffix(" bytes") }, "\(lines)")
    }
}
