import RestorationCore

/// Objects that end with the restore.
extension Finishing {
    /// Keeps the state of objects that end with the restore, since nothing holds them but it. What
    /// they hold ends with them, if nothing else holds that.
    ///
    /// O(records), and a look at each object, which is about to be let go of; once more for each
    /// step by which one holds another without a reference.
    func retainUnreferenced(_ below: BelowFailed) {
        var ended: [(kept: UnavailableObject, number: Int)] = []
        var waiting = objects.uniquelyHeld()
        while !waiting.isEmpty {
            var hasEnded = false
            while let number = waiting.popLast() {
                guard table.isPlain(number) || isWaiting(number), objects[number] != nil
                else { continue }
                hasEnded = true
                letEnd(number, below).map { ended.append(($0, number)) }
                for target in archive.references(of: number)
                where target != ArchiveRecord.none && objects.isUniquelyHeld(Int(target)) {
                    waiting.append(Int(target))
                }
            }
            // Those that were held without a reference, such as elements.
            if hasEnded { waiting = objects.uniquelyHeld() }
        }
        for (kept, number) in ended { keeper.findReferences(of: kept, number) }
    }

    /// Lets objects end that a class made, that failed to decode, and that nothing took; with them
    /// what they had built for themselves, whose state is retained as theirs is.
    ///
    /// What else is below them was made by a class as they were, and stays with what is kept for
    /// them.
    ///
    /// O(records below what has failed), once more for each time that one holds another which comes
    /// before it and the next one which comes after.
    func endFailed(_ below: BelowFailed) {
        var numbers = below.numbers
        var hasEnded = !numbers.isEmpty
        while hasEnded {
            hasEnded = false
            for number in numbers where objects.isUniquelyHeld(number) {
                guard lookup.isOwn(number) || decoding.failed.contains(number) else { continue }
                hasEnded = true
                _ = letEnd(number, below)
            }
            // What was kept for those that have ended holds what is below them.
            if hasEnded { table.carried.removeAll { !$0.isNeeded } }
            numbers.reverse()
        }
    }

    /// Whether an object is there, and its state is retained until it can take that.
    private func isWaiting(_ number: Int) -> Bool {
        table[number].retained?.isDeferredState ?? false
    }

    /// Lets go of an object that nothing else holds, with elements that it has not loaded.
    ///
    /// - Returns: What is kept for it from now on, if nothing was.
    private func letEnd(_ number: Int, _ below: BelowFailed) -> UnavailableObject? {
        let unreferenced = below.reasons[number] ?? Self.notReferenced
        let isWaiting = isWaiting(number)
        let own = isWaiting ? nil : table.obstacle(of: number)
        if objects[number] is any RestorableElementOwner {
            keepElements(of: number, Lookup.parentUnavailable(own ?? unreferenced))
        }
        guard own == nil else {
            // Its record is kept, or given up, already.
            letGo(of: number)
            noteGivenUp(number)
            return nil
        }
        if isWaiting { (table[number].retained as? Deferred)?.ticket?.cancel() }
        return endUnheld(number, unreferenced)
    }

    private func letGo(of number: Int) {
        objects[number].map { lookup.live.forgetChildren(of: $0) }
        objects[number] = nil
    }

    /// Where nothing is kept, an object that has ended is not there without its state.
    private func noteGivenUp(_ number: Int) {
        guard !table.keepsUnavailable, case .created(let why) = table[number] else { return }
        keeper.end(number, .missing, why.diagnosis)
    }

    /// Lets go of an object that nothing else holds, and keeps its state.
    private func endUnheld(_ number: Int, _ reason: Diagnosis) -> UnavailableObject? {
        letGo(of: number)
        guard table.keepsUnavailable else {
            keeper.end(number, table.outcome(isThere: false), table.asItIs(reason))
            return nil
        }
        do {
            let kept = try keeper.keptRecord(number, reason)
            table.set(.unavailable(Retained(kept)), of: number)
            objects[number] = kept
            return kept
        } catch {
            keeper.end(number, .lost, Diagnosis(error))
            return nil
        }
    }

    /// Remembers what is above each object that is not there, or may end: what is kept goes with
    /// that.
    ///
    /// O(records kept, and nodes above them).
    func noteHolders() {
        // In a late restore that of others stays what it was.
        let all =
            late != nil
            ? Array(keeper.kept.values.values)
            : table.retained.map(\.kept) + table.absent.map(\.kept)
        var known: [UInt32: FormerHolder?] = [:]
        for kept in all {
            guard let node = kept.homeNode else { continue }
            // A late restore knows few objects: perhaps none that is as near.
            guard let found = holder(above: node, &known),
                found.steps <= kept.holder?.steps ?? .max
            else { continue }
            kept.holder = found
        }
    }

    /// Remembers which records are those of roots.
    func noteRoots() {
        table.noteRoots(
            lookup.live.roots.compactMap { root in
                objects.record(of: root.object).map { (root.object, $0) }
            }
        )
    }

    private func holder(
        above node: UInt32,
        _ known: inout [UInt32: FormerHolder?]
    ) -> FormerHolder? {
        var climbed: [UInt32] = []
        var next = node
        var found: FormerHolder?
        while true {
            if let holder = known[next] {
                found = holder
                break
            }
            climbed.append(next)
            next = archive.paths[Int(next)].parent
            guard next != ArchiveRecord.none else { break }
            guard let record = archive.record(ofNode: next), let object = objects[record],
                !(object is UnavailableObject)
            else { continue }
            found = FormerHolder(object, record: record)
            break
        }
        for node in climbed.reversed() {
            found = found?.oneStepFurther
            known.updateValue(found, forKey: node)
        }
        return found
    }

    /// Remarks on restored objects, and on the objects that these list, that only the retained
    /// state of another object references them: nobody sees them before that object comes back.
    ///
    /// O(records kept, with what they lead to, and what is below such objects).
    func remarkReferences(_ unheld: [Int]) {
        let unheld = Set(unheld.filter { isUnremarkable($0) })
        guard !unheld.isEmpty else { return }
        for (number, _) in keeper.kept.values.sorted(by: { $0.key < $1.key }) {
            guard let obstacle = table.obstacle(of: number), table.outcome(of: number) != .awaited
            else { continue }
            let reason = keptOnly(for: obstacle, number)
            for target in archive.references(of: number) where unheld.contains(Int(target)) {
                say(reason, of: Int(target))
            }
        }
    }

    private func say(_ reason: Diagnosis, of number: Int) {
        var next = [number]
        while let number = next.popLast() {
            guard isUnremarkable(number), let object = objects[number] else { continue }
            table.remark(Remark(reason), on: number)
            // Asks the object for them.
            keeper.tell(.attach, number) {
                next += lookup.graph.children(of: object).compactMap {
                    objects.record(of: $0.child)
                }
            }
        }
    }

    /// Whether an object is restored, and there is nothing to say of it so far.
    private func isUnremarkable(_ number: Int) -> Bool {
        number != 0 && table.isPlain(number) && table.reason(of: number) == nil
    }

    private func keptOnly(for reason: Diagnosis, _ holder: Int) -> Diagnosis {
        Diagnosis(
            problem: "Only the retained state of another object references it:"
                + " \(reason.problem)",
            place: archive.path(of: archive.records[holder].path).description,
            remedyOf: reason
        )
    }

    private static let notReferenced = Diagnosis(
        problem: "Restored, but nothing references it",
        advice: "Keep a reference to it in its parent: a container, a presenter, or the object that"
            + " decodes a reference to it.",
        outlook: " Its state is retained."
    )
}
