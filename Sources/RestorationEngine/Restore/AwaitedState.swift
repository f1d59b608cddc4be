package import RestorationCore

/// Gives objects the state that was kept for them, after the restore.
package struct AwaitedState {
    /// What could not be applied, and why. Empty when all is well.
    package private(set) var failures: [Diagnosis] = []

    private let registry: ObjectRegistry
    private let recorder: (any RestorationRecorder)?
    private let undoesFailedDecodes: Bool
    /// Called before the first state is applied.
    private var willBegin: (() -> Void)?

    /// - Parameters:
    ///   - registry: Tells what lies below an object.
    ///   - undoesFailedDecodes: Whether objects are put back to what they were if they fail to
    ///     decode.
    ///   - willBegin: Called before the first state is applied, if there is any.
    package init(
        registry: ObjectRegistry,
        recorder: (any RestorationRecorder)?,
        undoesFailedDecodes: Bool = true,
        willBegin: @escaping () -> Void
    ) {
        self.registry = registry
        self.recorder = recorder
        self.undoesFailedDecodes = undoesFailedDecodes
        self.willBegin = willBegin
    }

    /// Applies what is kept for `object`, for those of its group, and for its elements if it has
    /// loaded them. What is applied, or fails to be, is not applied again.
    package mutating func apply(to object: any Restorable, from table: RecordTable) {
        for case let held as Deferred in table.retained(for: object) where held.isDeferredState {
            apply(with: held, table)
        }
        // The getters are in nobody's step: the program, which runs already, has called for this.
        guard table.hasRetained, let owner = object as? any RestorableElementOwner,
            let elements = owner.restorationElements
        else { return }
        var waiting = table.elements(of: owner)
        for element in elements {
            apply(to: element, from: table)
            guard let name = element.restorationIdentifier,
                let found = waiting.removeValue(forKey: name), let home = found.kept.home
            else { continue }
            found.kept.arrived = element
            var decoding = DeferredDecoding()
            decoding.ticket = (found as? Deferred)?.ticket
            let held = Deferred(found.kept, .state(decoding), for: element, of: owner)
            table.set(.deferred(held), of: home)
            if let failure = found.kept.groupFailure {
                fail([held], at: held, because: failure, table)
            } else {
                apply(with: held, table)
            }
        }
        guard !owner.awaitsElements else { return }
        for found in waiting.values where found.isOfElement {
            guard let home = found.kept.home else { continue }
            found.kept.reason = Self.notOwned
            let missing = Deferred(found.kept, .element(isMissing: true), of: owner)
            table.set(.deferred(missing), of: home)
        }
    }

    private static let notOwned = Diagnosis(
        problem: "Its owner has loaded its elements, and does not have it",
        remedy: "Nothing needs to be done if it is gone for good: the next save gives its state up."
            + " While elements are still to come, let the owner's awaitsElements say so."
    )

    /// Gives an object its state, with those of its group if all of them are there.
    private mutating func apply(with held: Deferred, _ table: RecordTable) {
        guard let group = held.kept.group else { return apply([held], table) }
        if !table.isLacking(group) { apply(table.deferred(in: group), table) }
    }

    /// Gives all of some objects the state that is kept for them, or none.
    private mutating func apply(_ members: [Deferred], _ table: RecordTable) {
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
                if !isWaiting { fail(members, at: held, because: reason, table) }
                return
            }
        }
        transaction.apply()
        for one in taken { settle(one, table) }
        for one in taken { finish(one, table) }
    }

    /// An object that has read its state, and what there is to keep and to say of that.
    private struct Taken {
        let held: Deferred
        let decoding: DeferredDecoding
        let object: any Restorable
        let carried: CarriedFields?
        let passedOver: [PassedOverReference]
        let remark: Remark?
    }

    private func take(_ held: Deferred, _ transaction: inout Transaction) throws -> Taken? {
        guard let object = held.object, case .state(let decoding) = held.wait else { return nil }
        let kept = held.kept
        let references = KeptReferences(kept)
        var coder = try kept.coder(as: decoding, resolving: references)
        let changed = try changedRecord(of: object, decoding, coder)
        if let changed { coder = try changed.coder(kept.archive.info) }
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
            decoding: decoding,
            object: object,
            carried: carriedFields(
                of: object,
                kept,
                askedAtCreation: changed == nil ? decoding.askedAtCreation : [],
                coder
            ),
            passedOver: (changed?.passedOver ?? references.passedOver).map { target, key in
                PassedOverReference(holder: object, key: key, object: target)
            },
            remark: coder.decodingFailure.map { failure in
                let diagnosis = failure.diagnosis.ofPassedOverValue(at: kept.path)
                return Remark(
                    diagnosis,
                    isMigrated: decoding.migrated != nil,
                    isFailure: true
                )
            } ?? decoding.remark
        )
    }

    /// The state that waits, with what the person has changed meanwhile laid over it; `nil` if that
    /// is nothing.
    private func changedRecord(
        of object: any Restorable,
        _ decoding: DeferredDecoding,
        _ coder: RestorationCoder
    ) throws -> ScratchRecord? {
        guard decoding.isChanged, let baseline = decoding.baseline else { return nil }
        let changes = try DeferredChanges(of: object, since: baseline)
        guard !changes.fields.isEmpty else { return nil }
        let record = ScratchRecord(schemaVersion: coder.schemaVersion)
        let fields = changes.laid(over: try coder.fields())
        try record.write { coder in
            coder.encode(fields) { $0.flatMap(record.number(of:)) ?? ArchiveRecord.none }
        }
        return record
    }

    private func carriedFields(
        of object: any Restorable,
        _ kept: UnavailableObject,
        askedAtCreation: [UInt32],
        _ coder: RestorationCoder
    ) -> CarriedFields? {
        CarriedFields.unasked(
            of: coder,
            by: object,
            askedAtCreation: askedAtCreation
        ) { other in
            // Asks objects for their parents.
            let isBelow = try? RestorationStep.run(
                .decode,
                kept.number,
                of: kept.archive,
                recorder
            ) { registry.contains(object, above: other) }
            return isBelow ?? false
        }
    }

    private func settle(_ one: Taken, _ table: RecordTable) {
        if let home = one.held.kept.home { table.set(.live(one.remark), of: home) }
        one.held.kept.end(replacedBy: one.object)
        table.passedOver.append(contentsOf: one.passedOver)
        if let carried = one.carried { table.carried.append(carried) }
    }

    private func finish(_ one: Taken, _ table: RecordTable) {
        let kept = one.held.kept
        guard let home = kept.home else { return }
        let failure = try? RestorationStep.run(.finish, kept.number, of: kept.archive, recorder) {
            one.object.hearFinish(ClassTraits(type(of: one.object)))
        }
        if let failure = failure.flatMap(\.self), one.remark == nil {
            table.remark(Remark(failure, isFailure: true), on: home)
        }
    }

    private mutating func fail(
        _ members: [Deferred],
        at failed: Deferred,
        because reason: Diagnosis,
        _ table: RecordTable
    ) {
        let path = failed.kept.path
        for held in members {
            let isFailed = held.kept === failed.kept
            let failure = (isFailed ? reason : reason.ofGroup(at: path)).notApplied(at: path)
            if held.object != nil { failures.append(failure) }
            table.withhold(held, because: failure)
        }
    }
}

