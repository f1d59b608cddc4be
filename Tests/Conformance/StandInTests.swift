import RestorationTesting
import Testing

@Suite struct `What stands in a container for a child that is not there` {
    @Test(.rule("REST-15", "CONT-3", under: .granular), arguments: [true, false])
    func `is shown for one that failed to decode, and keeps what lies beside it`(
        isStack: Bool
    ) throws {
        let program = try galleryProgram(isStack ? .stack : .places, "page", "top")
        program.faults = [.decodingFails(at: "Gallery/page")]
        let second = try program.launch()
        #expect(second.graph.names == ["…", "top"])
        #expect(second.outcomes == ["Gallery/page": .retained])

        program.faults = []
        let third = try second.relaunch()

        #expect(third.graph.names == ["page", "top"])
        #expect(
            third.graph.restorationSlots.map { ($0.child as? Node)?.text } == ["of page", "of top"]
        )
        #expect(third.report.notRestored.isEmpty)
    }

    @Test(.rule("REST-37", "CONT-3", under: .granular))
    func `stays for one that came and failed to decode, and so does what lies above`() throws {
        try Deliveries.run { deliveries in
            let program = try galleryProgram(.stack, "late", "top")
            let second = try program.launch()
            #expect(second.graph.names == ["…", "top"])

            program.faults = [.decodingFails(at: "Gallery/late")]
            deliveries.deliver("late")
            second.settle()
            #expect(second.graph.names == ["…", "top"])
            program.faults = []
            let third = try second.relaunch()

            #expect(third.graph.names == ["late", "top"])
        }
    }

    @Test(.rule("REST-37", "CONT-3", under: .uikit))
    func `goes with what came and failed to decode, and leaves what lies above`() throws {
        try Deliveries.run { deliveries in
            let program = try galleryProgram(.stack, "late", "top")
            let second = try program.launch()
            program.faults = [.decodingFails(at: "Gallery/late")]
            deliveries.deliver("late")
            second.settle()
            #expect(second.graph.names == ["top"])
            program.faults = []

            #expect(try second.relaunch().graph.names == ["top"])
        }
    }

    @Test(.rule("REST-37", "CONT-3", under: .uikit))
    func `is no gap at the next launch when its state was given up`() throws {
        try Deliveries.run { _ in
            let second = try galleryProgram(.stack, "late", "top").launch()
            second.advance(by: .seconds(31))
            #expect(second.entry("Gallery/late")?.outcome == .missing)
            try second.push("new")

            #expect(try second.relaunch().graph.names == ["top", "new"])
        }
    }
}

/// A program whose root is a gallery that was left with children.
private func galleryProgram(
    _ arrangement: RestorationArrangement,
    _ names: String...
) throws -> TestProgram<Gallery> {
    let program = TestProgram(preset: .tested) { session in
        session.register(Node.self, as: "Node")
        session.register(Late.self, as: "Late")
        let gallery = Gallery(arrangement)
        session.addRoot(gallery)
        return gallery
    }
    let first = try program.launch()
    for name in names { try first.push(name) }
    return try first.terminate(.clean)
}

extension TestLaunch<Gallery> {
    fileprivate func push(_ name: String) throws {
        let className = name == "late" ? "Late" : "Node"
        let made = try session.make(name, under: graph, className: className)
        let node = try #require(made as? Node)
        node.text = "of \(name)"
        graph.restorationSlots.append(RestorationSlot(node))
    }
}
