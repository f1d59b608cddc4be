import RestorationTesting
import Testing

private struct Locked: DiagnosedError {
    let diagnosis = Diagnosis(
        problem: "The document is locked",
        remedy: "See in which directory its state is retained, and remove the lock there."
    )
}

@Suite struct `State that is given up under the preset uikit` {
    private static let givenUp = "Its state is given up; the preset granular retains it."

    @Test(.rule("FAIL-19", under: .uikit))
    func `is not reported as retained if the object is of another type`() throws {
        var isOther = false
        let program = TestProgram(preset: .tested) { session in
            let root: any Restorable = isOther ? Foreign("Root") : Node("Root")
            session.addRoot(root)
            return root
        }
        try program.launch().terminate(.clean)
        isOther = true

        let entry = try program.launch().entry("Root")

        #expect(entry?.outcome == .created)
        #expect(entry?.reason?.remedy.contains("is kept") == false)
        #expect(entry?.reason?.remedy.hasSuffix("alias(_:for:). \(Self.givenUp)") == true)
    }

    @Test(.rule("FAIL-19", under: .uikit))
    func `is reported as given up after the class's own message`() throws {
        let program = program { _ in
            let root = Node("Root")
            root.onDecode = { _ in throw Locked() }
            return root
        }
        try program.launch().terminate(.clean)

        let reason = try program.launch().entry("Root")?.reason

        #expect(reason?.remedy == "\(Locked().diagnosis.remedy) \(Self.givenUp)")
    }

    @Test(.rule("REST-37", under: .uikit))
    func `is reported as a late decoding failure`() throws {
        let program = try lateProgram(.places, "a", "late")
        program.faults = [.decodingFails(at: "Stack/late")]
        let second = try program.launch()

        deliveries.deliver("late")
        second.settle()

        let entry = second.entry("Stack/late")
        #expect(entry?.outcome == .missing)
        #expect(
            entry?.reason?.problem
                == "Its state could not be applied: The test makes its decoding fail"
        )
    }

    @Test(.rule("REST-37", under: .uikit))
    func `is not reported by saves after its wait, nor is that of members above it`() throws {
        let program = try lateProgram(.stack, "late", "top")
        let second = try program.launch()
        program.clock.advance(by: .seconds(31))
        second.session.runPending()

        #expect(try second.issues().isEmpty)
        #expect(try second.issues().isEmpty)
    }
}
