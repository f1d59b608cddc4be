import RestorationCore

/// State that its object cannot take yet.
extension Decoding {
    /// Keeps the state of an object that cannot take it yet. One that has waited before goes on
    /// doing so: what has been changed of it since the first time counts.
    func keepForLater(_ object: any Restorable, _ number: Int) {
        if let earlier = late?.waiting[number], earlier.decoding != nil {
            return table.set(.deferred(earlier), of: number, isNews: false)
        }
        do {
            let kept = try keeper.keptRecord(number, Self.notReady)
            let decoding = DeferredDecoding(
                ticket: keeper.coders.issuedTicket(of: archive.records[number].path),
                baseline: isWhole(object) ? nil : baseline(of: object, number),
                migrated: keeper.migrated[number],
                remark: table[number].remark,
                askedAtCreation: keeper.askedAtCreation[number] ?? []
            )
            let owner = lookup.owner(ofElement: number)
            let deferred = Deferred(kept, .state(decoding), for: object, of: owner)
            table.set(.deferred(deferred), of: number)
        } catch {
            keeper.end(number, .lost, Diagnosis(error))
        }
    }

    /// Elements take their state as a whole: there are no changes of some of it.
    private func isWhole(_ object: any Restorable) -> Bool {
        lookup.classes.traits.traits(of: object).contains(.element)
    }

    /// What an object is now, to tell later what has been changed of it.
    private func baseline(of object: any Restorable, _ number: Int) -> [CarriedFields.Field]? {
        try? keeper.run(.decode, number) { try ScratchRecord(of: object).coder().fields() }
    }

    /// The coder on the state of an object. What has been changed since the object has said that it
    /// cannot take its state yet is laid over that.
    func coder(for object: any Restorable, _ number: Int) throws -> RestorationCoder {
        let coder = try keeper.coder(for: number)
        guard let decoding = late?.decoding(of: number), decoding.isChanged,
            let baseline = decoding.baseline
        else { return coder }
        let changes = try keeper.run(.decode, number) {
            try DeferredChanges(of: object, since: baseline)
        }
        guard !changes.isEmpty else { return coder }
        // Keys have other numbers in what is written now.
        keeper.askedAtCreation[number] = nil
        let record = ScratchRecord(schemaVersion: coder.schemaVersion)
        record.onPassedOver = { [objects] in objects.notePassedOver($0, key: $1, holder: number) }
        let fields = changes.laid(over: try coder.fields())
        try record.write { coder in
            coder.encode(fields) { $0.flatMap(record.number(of:)) ?? ArchiveRecord.none }
        }
        return try record.coder(archive.info)
    }

    private static let notReady = Diagnosis(
        problem: "The object cannot apply its state yet",
        advice: "Call applyAwaitedState(to:) with that object when it is ready",
        outlook: "; the state is retained until then."
    )
}
