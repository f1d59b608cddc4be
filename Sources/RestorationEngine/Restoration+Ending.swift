import RestorationCore

/// Objects that end with the restore.
extension Restoration {
    /// Keeps the state of objects that end with the restore, since nothing holds them but it. What
    /// they hold ends with them, if nothing else holds that.
    ///
    /// O(records), and a look at each object, which is about to be let go of; once more for each
    /// step by which one holds another without a reference.
    func keepWhatNobodyTook(_ below: BelowFailed) {
        var ended: [(kept: UnavailableObject, number: Int)] = []
        var waiting = objects.uniquelyHeld()
        while !waiting.isEmpty {
            var hasEnded = false
            while let number = waiting.popLast() {
                guard exceptions[number] == nil, objects[number] != nil else { continue }
                hasEnded = true
                let reason = below.reasons[number] ?? Self.nobodyTook
                end(number, reason).map { ended.append(($0, number)) }
                for target in archive.references(of: number)
                where target != ArchiveRecord.none && objects.isUniquelyHeld(Int(target)) {
                    waiting.append(Int(target))
                }
            }
            // Those that were held without a reference, such as elements.
            if hasEnded { waiting = objects.uniquelyHeld().filter { exceptions[$0] == nil } }
        }
        for (kept, number) in ended { findReferences(of: kept, number) }
    }

    /// Lets objects end that a class made, that failed to decode, and that nothing took; with them
    /// what they had built for themselves, whose state is kept as theirs is.
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
                guard isOwn(number) || failedRecords.contains(number) else { continue }
                hasEnded = true
                endFailed(number, below)
            }
            // What was kept for those that have ended holds what is below them.
            if hasEnded { outcome.leftovers.carried.removeAll { !$0.isNeeded } }
            numbers.reverse()
        }
        failGroups()
    }

    /// Lets those fail whose groups wait for something that has ended. Those of a late restore may
    /// be outside.
    private func failGroups() {
        guard plan == nil, !outcome.failed.isEmpty else { return }
        for change in outcome.leftovers.failGroups(of: outcome.failed) {
            guard let number = archive.record(ofNode: change.node), let reason = change.reason
            else { continue }
            except(number, change.outcome, reason)
        }
    }

    private func endFailed(_ number: Int, _ below: BelowFailed) {
        let reason = exceptions[number]?.reason
        let isWaiting = exceptions[number]?.outcome == .awaited
        if objects[number] is any RestorableElementOwner,
            let reason = reason.map({ Self.parentUnavailable($0) }) ?? below.reasons[number]
        {
            keepElements(of: number, reason)
        }
        if reason == nil || isWaiting {
            let held = unavailable[number].map { outcome.leftovers.heldBack[.of($0)] } ?? []
            for held in held { held.ticket?.cancel() }
            let reason = below.reasons[number] ?? Self.nobodyTook
            _ = end(number, reason)
            if let group = held.last?.group { noteFailure(of: number, in: group, reason) }
        } else {
            // Its record is kept, or given up, already.
            letGo(of: number)
            noteGivenUp(number)
        }
    }

    /// Remembers that those of a group wait in vain.
    func noteFailure(of number: Int, in group: AwaitedGroup, _ reason: Diagnosis) {
        guard let kept = unavailable[number] else { return }
        kept.group = group
        kept.reason = reason
        outcome.failed.append(kept)
    }

    private func letGo(of number: Int) {
        objects[number].map { live.forgetChildren(of: $0) }
        objects[number] = nil
    }

    /// Where nothing is kept, an object that has ended is not there without its state.
    private func noteGivenUp(_ number: Int) {
        guard !keepsUnavailable, let exception = exceptions[number], exception.outcome == .created
        else { return }
        except(number, .missing, exception.reason)
    }

    /// Lets go of an object that nothing else holds, and keeps its state.
    private func end(_ number: Int, _ reason: Diagnosis) -> UnavailableObject? {
        letGo(of: number)
        guard keepsUnavailable else {
            except(
                number,
                outcome.leftovers.outcome(isThere: false),
                outcome.leftovers.asItIs(reason)
            )
            return nil
        }
        do {
            let kept = try keptRecord(number, reason)
            kept.reason = reason
            outcome.leftovers.unavailable.append(kept)
            objects[number] = kept
            except(number, .retained, reason)
            return kept
        } catch {
            except(number, .lost, Diagnosis(error))
            return nil
        }
    }

    private static let nobodyTook = Diagnosis(
        problem: "It was restored, and nobody took it",
        advice: "Let what it belongs to hold it: a container, a presenter, or whatever decodes a"
            + " reference to it.",
        outlook: " Its state is kept."
    )
}
