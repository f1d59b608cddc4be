import RestorationCore

/// What becomes of objects that are not restored, and the report of all.
extension Restoration {
    /// Nothing is retained of a record.
    ///
    /// - Parameter below: What that means for the objects below.
    func end(
        _ number: Int,
        _ outcome: RestorationReport.Outcome,
        _ reason: Diagnosis,
        below: Explanation.Below = .looksForThem
    ) {
        table.set(.ended(Explanation(outcome, reason, below: below)), of: number)
    }

    /// Keeps a record for later: nobody else gets it.
    ///
    /// - Parameters:
    ///   - isAwaited: Whether it may still come while the program runs.
    ///   - object: The object, where it is there all the same.
    func retain(
        _ number: Int,
        _ reason: Diagnosis,
        isAwaited: Bool = false,
        sparing object: (any Restorable)? = nil
    ) {
        guard keepsUnavailable || isAwaited else {
            objects[number] = nil
            return end(
                number,
                table.outcome(isThere: false),
                table.asItIs(reason),
                below: .retainsThem
            )
        }
        do {
            let kept = try keptRecord(number, reason)
            kept.isUnsought =
                unsought[Int(archive.records[number].path)] != nil
                && (kept.className == nil || builtRoot(of: archive.records[number]) != nil)
            table.set(
                isAwaited
                    ? .deferred(Deferred(kept, .following, for: object))
                    : .unavailable(Retained(kept, for: object)),
                of: number
            )
            objects[number] = kept
        } catch {
            end(number, .lost, Diagnosis(error), below: .retainsThem)
        }
    }

    /// An object whose state could not be applied keeps its record until the program changes it.
    func holdBack(_ object: any Restorable, _ number: Int, because reason: Diagnosis) {
        if !isOwn(number) { failedRecords.insert(number) }
        let reason = reason.notApplied(at: archive.path(of: archive.records[number].path))
        if let observer = object as? any RestorationFailureObserving {
            var isTold = false
            tell(.decode, number) {
                isTold = true
                observer.restorationDidFail(reason)
            }
            // What is kept out of decoding hears all the same that it has not been restored.
            if !isTold { observer.restorationDidFail(reason) }
        }
        setAside(object, number, reason)
    }

    /// An object of another type than the saved one is placed, but not given its state (REST-19).
    /// The record is kept until the program changes the object: a type that was only renamed must
    /// not cost what a person typed.
    func keepAside(_ object: any Restorable, _ number: Int, _ reason: Diagnosis) {
        setAside(object, number, reason, isOfOtherType: true)
    }

    /// An object of the program's own that looking for it has not led to, and that is there: it
    /// keeps its record until the program changes it, and is what it was.
    func keepForBuilt(_ object: any Restorable, _ number: Int, _ reason: Diagnosis) {
        let reason = reason.notApplied(at: archive.path(of: archive.records[number].path))
        setAside(object, number, reason)
    }

    /// Keeps the state of an object that is there, unless nothing is kept.
    private func setAside(
        _ object: any Restorable,
        _ number: Int,
        _ reason: Diagnosis,
        isOfOtherType: Bool = false
    ) {
        guard keepsUnavailable else {
            let reason = table.asItIs(reason)
            return table.set(.created(Explanation(.created, reason)), of: number)
        }
        do {
            let withheld = Withheld(
                try keptRecord(number, reason),
                for: object,
                of: owner(ofElement: number),
                isOfOtherType: isOfOtherType
            )
            table.set(.withheld(withheld), of: number)
        } catch {
            end(number, .lost, Diagnosis(error))
        }
    }

    /// A record as it is to be written back: from this generation, or where its bytes are damaged
    /// here, from an older one.
    func keptRecord(_ number: Int, _ reason: Diagnosis) throws -> UnavailableObject {
        if let known = unavailable[number] {
            known.reason = reason
            return known
        }
        let source = try intactSource(of: number)
        let kept = UnavailableObject(
            archive: source.archive,
            record: source.record,
            section: try source.archive.retainedSection(of: source.record),
            reason: reason
        )
        kept.home = number
        kept.homeNode = archive.records[number].path
        unavailable[number] = kept
        return kept
    }

    /// What a retained record of this or an older generation refers to, found by path.
    private func target(_ number: UInt32, in source: ArchiveReader) -> (any Restorable)? {
        guard number != ArchiveRecord.none else { return nil }
        let here =
            source === archive
            ? Int(number) : archive.record(at: source.path(of: source.records[Int(number)].path))
        return here.flatMap { objects[$0] ?? unavailable[$0] }
    }

