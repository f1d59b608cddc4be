import RestorationCore

/// Objects that take their state as a whole, alone or as a group.
extension Decoding {
    /// Sorts transactional objects by their groups, and records of a group whose objects are not
    /// there to say so.
    func gatherGroups() {
        lookup.didFind = { [unowned self] number, traits in
            // One that comes while others decode belongs to a group like the others.
            if traits.contains(.transactional) { joinGroup(number) }
        }
        for (number, traits) in lookup.special where traits.contains(.transactional) {
            joinGroup(number)
        }
        guard archive.knowsKey(ReservedKey.group) else { return }
        for number in archive.records.indices where isLackingObject(number) {
            let coder = try? keeper.coder(for: number)
            let name = try? coder?.decode(String.self, forKey: ReservedKey.group)
            if let name { groups.named(name).absent.append(number) }
        }
    }

    /// Whether a record of this restore has no object that is to be given its state.
    private func isLackingObject(_ number: Int) -> Bool {
        guard number > 0, !table.isPlain(number) else { return false }
        return plan?.takesPart(number) ?? true
    }

    /// Puts a transactional object into the group that it names, or into one of its own.
    func joinGroup(_ number: Int) {
        guard let object = objects[number] as? any TransactionalRestorable,
            table.isPlain(number)
        else { return }
        var name: String?
        // Looking for an object, and for those that belong to it. Not a step of its decoding: one
        // whose state is kept from it is of its group all the same, and fails with it.
        keeper.tell(.create, number) { name = object.restorationGroup }
        let group = groups.named(name)
        let kept = plan?.kept[number]
        // One that has come when its group had had its turn shares what became of that.
        if let failure = kept?.groupFailure ?? group.failure {
            return holdBack(object, number, because: failure)
        }
        if let waiting = kept?.group ?? group.waiting {
            if let kept { regrouped.append(kept) }
            return keepForLater(object, number, Self.otherNotReady, in: waiting)
        }
        let joined = group.isDone ? TransactionGroup() : group
        groups.join(joined, number)
    }

    /// Decodes a group when the first of its members has its turn; objects above the others decode
    /// before them (REST-25). One that has an element that may still be loaded has its turn with
    /// the elements.
    func decode(_ group: TransactionGroup) {
        // One above another may be of the group, too, or of one that leads back to it.
        guard !group.isDone, !group.isPreparing else { return }
        group.isPreparing = true
        for number in group.absent {
            decodeAncestors(of: number, in: group)
            findLoadedElement(number)
        }
        group.isPreparing = false
        let lacking = group.absent.filter { isLacking($0) }
        if let failed = lacking.first(where: { table.outcome(of: $0) != .awaited }),
            let reason = table.obstacle(of: failed)
        {
            group.isDone = true
            return fail(group, at: failed, because: reason)
        }
        if let waiting = lacking.first {
            let mayBeLoaded = lacking.contains { archive.records[$0].isElement }
            guard areElementsLoaded || !mayBeLoaded else { return }
            group.isDone = true
            return keepForLater(group, becauseOf: waiting)
        }
        group.isDone = true
        decodeMembers(of: group)
    }

    /// Gives groups their turn that have had none: an element was still to come, or nobody is
    /// there.
    func decodePostponedGroups() {
        for group in groups.postponed { decode(group) }
        // Holds an owner, which may be about to end.
        loadedElements = nil
    }

    /// Whether a group cannot have its state since that of a record cannot be applied. What was
    /// left out on purpose is no obstacle.
    private func isLacking(_ number: Int) -> Bool {
        !table.isPlain(number) && table.outcome(of: number) != .skipped
    }

    private func decodeMembers(of group: TransactionGroup) {
        loadedElements = nil
        defer { loadedElements = nil }
        var transaction = keeper.makeTransaction()
        var carried: [CarriedFields] = []
        for number in group.members {
            decodeAncestors(of: number, in: group)
            guard let object = objects[number] else { continue }
            do {
                let coder = try keeper.coder(for: number)
                try transaction.take(object, number, of: archive, coder)
                table.noteDecoded(number)
                noteFailure(number, coder)
                if let fields = carriedFields(object, number, coder) { carried.append(fields) }
            } catch {
                let reason = transaction.undo(after: error)
                guard error is StateNotYetApplicable else {
                    return fail(group, at: number, because: reason)
                }
                return keepForLater(group, becauseOf: number)
            }
        }
        transaction.apply()
        table.carried += carried
    }

    /// Those of the group itself decode with it.
    private func decodeAncestors(of number: Int, in group: TransactionGroup) {
        var waiting: [Int] = []
        var node = archive.paths[Int(archive.records[number].path)].parent
        while node != ArchiveRecord.none, !isDecoded(node) {
            if let record = archive.record(ofNode: node) { waiting.append(record) }
            node = archive.paths[Int(node)].parent
        }
        for record in waiting.reversed() where groups.group(of: record) !== group {
            decodeOnce(record)
        }
    }

    private func fail(_ group: TransactionGroup, at failed: Int, because reason: Diagnosis) {
        let together = reason.ofGroup(at: archive.path(of: archive.records[failed].path))
        group.failure = together
        for number in group.absent { keeper.kept[number]?.groupFailure = together }
        for number in group.members {
            guard let object = objects[number], table.isPlain(number) else { continue }
            holdBack(object, number, because: number == failed ? reason : together)
        }
    }
}

extension Diagnosis {
    /// Why an object is not given its state.
    func notApplied(at path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "Its state could not be applied: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }

    /// What to say of an object that went on without a value (SEC-12).
    func ofPassedOverValue(at path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "A value could not be decoded, and the object went on without it: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }

    /// Why the others of a group are not restored either.
    ///
    /// - Parameter path: Whose failure this is.
    func ofGroup(at path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "An object of its group could not be restored: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }
}

/// The groups of one restore.
struct TransactionGroups {
    /// By record number: the objects that it decodes with.
    private let members = Sparse<TransactionGroup>()
    private var named: [String: TransactionGroup] = [:]

    func group(of number: Int) -> TransactionGroup? { members[number] }

    mutating func named(_ name: String?) -> TransactionGroup {
        guard let name else { return TransactionGroup() }
        if let known = named[name] { return known }
        let group = TransactionGroup()
        named[name] = group
        return group
    }

    func join(_ group: TransactionGroup, _ number: Int) {
        group.members.append(number)
        members[number] = group
    }

    /// Those that have had no turn yet.
    var postponed: [TransactionGroup] {
        named.values.filter { !$0.isDone }.sorted { $0.first < $1.first }
    }
}

/// Transactional objects that decode together.
final class TransactionGroup {
    var members: [Int] = []
    /// Records of the group that had no object to decode when the groups were gathered.
    var absent: [Int] = []
    var first: Int { (members + absent).min() ?? 0 }
    /// Whether what is above its members is decoding for its sake, and whether it has had its turn.
    var isPreparing = false
    var isDone = false
    /// Why the others failed, once the group has.
    var failure: Diagnosis?
    /// Those who wait, once the group does.
    var waiting: AwaitedGroup?
}
