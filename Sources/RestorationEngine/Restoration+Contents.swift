import RestorationCore

/// Bringing back how objects are arranged: who contains and presents whom.
extension Restoration {
    /// What a container or presenter held when it was preserved.
    struct Contents {
        /// `nil` for a child that did not come back.
        var children: [(child: (any Restorable)?, key: String?)] = []
        var hasChildren = false
        var selected: (any Restorable)?
        var presented: (any Restorable)?
    }

    /// What the object of a record is to hold and present; `nil` for one of another type than the
    /// saved one.
    func contents(of number: Int) -> Contents? {
        guard !ofOtherType.contains(number) else { return nil }
        do {
            let coder = try coder(for: number)
            var contents = Contents()
            if let references = try coder.decode(
                [RestorationReference].self,
                forKey: ReservedKey.children
            ) {
                let keys = try coder.decode([String?].self, forKey: ReservedKey.slots) ?? []
                contents.hasChildren = true
                contents.children = references.enumerated().map { position, reference in
                    (reference.object, position < keys.count ? keys[position] : nil)
                }
            }
            contents.selected = try coder.decodeReference(forKey: ReservedKey.selected)
            contents.presented = try coder.decodeReference(forKey: ReservedKey.presented)
            return contents
        } catch {
            // A damaged record is reported when it is to be decoded.
            return nil
        }
    }

    // MARK: Gaps

    /// Leaves out what lies above a gap in a stack, with all below it: before any of it decodes,
    /// and once more for members that failed to.
    func closeGaps() {
        var tops: [UInt32: Fate] = [:]
        for (arrangement, container) in plan?.containers ?? [] {
            tell(.attach, arrangement.record) {
                guard container.restorationArrangement == .stack else { return }
                let contents = contents(of: arrangement)
                noteAboveGap(contents, container, &tops) { _ in nil }
            }
        }
        for (number, traits) in special where traits.contains(.container) {
            guard let container = objects[number] as? any RestorableContainer else { continue }
            // A container that is kept out of attaching takes nothing, so that there is no gap.
            tell(.attach, number) {
                guard container.restorationArrangement == .stack,
                    let contents = contents(of: number)
                else { return }
                noteAboveGap(contents, container, &tops) { position in
                    child(position, ofRecord: number)
                }
            }
        }
        leaveOut(tops)
    }