extension RecordTable {
    /// The objects that some records are kept for.
    package func objects(of records: [UnavailableObject]) -> [any Restorable] {
        records.compactMap { $0.home.flatMap { self[$0].retained }?.object }
    }

    /// What is kept for elements of an owner that it has not loaded, or that are gone since, by
    /// their names.
    fileprivate func elements(of owner: any RestorableElementOwner) -> [String: Retained] {
        var found: [String: Retained] = [:]
        for retained in retained(.elements(of: ObjectIdentifier(owner)))
        where retained.owner === owner && retained.object == nil {
            found[retained.kept.identifier.rawValue] = retained
        }
        return found
    }

    /// The members of a group that are there and have not been changed meanwhile.
    fileprivate func deferred(in group: AwaitedGroup) -> [Deferred] {
        group.records.compactMap { kept in
            guard kept.group === group,
                let held = kept.home.flatMap({ self[$0].retained }) as? Deferred,
                held.isDeferredState, held.object != nil
            else { return nil }
            return held
        }
    }

    /// Whether an object of the group is not there yet.
    fileprivate func isLacking(_ group: AwaitedGroup) -> Bool {
        group.contains { kept in
            guard let home = kept.home else { return false }
            return standIn(of: home) != nil || self[home].retained?.isOfElement == true
        }
    }
}
