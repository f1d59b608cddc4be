import RestorationTesting
import Testing

/// A program whose root saved a page and a reference to it.
private func savedPage() throws -> TestProgram<Node> {
    let first = try program { session in
        session.register(TwoTexts.self, as: "Page")
        return Node("Root")
    }.launch()
    let made = try first.session.make("Page", under: first.graph, className: "Page")
    let page = try #require(made as? TwoTexts)
    (page.title, page.text) = ("typed title", "typed text")
    first.graph.add(page)
    return try first.terminate()
}

extension TestLaunch<Node> {
    fileprivate var page: TwoTexts? { graph.restorationChildren.first as? TwoTexts }
}

@Suite struct `A class-made object whose decoding fails half-way` {
    @Test(.rule("FAIL-19"))
    func `stays partly decoded if its parent references it already`() throws {
        let program = try savedPage()
        program.faults = [.decodingFails(at: "Root/Page", key: "text")]
        let second = try program.launch()

        #expect(second.page?.title == "typed title")
        #expect(second.page?.text == "new text")
        #expect(
            second.report.notRestored.first?.reason?.problem
                == "Its state could not be applied: The test makes the value under \"text\" fail"
        )
    }

    @Test(.rule("FAIL-19"), arguments: [RestorationArrangement.places, .stack])
    func `is in no container, and its record is retained as the preset says`(
        arrangement: RestorationArrangement
    ) throws {
        let program = try savedStack(arrangement) { stack, page in
            stack.attachRestored([RestorationSlot(page)], selecting: page)
        }

        program.faults = [.decodingFails(at: "Stack/Page", key: "text")]
        let second = try program.launch()

        #expect(second.graph.restorationSlots.isEmpty)
        #expect(second.graph.restorationSelection == nil)
        let isStrict = RestorationPreset.tested == .uikit
        #expect(second.outcomes == ["Stack/Page": isStrict ? .missing : .retained])
    }

    @Test(.rule("FAIL-19"))
    func `is not presented`() throws {
        let program = try savedStack { stack, page in stack.restorationPresented = page }

        program.faults = [.decodingFails(at: "Stack/Page", key: "text")]

        #expect(try program.launch().graph.restorationPresented == nil)
    }

    /// A program that saved a page in its stack, or presented by it.
    private func savedStack(
        _ arrangement: RestorationArrangement = .stack,
        put: (Stack, any Restorable) -> Void
    ) throws -> TestProgram<Stack> {
        let program = stackProgram(
            arrangement,
            registering: { $0.register(TwoTexts.self, as: "Page") }
        )
        let first = try program.launch()
        put(first.graph, try first.session.make("Page", under: first.graph, className: "Page"))
        return try first.terminate()
    }
}
