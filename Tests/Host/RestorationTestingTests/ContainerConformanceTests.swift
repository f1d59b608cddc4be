import RestorationTesting
import Testing

@Suite struct `The checks of a container` {
    @Test(arguments: [RestorationArrangement.stack, .places])
    func `pass for a correct one`(arrangement: RestorationArrangement) {
        let report = ContainerConformance.check { Shelf(arrangement) }

        #expect(report.hasPassed, "\(report)")
        #expect(report.results.count == 10)
    }

    @Test(arguments: [RestorationArrangement.stack, .places])
    func `pass for a container whose slots have keys`(arrangement: RestorationArrangement) {
        let report = ContainerConformance.check { Rack(arrangement) }

        #expect(report.hasPassed, "\(report)")
    }

    @Test func `find a container that drops its children`() {
        let report = ContainerConformance.check { Dropping(.places) }

        let failure = report.failures.first {
            $0.name == "is restored without a child that was not"
        }
        #expect(failure?.failure == "it was given 3 children and has 1")
    }

    @Test func `find a container that duplicates its children`() {
        let report = ContainerConformance.check { Doubling(.places) }

        #expect(
            report.failures.first?.description == """
                REST-31 has no duplicates when it is given its children again: it was given 2 children and \
                has 4
                """
        )
    }

    @Test func `find a container that reverses its children`() {
        let report = ContainerConformance.check { Turning(.stack) }

        #expect(
            report.failures.map(\.name).contains("is restored with its children"),
            "\(report)"
        )
        #expect(
            report.failures.first?.failure
                == "it was given 3 children and has 3 others, or in another order"
        )
    }

    @Test func `find a container that retains a removed selection`() {
        let report = ContainerConformance.check { Clinging(.places) }

        #expect(report.failures.map(\.name) == ["selects only its own children"])
    }
}

/// A container that names its slots itself.
private final class Rack: RestorableContainer {
    let restorationIdentifier: String? = "Rack"
    let restorationArrangement: RestorationArrangement
    private var shelves: [(key: String, child: any Restorable)] = []
    var restorationSlots: [RestorationSlot] {
        shelves.map { RestorationSlot($0.child, key: $0.key) }
    }

    init(_ arrangement: RestorationArrangement) { restorationArrangement = arrangement }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        shelves = slots.enumerated().map { ($1.key ?? "shelf \($0)", $1.child) }
    }
}

private final class Dropping: Shelf {
    override func attachRestored(
        _ slots: [RestorationSlot],
        selecting selection: (any Restorable)?
    ) { restorationSlots = Array(slots.prefix(1)) }
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
