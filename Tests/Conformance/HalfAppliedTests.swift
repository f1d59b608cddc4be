import RestorationTesting
import Testing

/// Decodes two values, one after the other.
private final class Form: Restorable {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = "new title"
    var text = "new text"

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

extension TestProgram where Graph: Restorable {
    /// A program whose root `build` makes anew on every launch.
    fileprivate convenience init(
        _ build: @escaping () -> Graph
    ) {
        self.init(preset: .tested) { session in
            let root = build()
            session.addRoot(root)
            return root
        }
    }
}

extension TestProgram where Graph: Form {
    /// Lets it save what a person has typed.
    fileprivate func saved() throws -> TestProgram {
        let first = try launch()
        (first.graph.title, first.graph.text) = ("typed title", "typed text")
        return try first.terminate()
    }
}

@Suite struct `An object of the program's own that fails to decode half-way` {
    @Test(.rule("PRES-33", under: .granular))
    func `has the session say why, until the program changes it`() throws {
        let second = try launchWithFailingChild()
        let (parent, child) = (second.graph, second.graph.children[0])

        #expect(second.session.failure(of: child) == second.entry("A/B")?.reason)
        #expect(second.session.failure(of: parent) == nil)
        second.session.invalidate(child)
        #expect(second.session.failure(of: child) == nil)
    }

    @Test(.rule("FAIL-19", "SEC-12"))
    func `stays as far as it came, and is told of`() throws {
        let program = try TestProgram { Form("Form") }.saved()

        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()

        #expect(second.graph.title == "typed title")
        #expect(second.graph.text == "new text")
        #expect(second.outcomes == ["Form": .notApplied])
        #expect(
            second.report.notRestored.first?.reason?.problem
                == "Its state could not be applied: The test lets the value under \"text\" fail"
        )
    }

    @Test(.rule("FAIL-19", under: .granular))
    func `has its state kept for a launch in which it succeeds`() throws {
        let program = try TestProgram { Form("Form") }.saved()
        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()
        #expect(second.outcomes == ["Form": .retained])
        program.faults = []

        let third = try second.relaunch()

        #expect(third.graph.title == "typed title")
        #expect(third.graph.text == "typed text")
    }
}
