import RestorationCore

/// Objects that take their state as a whole, alone or as a group.
extension Restoration {
    /// Sorts transactional objects by their groups.
    func gatherGroups() {
        hasGroups = true
        for (number, traits) in special where traits.contains(.transactional) { joinGroup(number) }
    }

    /// Puts a transactional object into the group that it names; into one of its own if it names
    /// none, or has come when that had had its turn.
    func joinGroup(_ number: Int) {
        guard let object = objects[number] as? any TransactionalRestorable,
            exceptions[number] == nil
        else { return }
        var name: String?
        // Looking for an object, and for those that belong to it. Not a step of its decoding: one
        // whose state is kept from it is of its group all the same, and fails with it.
        tell(.create, number) { name = object.restorationGroup }
        let named = name.flatMap { namedGroups[$0] }
        let group = named?.isDone == false ? named! : TransactionGroup()
        if let name, named == nil { namedGroups[name] = group }
        group.members.append(number)
        groups[number] = group
    }

    /// Decodes a group when the first of its members has its turn; objects above the others decode
    /// before them (REST-25).
    func decode(_ group: TransactionGroup) {
        guard !group.isDone else { return }
        group.isDone = true
        var transaction = Transaction(recorder)
        var carried: [CarriedFields] = []
        for number in group.members {
            decodeAncestors(of: number)
            guard let object = objects[number] else { continue }
            do {
                let coder = try coder(for: number)
                try transaction.take(object, number, of: archive, coder)
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
        outcome.leftovers.carried += carried
    }

    private func decodeAncestors(of number: Int) {
        var waiting: [Int] = []
        var node = archive.paths[Int(archive.records[number].path)].parent
        while node != ArchiveRecord.none, !isDecoded(node) {
            if let record = archive.record(ofNode: node) { waiting.append(record) }
            node = archive.paths[Int(node)].parent
        }
        let group = groups[number]
        for record in waiting.reversed() where group == nil || groups[record] !== group {
            decodeOnce(record)
        }
    }

    private func fail(_ group: TransactionGroup, at failed: Int, because reason: Diagnosis) {
        let path = archive.path(of: archive.records[failed].path)
        let together = Diagnosis(
            problem: "An object of its group could not be restored: \(reason.problem)",
            place: reason.place(at: path),
            remedy: reason.remedy
        )
        for number in group.members {
            guard let object = objects[number] else { continue }
            holdBack(object, number, because: number == failed ? reason : together)
        }
    }
}

/// Transactional objects that decode together.
final class TransactionGroup {
    var members: [Int] = []
    var isDone = false
}
