import RestorationTesting
import Testing

@Suite struct `The checks of a container` {
    @Test(arguments: [RestorationArrangement.stack, .places])
    func `pass for one that does everything right`(arrangement: RestorationArrangement) {
        let report = ContainerConformance.check { Shelf(arrangement) }

        #expect(report.hasPassed, "\(report)")
        #expect(report.results.count == 10)
    }

    @Test func `show who doubles its children`() {
        let report = ContainerConformance.check { Doubling(.places) }

        #expect(
            report.failures.first?.description == """
                REST-31 holds nothing twice when it is handed it again: it was handed 2 children and \
                has 4
                """
        )
    }

    @Test func `show who turns its children round`() {
        let report = ContainerConformance.check { Turning(.stack) }

        #expect(
            report.failures.map(\.name).contains("comes back with its children"),
            "\(report)"
        )
        #expect(
            report.failures.first?.failure
                == "it was handed 3 children and has 3 others, or in another order"
        )
    }

    @Test func `show who keeps a selection that is gone`() {
        let report = ContainerConformance.check { Clinging(.places) }

        #expect(report.failures.map(\.name) == ["selects none but its own"])
    }
}

private final class Doubling: Shelf {
    override func attachRestored(
        _ slots: [RestorationSlot],
        selecting selection: (any Restorable)?
    ) { restorationSlots += slots }
}

private final class Turning: Shelf {
    override func attachRestored(
        _ slots: [RestorationSlot],
        selecting selection: (any Restorable)?
    ) { restorationSlots = slots.reversed() }
}

private final class Clinging: Shelf {
    override func attachRestored(
        _ slots: [RestorationSlot],
        selecting selection: (any Restorable)?
    ) {
        restorationSlots = slots
        if let selection { restorationSelection = selection }
    }
}
