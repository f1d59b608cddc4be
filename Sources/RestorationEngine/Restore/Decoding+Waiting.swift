import RestorationCore

/// State that its object cannot take yet.
extension Decoding {
    /// Keeps the state of an object that cannot take it yet.
    func keepForLater(_ object: any Restorable, _ number: Int) {
        keepForLater(object, number, Self.notReady, in: nil)
    }

    /// Keeps the state of a group, one of which cannot take its own yet.
    func keepForLater(_ group: TransactionGroup, becauseOf waiting: Int) {
        let together = Diagnosis(
            problem: Self.otherNotReady.problem,
            place: archive.path(of: archive.records[waiting].path).description,
            remedyOf: Self.otherNotReady
        )
        // Where one comes late, others may wait for it outside.
        group.waiting = group.absent.lazy.compactMap { self.keeper.kept[$0]?.group }.first
        if group.waiting == nil, group.members.count + group.absent.count > 1 {
            group.waiting = AwaitedGroup()
        }
        for number in group.absent where table.outcome(of: number) == .awaited {
            keeper.kept[number]?.group = group.waiting
        }
        for number in group.members {
            guard let object = objects[number], !(object is UnavailableObject),
                table.isPlain(number)
            else { continue }
            let reason = number == waiting ? Self.notReady : together
            keepForLater(object, number, reason, in: group.waiting)
        }
        for number in group.absent { keeper.kept[number].map { group.waiting?.add($0) } }
    }

    static let otherNotReady = Diagnosis(
        problem: "An object of its group cannot take its state yet",
        remedyOf: notReady
    )

    func keepForLater(
        _ object: any Restorable,
        _ number: Int,
        _ reason: Diagnosis,
        in group: AwaitedGroup?
    ) {
        do {
            let kept = try keeper.keptRecord(number, reason)
            let decoding = DeferredDecoding(
                ticket: keeper.coders.issuedTicket(of: archive.records[number].path),
                baseline: baseline(of: object, number),
                migrated: keeper.migrated[number]?.record,
                remark: table[number].remark,
                askedAtCreation: keeper.askedAtCreation[number] ?? []
            )
            kept.group = group
            group?.add(kept)
            let owner = lookup.owner(ofElement: number)
            let deferred = Deferred(kept, .state(decoding), for: object, of: owner)
            table.set(.deferred(deferred), of: number)
        } catch {
            keeper.end(number, .lost, Diagnosis(error))
        }
    }

    /// What an object is now, to tell later what has been changed of it. Elements and transactional
    /// objects take their state as a whole: there are no changes of some of it.
    private func baseline(of object: any Restorable, _ number: Int) -> [CarriedFields.Field]? {
        let traits = lookup.classes.traits.traits(of: object)
        guard traits.isDisjoint(with: [.element, .transactional]) else { return nil }
        return try? keeper.run(.decode, number) { try ScratchRecord(of: object).coder().fields() }
    }

    private static let notReady = Diagnosis(
        problem: "It cannot take its state yet",
        advice: "Call applyAwaitedState(to:) with it when it is ready",
        outlook: "; the state is kept until then, or until the object is changed."
    )
}
