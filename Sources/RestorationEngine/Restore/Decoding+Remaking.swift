import RestorationCore

/// Objects that a restoration class made and that have failed to decode since.
extension Decoding {
    /// Puts an object back to what its class makes: asks for a second one, whose state it is given.
    /// So those that decode pay nothing for those that fail.
    ///
    /// 1. Only an initializer of a program's type is called again. Another class may return an
    ///    object that exists already, and a plugin ends its own.
    /// 2. The first object stays what references lead to; of the second nothing remains.
    /// 3. So nothing is taken over that the second one has made beside itself, and would end with
    ///    it.
    ///
    /// - Returns: Why it could not be put back, if it was to be.
    func putBackAsMade(_ object: any Restorable, _ number: Int) -> Diagnosis? {
        let record = archive.records[number]
        guard undoesFailedDecodes, !lookup.isOwn(number),
            case .found(let known) = lookup.classes.restorationClass(of: record),
            known.restorationClass is any InitializingRestorationClass,
            !(object is any RestorationFailureObserving)
        else { return nil }
        let writer = snapshotWriters.popLast() ?? ArchiveWriter()
        defer { snapshotWriters.append(writer) }
        do {
            let second = try keeper.run(.create, number) {
                try lookup.makeObject(number, record, known)
            }
            try keeper.run(.decode, number) {
                let made = try ScratchRecord(of: second, writer)
                guard made.objects.allSatisfy(isKnown) else { throw MakesOthers() }
                try object.decodeRecord(with: made.coder())
            }
            return nil
        } catch {
            return Diagnosis(error)
        }
    }

    /// Whether the object was there before anything was made a second time.
    private func isKnown(_ object: any Restorable) -> Bool {
        objects.record(of: object) != nil || lookup.registry.position(of: object) != nil
    }
}

/// Why an object is not given the state that its class makes it with.
private struct MakesOthers: DiagnosedError {
    let diagnosis = Diagnosis(
        problem: "The object was not reset: its class creates further objects, and would create"
            + " them a second time",
        remedy: "Read its state in preparedState(from:), before anything changes."
    )
}
