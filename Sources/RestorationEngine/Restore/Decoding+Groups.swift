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
        if let late {
            for number in late.records where late.decoding(of: number) != nil { joinGroup(number) }
            return
        }
        guard archive.knowsKey(ReservedKey.group) else { return }
        for number in archive.records.indices.dropFirst() where !table.isPlain(number) {
            let coder = try? keeper.coder(for: number)
            let name = try? coder?.decode(String.self, forKey: ReservedKey.group)
            if let name { table.groups.add(number, to: table.groups.named(name)) }
        }
    }

    /// Puts a transactional object into its group: the one that its record is of, the one that it
    /// names, or one of its own.
    private func joinGroup(_ number: Int) {
        guard let object = objects[number] as? any TransactionalRestorable,
            table.isPlain(number)
        else { return }
        let group = table.groups.group(of: number) ?? groupNamed(by: object, number)
        // One that has come when its group had had its turn shares what became of that.
        if let failure = group.failure { return withhold(object, number, because: failure) }
        let isOver = group.isDone && !group.isWaiting
        table.groups.add(number, to: isOver ? TransactionGroup() : group)
        if group.isWaiting { keepForLater(object, number, Self.otherNotReady) }
    }

    private func groupNamed(
        by object: any TransactionalRestorable,
        _ number: Int
    ) -> TransactionGroup {
        var name: String?
        // Looking for an object, and for those that belong to it. Not a step of its decoding: one
        // whose state is withheld from it is of its group all the same, and fails with it.
        keeper.tell(.create, number) { name = object.restorationGroup }
        return table.groups.named(name)
    }

    /// Decodes a group when the first of its members has its turn; objects above the others decode
    /// before them (REST-25). One that has an element that may still be loaded has its turn with
    /// the elements.
    func decode(_ group: TransactionGroup) {
        // One above another may be of the group, too, or of one that leads back to it.
        guard !group.isDone, !group.isPreparing else { return }
        group.isPreparing = true
        for number in group.records where table.isLacking(number) {
            decodeAncestors(of: number, in: group)
            findLoadedElement(number)
        }
        group.isPreparing = false
        let lacking = group.records.filter { table.isLacking($0) }
        let failed = lacking.first { !table.isDeferred($0) }
        let mayBeLoaded = lacking.contains { archive.records[$0].isElement }
        guard failed != nil || areElementsLoaded || !mayBeLoaded else { return }
        group.isDone = true
        group.members = group.records.filter { table.isFound($0) }
            .sorted { archive.records[$0].path < archive.records[$1].path }
        if let failed, let reason = table.obstacle(of: failed) {
            fail(group, at: failed, because: reason)
        } else if let waiting = lacking.first {
            keepForLater(group, becauseOf: waiting)
        } else {
            decodeMembers(of: group)
        }
    }

    /// Gives groups their turn that have had none: an element was still to come, or nobody is
    /// there.
    func decodePostponedGroups() {
        for group in table.groups.postponed { decode(group) }
        table.groups.forgetDone(late?.records ?? table.groups.records)
        // Holds an owner, which may be about to end.
        loadedElements = nil
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
                let coder = try coder(for: object, number)
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
        for record in waiting.reversed() where table.groups.group(of: record) !== group {
            decodeOnce(record)
        }
    }

    private func fail(_ group: TransactionGroup, at failed: Int, because reason: Diagnosis) {
        let together = reason.ofGroup(at: archive.path(of: archive.records[failed].path))
        group.fail(because: together)
        for (number, object) in there(of: group) {
            withhold(object, number, because: number == failed ? reason : together)
        }
    }

    /// Keeps the state of a group, one of which cannot take its own yet.
    private func keepForLater(_ group: TransactionGroup, becauseOf waiting: Int) {
        group.isWaiting = true
        let together = Diagnosis(
            problem: Self.otherNotReady.problem,
            place: archive.path(of: archive.records[waiting].path).description,
            remedyOf: Self.otherNotReady
        )
        for (number, object) in there(of: group) {
            keepForLater(object, number, number == waiting ? Self.notReady : together)
        }
    }

    /// The members that are there still.
    private func there(of group: TransactionGroup) -> [(Int, any Restorable)] {
        group.members.compactMap { number in
            guard table.isPlain(number), let object = objects[number] else { return nil }
            return (number, object)
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
            problem: "Another object of its group could not be restored: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }
}
