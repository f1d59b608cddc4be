package import RestorationCore

/// Gives objects the state that was kept for them, after the restore.
package struct AwaitedState {
    /// What could not be applied, and why. Empty when all is well.
    package private(set) var failures: [Diagnosis] = []
    /// What became of each record.
    package private(set) var changes: [Leftovers.Change] = []

    private let paths: LivePath
    private let recorder: (any RestorationRecorder)?
    private let undoesFailedDecodes: Bool
    /// Called before the first state is applied.
    private var willBegin: (() -> Void)?

    /// - Parameters:
    ///   - paths: Tells what lies below an object.
    ///   - undoesFailedDecodes: Whether objects are put back to what they were if they fail to
    ///     decode.
    ///   - willBegin: Called before the first state is applied, if there is any.
    package init(
        paths: LivePath,
        recorder: (any RestorationRecorder)?,
        undoesFailedDecodes: Bool = true,
        willBegin: @escaping () -> Void
    ) {
        self.paths = paths
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
        var waiting = leftovers.elements(of: owner)
        for element in elements {
            apply(to: element, from: &leftovers)
            guard let name = element.restorationIdentifier,
                let kept = waiting.removeValue(forKey: name)
            else { continue }
            var held = HeldBackObject(element, kept: kept, of: owner)
            held.isAwaited = true
            held.group = kept.group
            if let gone = leftovers.heldBack[.of(kept)].last {
                (held.group, held.ticket) = (gone.group, gone.ticket)
            }
            leftovers.heldBack.removeAll(of: .of(kept))
            leftovers.absent.removeAll(of: .of(kept)) { $0.role == .element }
            leftovers.heldBack.append(held)
            if let failure = kept.groupFailure {
                fail([held], at: held, because: failure, &leftovers)
            } else {
                apply(with: held, &leftovers)
            }
        }
        guard !owner.awaitsElements else { return }
        for kept in waiting.values {
            // What was kept for one that has ended stays, for another in its place.
            guard let node = kept.homeNode, leftovers.heldBack[.of(kept)].isEmpty else { continue }
            kept.isKnownMissing = true
            changes.append(Leftovers.Change(node: node, outcome: .missing, reason: Self.notOwned))
        }
    }

    private static let notOwned = Diagnosis(
        problem: "Its owner has loaded its elements, and does not have it",
        remedy: "Nothing needs to be done if it is gone for good: the next save gives its state up."
            + " While elements are still to come, let the owner's awaitsElements say so."
    )

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
        var taken: [Taken] = []
        for held in members {
            do {
                if let one = try take(held, &transaction) { taken.append(one) }
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
        for one in taken { one.held.kept.end(replacedBy: one.object) }
        for one in taken { finish(one, &leftovers) }
    }

    /// An object that has read its state, and what there is to keep and to say of that.
    private struct Taken {
        let held: HeldBackObject
        let object: any Restorable
        let carried: CarriedFields?
        let passedOver: [PassedOverReference]
        let remark: Diagnosis?
    }

    private func take(_ held: HeldBackObject, _ transaction: inout Transaction) throws -> Taken? {
        guard let object = held.object else { return nil }
        let kept = held.kept
        let references = KeptReferences(kept)
        let coder = try held.coder(resolving: references)
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
        return Taken(
            held: held,
            object: object,
            carried: carriedFields(of: object, held, coder),
            passedOver: references.passedOver.map { target, key in
                PassedOverReference(holder: object, key: key, object: target)
            },
            remark: coder.decodingFailure?.diagnosis.ofPassedOverValue(at: kept.path)
                ?? held.postponed.remark
        )
    }

    private func carriedFields(
        of object: any Restorable,
        _ held: HeldBackObject,
        _ coder: RestorationCoder
    ) -> CarriedFields? {
        let kept = held.kept
        return CarriedFields.unasked(
            of: coder,
            by: object,
            askedAtCreation: held.postponed.askedAtCreation
        ) { other in
            // Asks objects for their parents.
            let isBelow = try? RestorationStep.run(
                .decode,
                kept.number,
                of: kept.archive,
                recorder
            ) { paths.contains(object, above: other) }
            return isBelow ?? false
        }
    }

    private mutating func finish(_ one: Taken, _ leftovers: inout Leftovers) {
        let kept = one.held.kept
        leftovers.heldBack.removeAll(of: .of(kept))
        leftovers.passedOver.append(contentsOf: one.passedOver)
        if let carried = one.carried { leftovers.carried.append(carried) }
        let failure = try? RestorationStep.run(.finish, kept.number, of: kept.archive, recorder) {
            one.object.hearFinish(ClassTraits(type(of: one.object)))
        }
        guard let node = kept.homeNode else { return }
        let isMigrated = one.held.postponed.migrated != nil
        changes.append(
            Leftovers.Change(
                node: node,
                outcome: isMigrated ? .migrated : .restored,
                reason: one.remark ?? failure
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
            leftovers.holdBack(object, held.kept, of: held.owner)
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

    /// What is kept for elements of an owner that it has not loaded, or that are gone since, by
    /// their names.
    fileprivate func elements(of owner: any RestorableElementOwner) -> [String: UnavailableObject] {
        var found: [String: UnavailableObject] = [:]
        for part in absent[.of(owner)] where part.role == .element && part.holder === owner {
            found[part.kept.identifier.rawValue] = part.kept
        }
        for held in heldBack[.elements(ObjectIdentifier(owner))] where held.awaitsElement(of: owner)
        { found[held.kept.identifier.rawValue] = held.kept }
        return found
    }

    /// The members of a group that are there and have not been changed meanwhile.
    func awaited(in group: AwaitedGroup) -> [HeldBackObject] {
        group.records.flatMap { heldBack[.of($0)] }.filter { held in
            held.isAwaited && held.group === group && held.object != nil
        }
    }

    /// Whether an object of the group is not there yet.
    fileprivate func isLacking(_ group: AwaitedGroup) -> Bool {
        group.contains { !unavailable[.of($0)].isEmpty || !absent[.of($0)].isEmpty }
    }
}
