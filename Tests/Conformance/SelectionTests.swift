import RestorationTesting
import Testing

@Suite struct `The selected child of a container` {
    @Test(
        .rule("CONT-5", under: .granular),
        arguments: [
            Fault.classMissing("Node"), .creationFails(at: "Stack/b"),
            .decodingFails(at: "Stack/b"),
        ]
    )
    func `is selected again when it could not be restored for one launch`(fault: Fault) throws {
        let program = try selectingProgram()
        program.faults = [fault]
        let second = try program.launch()
        #expect(second.graph.restorationSelection == nil)
        program.faults = []

        let third = try second.relaunch()

        #expect(third.report.notRestored.isEmpty)
        #expect((third.graph.restorationSelection as? Node)?.name == "b")
    }

    @Test(.rule("CONT-5", under: .granular))
    func `is selected again after it was set aside, if the program builds it`() throws {
        let program = stackProgram(.places) { stack in
            for name in ["a", "b"] { stack.add(Node(name)) }
        }
        let first = try program.launch()
        first.graph.restorationSelection = first.graph.members[1]
        try first.terminate()
        let second = try program.crash(at: .create, of: "Stack/b").launch()
        #expect(second.outcomes == ["Stack/b": .retained])
        second.session.retryObjectsSetAside()

        let third = try second.relaunch()

        #expect(third.report.notRestored.isEmpty)
        #expect(third.graph.restorationSelection === third.graph.members[1])
    }

    @Test(.rule("CONT-5", "REST-37"))
    func `is selected on arrival, even if an earlier launch ended before it arrived`() throws {
        let program = try lateProgram(.places, "a", "late", selecting: "late")
        let third = try program.launch().relaunch()

        deliveries.deliver("late")
        third.settle()

        #expect((third.graph.restorationSelection as? Node)?.name == "late")
    }

    @Test(.rule("CONT-5", "REST-37"))
    func `is retained while another child comes late`() throws {
        let program = try lateProgram(.places, "late 1", "late 2", selecting: "late 2")
        let second = try program.launch()
        deliveries.deliver("late 1")
        second.settle()
        let third = try second.relaunch()

        deliveries.deliver("late 2")
        third.settle()

        #expect((third.graph.restorationSelection as? Node)?.name == "late 2")
    }

    @Test(.rule("CONT-5", "REST-40", under: .granular))
    func `is not selected again when another one was selected in a save between`() throws {
        let program = try selectingProgram()
        program.faults = [.creationFails(at: "Stack/b")]
        let second = try program.launch()
        second.graph.restorationSelection = second.graph.members[0]
        try second.session.preserveNow()
        second.graph.restorationSelection = nil
        program.faults = []

        let third = try second.relaunch()

        #expect(third.graph.names == ["a", "b"])
        #expect(third.graph.restorationSelection == nil)
    }
}

/// A program that saved two children, with the second one selected.
private func selectingProgram() throws -> TestProgram<Stack> {
    let first = try stackProgram(.places).launch()
    try first.push("a", "b")
    first.graph.restorationSelection = first.graph.members[1]
    return try first.terminate()
}