    /// An object that is registered while the restore runs may be the one that a record waits for:
    /// later references lead to it (OBJ-15).
    func noteRegistration(_ object: any Restorable) {
        guard let node = live.node(ofRegistered: object), let number = archive.record(ofNode: node),
            archive.records[number].isRegistered, objects[number] == nil,
            table.outcome(of: number) == .missing,
            archive.records[number].className == ArchiveRecord.none
        else { return }
        bind(.object(object), number)
        // Its turn may be over.
        if isDecoded(node) { decodeOnce(number) }
    }

    /// Gathers what the session needs afterwards, and lets go of the objects.
    func finish() {
        outcome.report.notes += live.registeredTwice.map { twice in
            Diagnosis(
                problem: "Two objects are registered under one path, a \(twice.first) and then a"
                    + " \(twice.second); the first one counts while it lives",
                place: archive.path(of: twice.node).description,
                remedy: "Register each object once, under an identifier or parent of its own."
            )
        }
        keepMissingSelections()
        keepPassedOver()
        live.forgetRegistered()
        let belowFailed = belowFailed()
        endFailed(belowFailed)
        // Before what is kept holds what it leads to.
        let unheld = plan == nil && !unavailable.isEmpty ? objects.uniquelyHeld() : []
        for (number, kept) in unavailable.values {
            if objects[number] == nil, plan != nil, !keepsUnavailable {
                // It is not waited for any longer, whoever has it for a placeholder.
                kept.references = []
                continue
            }
            if plan != nil, let object = objects[number], object !== kept, !isHeldBack(kept) {
                kept.arrived = object
                outcome.arrived.append(kept)
                outcome.failures[ObjectIdentifier(kept)] =
                    table.obstacle(of: number) ?? belowFailed.reasons[number]
                continue
            }
            findReferences(of: kept, number)
        }
        keepUnattached()
        if let kept = table.application {
            kept.references = kept.archive.references(of: kept.number).map {
                RetainedReference(target($0, in: kept.archive))
            }
        }
        settlePending()
        if plan == nil { keepWhatNobodyTook(belowFailed) }
        failGroups()
        noteHolders()
        sayWhatHolds(unheld)
        if let plan {
            objects.removeAll(of: plan.records + lentRecords)
        } else {
            objects.removeAll()
        }
        settle(belowFailed)
        writeReport()
        if plan == nil { archive.releaseWindow() }
    }

    /// Keeps the references that objects were not given since they lead to what is not there. Lets
    /// go of the others.
    private func keepPassedOver() {
        for (object, key, holder) in objects.passedOver where object is UnavailableObject {
            if holder == 0 {
                table.applicationPassedOver.append(
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

    func findReferences(of kept: UnavailableObject, _ number: Int) {
        let source = substitutes[number] ?? Substitute(archive: archive, record: number)
        kept.references = source.archive.references(of: source.record).map {
            RetainedReference(target($0, in: source.archive))
        }
    }

    private func writeReport() {
        guard plan == nil else { return }
        var rows: [RestorationReport.Row] = []
        rows.reserveCapacity(archive.records.count)
        var remarks: [Int: RestorationReport.Remark] = [:]
        let mayHaveRemarks = !table.durations.isEmpty || table.hasReasons
        forEachNode { node in
            guard let number = archive.record(ofNode: node) else { return }
            if mayHaveRemarks, let remark = remark(on: number) { remarks[rows.count] = remark }
            let record = archive.records[number]
            rows.append(
                RestorationReport.Row(
                    node: node,
                    className: record.className,
                    plugin: record.plugin,
                    outcome: table.outcome(of: number),
                    planned: record.isEmpty ? nil : planned?.decision(of: number)
                )
            )
        }
        let notes = outcome.report.notes
        outcome.report = RestorationReport(
            reason: reason,
            archive: archive,
            rows: rows,
            remarks: remarks
        )
        outcome.report.notes = notes
        table.isReported = true
    }

    /// What there is to say of a record; of most there is nothing.
    private func remark(on number: Int) -> RestorationReport.Remark? {
        let reason = table.reason(of: number)
        let duration = table.durations[number]
        if reason == nil, duration == nil { return nil }
        return RestorationReport.Remark(reason: reason, duration: duration)
    }
}
