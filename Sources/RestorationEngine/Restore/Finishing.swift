import RestorationCore

/// Ends a restore: tells the objects that it is finished, finds out what nothing has taken and what
/// retained records refer to, and lets go of the objects.
final class Finishing: RestorePass {
    let keeper: RecordKeeper
    let lookup: Lookup
    let decoding: Decoding
    private let attaching: Attaching
    /// Of a late restore: the records of the objects that have come.
    private(set) var arrived: [UnavailableObject] = []
    /// By what has stood for them, why some of these do not have their state.
    private(set) var failures: [ObjectIdentifier: Diagnosis] = [:]
    /// By their owners' records, those of elements.
    private lazy var elementsByOwner = Dictionary(
        grouping: decoding.elements,
        by: { [archive = keeper.archive] number in
            let parent = archive.paths[Int(archive.records[number].path)].parent
            return archive.record(ofNode: parent) ?? 0
        }
    )

    init(
        _ keeper: RecordKeeper,
        _ lookup: Lookup,
        _ decoding: Decoding,
        _ attaching: Attaching
    ) {
        self.keeper = keeper
        self.lookup = lookup
        self.decoding = decoding
        self.attaching = attaching
    }

    /// Tells the restored objects that the restore is finished.
    func tellFinished() {
        if let late {
            for number in late.records { tellFinished(number) }
        } else {
            for number in archive.records.indices.dropFirst() { tellFinished(number) }
        }
    }

    private func tellFinished(_ number: Int) {
        guard table.isPlain(number), let object = objects[number] else { return }
        keeper.tell(.finish, number) {
            let failure = object.hearFinish(lookup.classes.traits.traits(of: object))
            // What has not been decoded says more.
            if let failure, table.reason(of: number) == nil {
                table.remark(Remark(failure, isFailure: true), on: number)
            }
        }
    }

    /// Gathers what the session needs afterwards, and lets go of the objects.
    func run() {
        keeper.notes += lookup.live.registeredTwice.map { twice in
            Diagnosis(
                problem: "Two objects are registered under one path, a \(twice.first) and then a"
                    + " \(twice.second); the first one counts while it lives",
                place: archive.path(of: twice.node).description,
                remedy: "Register each object once, under an identifier or parent of its own."
            )
        }
        attaching.keepMissingSelections()
        keepPassedOver()
        lookup.live.forgetRegistered()
        let belowFailed = belowFailed()
        endFailed(belowFailed)
        // Before what is kept holds what it leads to.
        let unheld = late == nil && !keeper.kept.isEmpty ? objects.uniquelyHeld() : []
        noteWhatCame(belowFailed)
        attaching.keepUnattached()
        if late == nil { keeper.findReferencesOfApplication() }
        settleAwaited()
        if late == nil { retainUnreferenced(belowFailed) }
        noteHolders()
        if late == nil, table.hasRetained { noteRoots() }
        remarkReferences(unheld)
        if let late {
            objects.removeAll(of: late.records + late.lent)
        } else {
            objects.removeAll()
        }
        settle(belowFailed)
        table.isReported = true
        if late == nil { archive.releaseWindow() }
    }

    /// Finds out what retained records refer to; of a late restore, what has come in their place.
    private func noteWhatCame(_ below: BelowFailed) {
        for (number, kept) in keeper.kept.values {
            if late != nil, objects[number] == nil,
                !table.keepsUnavailable || table[number].retained == nil
            {
                // It is not waited for any longer, whoever has it for a placeholder.
                table.giveUpReferences(of: kept)
                continue
            }
            if late != nil, let object = objects[number], object !== kept {
                kept.arrived = object
                if table[number].retained?.wasForAnObject != true {
                    arrived.append(kept)
                    failures[ObjectIdentifier(kept)] =
                        table.obstacle(of: number) ?? below.reasons[number]
                    continue
                }
            }
            keeper.findReferences(of: kept, number)
        }
    }

    /// Keeps the references that objects were not given since they lead to what is not there. Lets
    /// go of the others.
    private func keepPassedOver() {
        for (object, key, holder) in objects.passedOver where object is UnavailableObject {
            if holder == 0 {
                table.application.passedOver.append(
                    PassedOverReference(holder: nil, key: key, object: object)
                )
            }
            guard let holder = objects[holder] else { continue }
            table.passedOver.append(
                PassedOverReference(holder: holder, key: key, object: object)
            )
        }
        objects.forgetPassedOver()
    }

    /// Keeps the state of elements that an owner has not loaded which is about to end.
    func keepElements(of owner: Int, _ reason: Diagnosis) {
        for number in elementsByOwner[owner, default: []] { keeper.keepElement(number, reason) }
    }
}
