import RestorationTesting
import Testing

/// A type of the base graph, and its successors in later versions of the program.
final class FormerDesk: Node {}
class RenamedDesk: Node {}
final class SpecialDesk: RenamedDesk {}

@Suite struct `A type of the base graph that was renamed` {
    /// A program whose root has another type in each version.
    private final class Versions {
        var root: () -> Node = { FormerDesk("Desk") }
        var aliases: [(name: String, type: any Restorable.Type)] = []

        lazy var program = TestProgram(preset: .tested) { [unowned self] session in
            for alias in aliases { session.alias(alias.name, for: alias.type) }
            let root = root()
            session.addRoot(root)
            return root
        }
    }

    private static let formerName = String(reflecting: FormerDesk.self)

    private func saved() throws -> Versions {
        let versions = Versions()
        let first = try versions.program.launch()
        first.graph.text = "typed"
        try first.terminate()
        return versions
    }

    @Test(.rule("REST-19", "REST-20"))
    func `gets its state if one launch declares its former name`() throws {
        let versions = try saved()
        versions.root = { RenamedDesk("Desk") }
        versions.aliases = [(Self.formerName, RenamedDesk.self)]

        let second = try versions.program.launch()
        #expect(second.graph.text == "typed")
        #expect(second.report.notRestored.isEmpty)
        try second.terminate()
        versions.aliases = []

        #expect(try versions.program.launch().graph.text == "typed")
    }

    @Test(.rule("REST-19", "REST-20"))
    func `may be a subclass of the type that the alias names`() throws {
        let versions = try saved()
        versions.root = { SpecialDesk("Desk") }
        versions.aliases = [(Self.formerName, RenamedDesk.self)]

        #expect(try versions.program.launch().graph.text == "typed")
    }

    @Test(.rule("REST-19", "REST-20"))
    func `does not pass its state to a superclass or an unrelated type`() throws {
        let versions = try saved()
        versions.aliases = [(Self.formerName, SpecialDesk.self)]
        for root in [RenamedDesk("Desk"), Node("Desk")] {
            versions.root = { root }
            let second = try versions.program.launch()
            #expect(second.outcomes == ["Desk": .created])
            #expect(root.text == "")
            try second.terminate(.killed)
        }
    }

    @Test(.rule("REST-20"))
    func `is reported with the alias to declare, if none is declared`() throws {
        let versions = try saved()
        versions.root = { RenamedDesk("Desk") }

        let reason = try versions.program.launch().report.notRestored.first?.reason

        #expect(reason?.problem.contains(Self.formerName) == true)
        #expect(reason?.remedy.contains("alias(_:for:)") == true)
    }
}
