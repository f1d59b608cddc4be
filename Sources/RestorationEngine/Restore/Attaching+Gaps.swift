import RestorationCore

/// What is left out since something else is not there: what lies above a gap in a stack, and the
/// elements of an owner that nobody shows.
extension Attaching {
    /// Leaves out what lies above a gap in a stack, with all below it: before any of it decodes,
    /// and once more for members that failed to.
    func closeGaps() {
        var tops: [UInt32: Fate] = [:]
        for (arrangement, container) in late?.containers ?? [] {
            keeper.tell(.attach, arrangement.record) {
                guard container.restorationArrangement == .stack else { return }
                let contents = contents(of: arrangement)
                noteAboveGap(contents, container, arrangement.record, &tops)
            }
        }
        for (number, traits) in lookup.special where traits.contains(.container) {
            guard let container = objects[number] as? any RestorableContainer else { continue }
            // A container that is kept out of attaching takes nothing, so that there is no gap.
            keeper.tell(.attach, number) {
                guard container.restorationArrangement == .stack,
                    let contents = contents(of: number)
                else { return }
                noteAboveGap(contents, container, number, &tops)
            }
        }
        leaveOut(tops)
    }

    /// - Parameter tops: By node, what becomes of what lies above.
    private func noteAboveGap(
        _ contents: SavedContents,
        _ container: any RestorableContainer,
        _ number: Int,
        _ tops: inout [UInt32: Fate]
    ) {
        let held = HeldChildren(of: container)
        let children = contents.children ?? []
        guard let gap = children.firstIndex(where: { !isThere($0.child, held) }) else { return }
        let fate = fate(above: children[gap].child, child(gap, ofRecord: number))
        for (child, _) in children[(gap + 1)...] {
            guard let child, isThere(child, held), let record = objects.record(of: child)
            else { continue }
            tops[archive.records[record].path] = fate
        }
    }

    /// What becomes of what lay above a member that is not there: only what was declined takes it
    /// along.
    private func fate(above child: (any Restorable)?, _ record: Int?) -> Fate {
        if let kept = child.flatMap({ kept(for: $0) }) {
            return kept.isAwaited
                ? .awaited(Self.aboveAwaited) : .retained(Self.aboveUnavailable(kept.reason))
        }
        guard let record, let reason = table.obstacle(of: record),
            table.outcome(of: record) != .skipped
        else { return .abandoned }
        return .retained(Self.aboveUnavailable(reason))
    }

    /// The record of a container's child by its position; `nil` if there is none.
    private func child(_ position: Int, ofRecord number: Int) -> Int? {
        let source = keeper.source(of: number)
        let fields = try? source.archive.fields(of: source.record)
        guard
            case .array(let children)? = fields?.first(where: {
                $0.key == "\(ReservedKey.children)"
            })?.value, position < children.count, case .reference(let target?) = children[position],
            target != ArchiveRecord.none
        else { return nil }
        guard source.archive !== archive else { return Int(target) }
        let path = source.archive.path(of: source.archive.records[Int(target)].path)
        return archive.record(at: path)
    }

    static let aboveAwaited = Diagnosis(
        problem: "Deferred with a member below it in its stack",
        remedyOf: Lookup.notYet
    )

    /// Leaves out some objects, and all below them.
    ///
    /// - Parameter tops: By their nodes, what becomes of them.
    func leaveOut(_ tops: [UInt32: Fate]) {
        guard !tops.isEmpty else { return }
        var fates = tops
        for node in archive.nodes(below: Set(tops.keys)) {
            let above = fates[archive.paths[Int(node)].parent]
            let fate = fates[node] ?? above
            fates[node] = fate
            guard let record = archive.record(ofNode: node), let object = objects[record]
            else { continue }
            if let kept = object as? UnavailableObject {
                // What would have come into it does not either.
                if kept.isAwaited, case .abandoned = above { abandon(kept, record) }
                continue
            }
            switch fate {
            case .retained(let reason): leaveOut(object, record, reason, isAwaited: false)
            case .awaited(let reason): leaveOut(object, record, reason, isAwaited: true)
            case .abandoned, nil:
                objects[record] = nil
                keeper.end(record, .skipped, Self.aboveGap, below: .leavesThemOut)
            }
        }
    }

    /// What was to come into an object that does not come is not waited for.
    private func abandon(_ kept: UnavailableObject, _ record: Int) {
        table[record].retained?.awaited?.ticket.cancel()
        kept.references = []
        keeper.kept[record] = nil
        objects[record] = nil
        keeper.end(record, .skipped, Self.aboveGap, below: .leavesThemOut)
    }

    /// Whoever has been given the object keeps what it was.
    private func leaveOut(
        _ object: any Restorable,
        _ record: Int,
        _ reason: Diagnosis,
        isAwaited: Bool
    ) {
        keeper.retain(record, reason, isAwaited: isAwaited, sparing: object)
        table[record].retained?.kept.contents = .former
    }

    private static let aboveGap = Diagnosis(
        problem:
            "A member below the object in its stack did not come back, so the stack ends"
            + " below that member",
        remedy: "See what became of the member below."
    )

    private static func aboveUnavailable(_ reason: Diagnosis) -> Diagnosis {
        Diagnosis(
            problem:
                "A member below the object in its stack could not be restored: \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
    }

    /// Keeps the state of elements whose owner failed to decode and was given to nobody: no person
    /// sees them there, and no save would come by them.
    func leaveOutElementsOutOfReach() {
        guard !decoding.failed.isEmpty else { return }
        var tops: [UInt32: Fate] = [:]
        for number in decoding.elements {
            let node = archive.records[number].path
            guard let owner = archive.record(ofNode: archive.paths[Int(node)].parent),
                decoding.failed.contains(owner), let obstacle = table.obstacle(of: owner),
                table.outcome(of: owner) == .missing || isAbsent(owner)
            else { continue }
            let reason = Lookup.parentUnavailable(obstacle)
            keeper.keepElement(number, reason)
            tops[node] = .retained(reason)
        }
        leaveOut(tops)
    }

    /// Whether a container or presenter lacks the object of a record.
    private func isAbsent(_ number: Int) -> Bool {
        guard let kept = keeper.kept[number] else { return false }
        return !table.absent[.of(kept)].isEmpty
    }
}
