import RestorationKit

extension ContainerSubject {
    static var holding: [ConformanceCheck<ContainerSubject>] {
        [
            ConformanceCheck("has the children that it was given, in order", "CONT-12") { subject in
                let container = subject.make()
                let slots = ["A", "B", "C"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: nil)
                try require(container, holds: slots)
            },
            ConformanceCheck("has no duplicates when it is given its children again", "REST-31") {
                subject in
                let container = subject.make()
                let slots = ["A", "B"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: nil)
                container.attachRestored(slots, selecting: nil)
                try require(container, holds: slots)
            },
            ConformanceCheck("drops children that it is not given again", "CONT-12") { subject in
                let container = subject.make()
                let slots = ["A", "B", "C"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: nil)
                container.attachRestored([slots[2], slots[0]], selecting: nil)
                try require(container, holds: [slots[2], slots[0]])
            },
            ConformanceCheck("selects the requested child, or has no selection", "CONT-5") {
                subject in
                let container = subject.make()
                let slots = ["A", "B", "C"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: slots[1].child)
                let selection = container.restorationSelection
                try Nonconformance.unless(
                    selection == nil || selection === slots[1].child,
                    "it selected another child"
                )
            },
            ConformanceCheck("selects only its own children", "CONT-5") { subject in
                let container = subject.make()
                let slots = ["A", "B"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: slots[1].child)
                container.attachRestored([slots[0]], selecting: nil)
                try Nonconformance.unless(
                    container.restorationSelection !== slots[1].child,
                    "it still selects a child that it was not given again"
                )
            },
            ConformanceCheck("finds its children by their paths", "REST-17") { subject in
                let container = subject.make()
                let slots = ["A", "B"].map { RestorationSlot(ContainedObject($0)) }
                container.attachRestored(slots, selecting: nil)
                let found = Set(container.restorationChildren.map { ObjectIdentifier($0) })
                try Nonconformance.unless(
                    slots.allSatisfy { found.contains(ObjectIdentifier($0.child)) },
                    "restorationChildren lacks a child"
                )
            },
        ]
    }

    static var comingBack: [ConformanceCheck<ContainerSubject>] {
        [
            ConformanceCheck("has an identifier", "PRES-14") { subject in
                try Nonconformance.unless(
                    subject.make().restorationIdentifier?.isEmpty == false,
                    "without one neither it nor its children are preserved"
                )
            },
            ConformanceCheck("is restored with its children", "CONT-2") { subject in
                let first = try subject.launched(["A", "B", "C"])
                let second = try first.relaunch()
                try require(contents(second.graph), ["A 0", "B 1", "C 2"])
                try require(contents(try second.relaunch().graph), ["A 0", "B 1", "C 2"])
            },
            ConformanceCheck("tells equal children apart if it claims to", "PATH-5") { subject in
                guard subject.make().distinguishesChildrenByPosition else { return }
                let second = try subject.launched(["A", "A", "A"]).relaunch()
                try require(contents(second.graph), ["A 0", "A 1", "A 2"])
            },
            ConformanceCheck("is restored without a child that was not", "CONT-3") { subject in
                let first = try subject.launched(["A", "B", "C"])
                guard first.graph.restorationIdentifier?.isEmpty == false else { return }
                let slots = first.graph.restorationSlots
                let child = slots.first { $0.child.restorationIdentifier == "B" }?.child
                try Nonconformance.unless(
                    slots.count == 3 && child != nil,
                    "it was given 3 children and has \(slots.count)"
                        + (slots.count == 3 ? " others" : "")
                )
                // A slot's key is part of the path.
                guard let child, let path = first.session.path(of: child) else { return }
                let program = try first.terminate()
                program.faults = [.creationDeclined(at: "\(path)")]
                let second = try program.launch().graph
                let isStack = second.restorationArrangement == .stack
                try require(contents(second), isStack ? ["A 0"] : ["A 0", "C 2"])
            },
        ]
    }

    private static func require(_ container: Container, holds slots: [RestorationSlot]) throws {
        let held = container.restorationSlots.map { ObjectIdentifier($0.child) }
        try Nonconformance.unless(
            held == slots.map { ObjectIdentifier($0.child) },
            "it was given \(slots.count) children and has \(held.count)"
                + (held.count == slots.count ? " others, or in another order" : "")
        )
    }

    private static func require(_ found: [String], _ expected: [String]) throws {
        try Nonconformance.unless(
            found == expected,
            "it was restored with [\(found.joined(separator: ", "))],"
                + " expected [\(expected.joined(separator: ", "))]"
        )
    }
}