    /// - Parameters:
    ///   - tops: By node, what becomes of what lies above.
    ///   - record: The record of the child at a position, for one that is not there.
    private func noteAboveGap(
        _ contents: Contents,
        _ container: any RestorableContainer,
        _ tops: inout [UInt32: Fate],
        record: (Int) -> Int?
    ) {
        let held = HeldChildren(of: container)
        guard let gap = contents.children.firstIndex(where: { !isThere($0.child, held) })
        else { return }
        let fate = fate(above: contents.children[gap].child, record(gap))
        for (child, _) in contents.children[(gap + 1)...] {
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
        let source = substitutes[number] ?? Substitute(archive: archive, record: number)
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
        problem: "It comes when a member below it in its stack has come",
        remedyOf: notYet
    )

    func isThere(_ child: (any Restorable)?, _ held: HeldChildren) -> Bool {
        given(child, besides: held) != nil
    }

    /// What a container is given for a child: the child; what stands for it, where the container
    /// shows that; or nothing.
    ///
    /// - Parameter held: What the container holds now.
    func given(
        _ child: (any Restorable)?,
        besides held: HeldChildren
    ) -> (any Restorable)? {
        guard let child else { return nil }
        if child is UnavailableObject { return held.areShown ? child : nil }
        guard let record = failedRecord(of: child), !held.members.contains(ObjectIdentifier(child))
        else { return child }
        guard held.areShown, let kept = kept(for: child) else { return nil }
        stoodFor.insert(record)
        return kept
    }

    /// The record that is kept for what is not there, if one is.
    func kept(for child: any Restorable) -> UnavailableObject? {
        if let kept = child as? UnavailableObject { return kept }
        guard let record = failedRecord(of: child), table.outcome(of: record) == .retained else {
            return nil
        }
        return unavailable[record]
    }

    /// The record of an object that a restoration class made and that failed to decode: it is not
    /// put where its user would meet it without its state.
    func failedRecord(of object: any Restorable) -> Int? {
        guard !failedRecords.isEmpty, let record = objects.record(of: object),
            failedRecords.contains(record)
        else { return nil }
        return record
    }

    /// Where nothing is kept, what no container takes is gone.
    private func giveUp(_ child: any Restorable) {
        guard let record = failedRecord(of: child), case .created(let why) = table[record] else {
            return
        }
        end(record, .missing, why.diagnosis)
    }

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
                end(record, .skipped, Self.aboveGap, below: .leavesThemOut)
            }
        }
    }

    /// What was to come into an object that does not come is not waited for.
    private func abandon(_ kept: UnavailableObject, _ record: Int) {
        table[record].retained?.awaited?.ticket.cancel()
        kept.references = []
        unavailable[record] = nil
        objects[record] = nil
        end(record, .skipped, Self.aboveGap, below: .leavesThemOut)
    }

    /// Whoever has been given the object keeps what it was.
    private func leaveOut(
        _ object: any Restorable,
        _ record: Int,
        _ reason: Diagnosis,
        isAwaited: Bool
    ) {
        retain(record, reason, isAwaited: isAwaited, sparing: object)
        table[record].retained?.kept.contents = .former
    }

    private static let aboveGap = Diagnosis(
        problem: "A member below it in its stack did not come back, so the stack ends there",
        remedy: "See what became of the member below."
    )

    private static func aboveUnavailable(_ reason: Diagnosis) -> Diagnosis {
        Diagnosis(
            problem: "A member below it in its stack could not be restored: \(reason.problem)",
            place: reason.place,
            remedyOf: reason
        )
    }

    // MARK: Attaching

    /// Lets containers and presenters take back what they held, the outermost first. Children have
    /// decoded by now, so that one that failed to is not put into the tree.
    func attach() {
        attachArrived()
        for (number, traits) in special where !traits.isDisjoint(with: [.container, .presenter]) {
            guard let object = objects[number], !(object is UnavailableObject) else { continue }
            if ofOtherType.contains(number) {
                unavailable[number]?.contents = .foreign
                unattached.insert(number)
            }
            guard let contents = contents(of: number) else { continue }
            var isTold = false
            tell(.attach, number) {
                isTold = true
                attach(contents, to: object, number, traits)
            }
            unavailable[number]?.contents = isTold ? .current : .added
            if !isTold { unattached.insert(number) }
        }
    }

    /// Keeps what containers and presenters held that were kept out of taking it back.
    func keepUnattached() {
        for number in unattached {
            guard let kept = unavailable[number], let object = objects[number], isHeldBack(kept)
            else { continue }
            table.absent.append(contentsOf: kept.parts(of: object))
        }
    }

    private func attach(
        _ contents: Contents,
        to object: any Restorable,
        _ number: Int,
        _ traits: ClassTraits
    ) {
        if traits.contains(.container), let container = object as? any RestorableContainer,
            contents.hasChildren
        {
            attach(contents, to: container, number)
        }
        if traits.contains(.presenter), let presenter = object as? any RestorablePresenter,
            let presented = contents.presented
        {
            present(presented, by: presenter, number)
        }
    }

    private func attach(
        _ contents: Contents,
        to container: any RestorableContainer,
        _ number: Int
    ) {
        let current = container.restorationSlots
        let held = HeldChildren(of: container)
        var restored: [RestorationSlot] = []
        var hasGap = false
        for (position, (child, key)) in contents.children.enumerated() {
            let given = given(child, besides: held)
            if let given, !hasGap { restored.append(RestorationSlot(given, key: key)) }
            // What stands for an object is not shown above a gap, and is kept like that gap.
            if given.map({ !hasGap || !($0 is UnavailableObject) }) ?? false { continue }
            if container.restorationArrangement == .stack { hasGap = true }
            guard let child else { continue }
            guard let kept = kept(for: child) else {
                giveUp(child)
                continue
            }
            let role = AbsentPart.Role.child(position: position, key: key)
            table.absent.append(AbsentPart(kept, of: container, as: role))
        }
        defer { noteWaiting(container, number, contents) }
        let merged = container.restorationArrangement.merge(current, with: restored) {
            paths.identifier(of: $0) != nil
        }
        let selection = given(contents.selected, besides: held).flatMap { selected in
            merged.contains { $0.child === selected } ? selected : nil
        }
        if selection == nil { noteSelection(contents, container, number) }
        let isSelected = selection == nil || selection === container.restorationSelection
        if isSelected, isSame(current, merged) { return }
        container.attachRestored(merged, selecting: selection)
    }

    private func present(
        _ object: any Restorable,
        by presenter: any RestorablePresenter,
        _ number: Int
    ) {
        if presenter.restorationPresented === object { return }
        if let kept = kept(for: object) {
            let part = AbsentPart(kept, of: presenter, number, as: .presented)
            table.absent.append(part)
        } else if failedRecord(of: object) == nil {
            presenter.presentRestored(object)
        } else {
            giveUp(object)
        }
    }
}
