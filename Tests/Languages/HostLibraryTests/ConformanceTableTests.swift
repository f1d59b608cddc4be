import Foundation
import TestSupport
import Testing

/// The rules of `Docs/Semantics.md`, through the C interface: `Tests/Fixtures/Hosts/Conformance`.
@Suite struct `A host in C keeps the rules` {
    private static let folder = "\(HostProgram.fixtures)/Conformance"
    private static let program = Result {
        try HostProgram(
            "\(folder)/conformance.c",
            flags: Repository.files(in: folder, endingWith: ".c")
                .filter { !$0.hasSuffix("/conformance.c") }.map { Repository.path($0) }
        )
    }

    /// The scenarios of the program's table, each with its rules.
    private static let scenarios: [String] = {
        let source = (try? Repository.text(of: "\(folder)/conformance.c")) ?? ""
        return source.matches(of: /\{"([A-Z0-9 -]+)", [a-z_]+\}/).map { String($0.1) }
    }()

    @Test(arguments: scenarios)
    func `of each scenario`(rules: String) throws {
        let run = try Self.program.get().run([rules])

        #expect(run.output == "ok\n", "\(run.errors)")
    }

    @Test func `that its table names`() throws {
        let pages = try Repository.text(of: "Docs/Semantics.md")
        let rules = Self.scenarios.flatMap { $0.split(separator: " ") }

        #expect(Self.scenarios.count == 36)
        #expect(rules.filter { !pages.contains("| \($0) |") } == [])
    }
}
