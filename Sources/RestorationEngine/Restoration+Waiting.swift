import RestorationCore

/// Objects whose data is not there yet (REST-37).
extension Restoration {
    /// The class has said "not yet": the object and what is below it are kept, until it arrives.
    func wait(for number: Int) {
        retain(number, Self.notYet, isAwaited: true)
        guard let kept = unavailable[number], objects[number] === kept else { return }
        knownAwaited[number]?.hasArrived = false
        let awaited =
            knownAwaited[number]
            ?? AwaitedObject(
                kept,
                ticket: coders.ticket(of: archive.records[number].path),
                archive: archive,
                number: number
            )
        table.set(.deferred(Deferred(kept, .object(awaited))), of: number)
    }

    static let notYet = Diagnosis(
        problem: "Its data is not there yet",
        advice: "Nothing needs to be done: it comes when its restoration class says so",
        outlook: ", and its state is kept until then."
    )

    // MARK: Within the restore

    /// Waits a while for what arrives, and asks for it once more as if it had been there at once.
    func waitForArrivals() {
        var hasCome = false
        while table.hasAwaited, let tickets = arrivals?.nextArrivals() {
            let arrived = table.awaited(by: tickets)
            guard !arrived.isEmpty else { continue }
            hasCome = true
            askAgain(for: archive.nodes(below: Set(arrived.map(\.node))))
        }
        // Parents first, as if all had been created in one go.
        if hasCome {
            special.sort { archive.records[$0.number].path < archive.records[$1.number].path }
        }
    }

    private func askAgain(for nodes: [UInt32]) {
        for node in nodes {
            guard let record = archive.record(ofNode: node) else { continue }
            unavailable[record] = nil
            objects[record] = nil
            table.set(.pending, of: record)
        }
        for node in nodes { create(node) }
    }

    // MARK: After the restore

    /// Remembers how a container is left that waits for some of its children.
    func noteWaiting(
        _ container: any RestorableContainer,
        _ number: Int,
        _ contents: Contents
    ) {
        guard table.hasAwaited,
            contents.children.contains(where: { keptChild($0.child)?.isAwaited == true })
        else { return }
        table.arrangements.append(waiting(container, number, contents))
    }

    func waiting(
        _ container: any RestorableContainer,
        _ number: Int,
        _ contents: Contents
    ) -> AwaitingContainer {
        let held = HeldChildren(of: container)
        let gap =
            container.restorationArrangement == .stack
            ? contents.children.firstIndex { !isThere($0.child, held) } : nil
        return AwaitingContainer(
            container,
            record: number,
            children: contents.children.map { child, key in
                AwaitingContainer.Child(object: child, key: key, record: keptChild(child)?.home)
            },
            selected: keptChild(contents.selected)?.home,
            gap: gap.map { ($0, keptChild(contents.children[$0].child)) }
        )
    }

    private func keptChild(_ child: (any Restorable)?) -> UnavailableObject? {
        child.flatMap { kept(for: $0) }
    }

    /// Remembers what is around the objects that are awaited, to tell later whether their places
    /// are still free.
    func settlePending() {
        let pending = table.awaited.filter { plan?.takesPart($0.number) ?? true }
        guard !pending.isEmpty else { return }
        var occupants = PathOccupants(
            archive,
            registry: registry,
            roots: live.roots,
            absent: table.absent
        )
        // Getters of objects that lie around them, on whose account they run: without them, nobody
        // would be asked.
        if plan == nil, let first = pending.first {
            tell(.create, first.number) { occupants.lookEverywhere(for: pending) }
        }
        for awaited in pending where !awaited.isSettled || awaited.parentRecord == nil {
            let place = parent(ofNode: awaited.node)
            // What is above it may have come since.
            guard !awaited.isSettled || place != nil else { continue }
            var occupant: (any Restorable)?
            let above = place.flatMap { place in place.object.map { (place.record, $0) } }
            tell(.create, awaited.number) {
                occupant = occupants.occupant(of: awaited.node, under: above)
            }
            awaited.settle(parent: place, occupant: occupant)
        }
    }

    /// The nearest object above, or its record where it has ended since it failed to decode.
    private func parent(ofNode node: UInt32) -> (record: Int, object: (any Restorable)?)? {
        var next = archive.paths[Int(node)].parent
        while next != ArchiveRecord.none {
            if let record = archive.record(ofNode: next) {
                if let object = objects[record] {
                    return object is UnavailableObject ? nil : (record, object)
                }
                if failedRecords.contains(record) { return (record, nil) }
            }
            next = archive.paths[Int(next)].parent
        }
        return nil
    }
}
