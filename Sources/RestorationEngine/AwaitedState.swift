package import RestorationCore

/// Gives objects the state that was kept for them, after the restore.
package struct AwaitedState {
    /// What could not be applied, and why. Empty when all is well.
    package private(set) var failures: [Diagnosis] = []
    /// What became of each record.
    package private(set) var changes: [Leftovers.Change] = []

    private let recorder: (any RestorationRecorder)?
    private let undoesFailedDecodes: Bool
    /// Called before the first state is applied.
    private var willBegin: (() -> Void)?

    /// - Parameters:
    ///   - undoesFailedDecodes: Whether objects are put back to what they were if they fail to
    ///     decode.
    ///   - willBegin: Called before the first state is applied, if there is any.
    package init(
        recorder: (any RestorationRecorder)?,
        undoesFailedDecodes: Bool = true,
        willBegin: @escaping () -> Void
    ) {
        self.recorder = recorder
        self.undoesFailedDecodes = undoesFailedDecodes
        self.willBegin = willBegin
    }

    /// Applies what is kept for `object`, for those of its group, and for its elements if it has
    /// loaded them. What is applied, or fails to be, is not applied again.
    package mutating func apply(to object: any Restorable, from leftovers: inout Leftovers) {
        for held in leftovers.heldBack[.of(object)]
        where held.isAwaited && held.object === object { apply(with: held, &leftovers) }
        // The getters are in nobody's step: the program, which runs already, has called for this.
        guard !leftovers.absent.isEmpty || !leftovers.heldBack.isEmpty,
            let owner = object as? any RestorableElementOwner,
            let elements = owner.restorationElements
        else { return }
        for element in elements {
            apply(to: element, from: &leftovers)
            let name = element.restorationIdentifier
            let part = leftovers.absent[.of(owner)].first {
                $0.role == .element && $0.holder === owner
                    && $0.kept.identifier.rawValue == name
            }
            guard let part else { continue }
            leftovers.absent.removeAll(of: .of(part.kept)) { $0.role == .element }
            var held = HeldBackObject(element, kept: part.kept)
            held.isAwaited = true
            held.group = part.kept.group
            leftovers.heldBack.append(held)
            if let failure = part.kept.groupFailure {
                fail([held], at: held, because: failure, &leftovers)
            } else {
                apply(with: held, &leftovers)
            }
        }
    }

    /// Gives an object its state, with those of its group if all of them are there.
    private mutating func apply(with held: HeldBackObject, _ leftovers: inout Leftovers) {
        guard let group = held.group else { return apply([held], &leftovers) }
        if !leftovers.isLacking(group) { apply(leftovers.awaited(in: group), &leftovers) }
    }

    /// Gives all of some objects the state that is kept for them, or none.
    private mutating func apply(_ members: [HeldBackObject], _ leftovers: inout Leftovers) {
        willBegin?()
        willBegin = nil
        var transaction = Transaction(recorder)
        for held in members {
            do {
                try take(held, &transaction)
            } catch {
                let isWaiting = error is StateNotYetApplicable
                // One by itself may have taken what it could.
                let isUndone = !isWaiting || held.object is any TransactionalRestorable
                let reason = isUndone ? transaction.undo(after: error) : Diagnosis(error)
                if !isWaiting { fail(members, at: held, because: reason, &leftovers) }
                return
            }
        }
        transaction.apply()
        for held in members {
            if let object = held.object { held.kept.end(replacedBy: object) }
        }
        for held in members { finish(held, &leftovers) }
    }

    private func take(_ held: HeldBackObject, _ transaction: inout Transaction) throws {
        guard let object = held.object else { return }
        let kept = held.kept
        let coder = try held.coder()
        let isPutBack =
            object is any TransactionalRestorable
            || undoesFailedDecodes && !(object is any PluginHeld)
                && !(object is any RestorationFailureObserving)
        if isPutBack {
            try transaction.take(object, kept.number, of: kept.archive, coder)
        } else {
            try RestorationStep.run(.decode, kept.number, of: kept.archive, recorder) {
                try object.decodeRecord(with: coder)
            }
        }
    }

    private mutating func finish(_ held: HeldBackObject, _ leftovers: inout Leftovers) {
        let kept = held.kept
        leftovers.heldBack.removeAll(of: .of(kept))
        try? RestorationStep.run(.finish, kept.number, of: kept.archive, recorder) {
            held.object?.restorationDidFinish()
        }
        guard let node = kept.homeNode else { return }
        changes.append(
            Leftovers.Change(
                node: node,
                outcome: held.postponed.migrated == nil ? .restored : .migrated,
                reason: held.postponed.remark
            )
        )
    }

    private mutating func fail(
        _ members: [HeldBackObject],
        at failed: HeldBackObject,
        because reason: Diagnosis,
        _ leftovers: inout Leftovers
    ) {
        for held in members {
            leftovers.heldBack.removeAll(of: .of(held.kept))
            guard let object = held.object else { continue }
            leftovers.holdBack(object, held.kept)
            let isFailed = held.kept === failed.kept
            let path = failed.kept.path
            let failure = (isFailed ? reason : reason.ofGroup(at: path)).notApplied(at: path)
            failures.append(failure)
            guard let node = held.kept.homeNode else { continue }
            changes.append(leftovers.change(node, failure, isThere: true))
        }
    }
}

extension Leftovers {
    /// The objects that some records are kept for.
    package func objects(of records: [UnavailableObject]) -> [any Restorable] {
        records.flatMap { heldBack[.of($0)].compactMap(\.object) }
    }

    /// The members of a group that are there and have not been changed meanwhile.
    func awaited(in group: AwaitedGroup) -> [HeldBackObject] {
        group.records.flatMap { heldBack[.of($0)] }.filter { held in
            held.isAwaited && held.group === group && held.object != nil
        }
    }

    /// Whether an object of the group is not there yet.
    fileprivate func isLacking(_ group: AwaitedGroup) -> Bool {
        group.records.contains { !unavailable[.of($0)].isEmpty || !absent[.of($0)].isEmpty }
    }
}
