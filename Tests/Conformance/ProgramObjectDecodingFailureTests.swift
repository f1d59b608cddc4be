import RestorationTesting
import Testing

/// A program whose root saved typed texts.
private func savedForm() throws -> TestProgram<TwoTexts> {
    let first = try TestProgram(preset: .tested) { session in
        let form = TwoTexts("Form")
        session.addRoot(form)
        return form
    }.launch()
    (first.graph.title, first.graph.text) = ("typed title", "typed text")
    return try first.terminate()
}

@Suite struct `A program-built object whose decoding fails half-way` {
    @Test(.rule("PRES-33", under: .granular))
    func `is explained until the program changes it`() throws {
        let second = try launchWithFailingChild()
        let (parent, child) = (second.graph, second.graph.children[0])

        #expect(second.session.failure(of: child) == second.entry("A/B")?.reason)
        #expect(second.session.failure(of: parent) == nil)
        second.session.invalidate(child)
        try second.session.preserveNow()
        #expect(second.session.failure(of: child) != nil)
        child.text = "changed"
        second.session.invalidate(child)
        try second.session.preserveNow()
        #expect(second.session.failure(of: child) == nil)
    }

    @Test(.rule("FAIL-19", "SEC-12"))
    func `stays partly decoded, and is reported`() throws {
        let program = try savedForm()

        program.faults = [.decodingFails(at: "Form", key: "text")]
        let second = try program.launch()

        #expect(second.graph.title == "typed title")
        #expect(second.graph.text == "new text")
        #expect(second.outcomes == ["Form": .notApplied])
        #expect(
            second.report.notRestored.first?.reason?.problem
                == "Its state could not be applied: The test makes the value under \"text\" fail"
        )
    }
}
