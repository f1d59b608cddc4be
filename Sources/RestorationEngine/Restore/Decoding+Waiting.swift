import RestorationCore

/// State that its object cannot take yet.
extension Decoding {
    /// Keeps the state of an object that cannot take it yet.
    func keepForLater(_ object: any Restorable, _ number: Int) {
        do {
            let kept = try keeper.keptRecord(number, Self.notReady)
            let node = archive.records[number].path
            let earlier = late?.decoding(of: number)
            let decoding = DeferredDecoding(
                ticket: earlier?.ticket ?? keeper.coders.issuedTicket(of: node),
                fingerprint: try? keeper.run(.decode, number) { try Fingerprint(of: object) },
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

    /// Whether an object has changed since it said that it cannot take its state yet.
    func hasChanged(_ object: any Restorable, _ number: Int) throws -> Bool {
        guard let decoding = late?.decoding(of: number), decoding.isInvalidated,
            let known = decoding.fingerprint
        else { return false }
        return try keeper.run(.decode, number) {
            try !Fingerprint(of: object).isSame(as: known)
        }
    }

    /// Leaves an object alone that has changed: what it holds counts.
    func giveUpDeferred(_ object: any Restorable, _ number: Int) {
        guard let deferred = late?.waiting[number] else { return }
        deferred.ticket?.cancel()
        table.noteDecoded(number)
        overwritten.append(deferred.kept.path)
    }

    private static let notReady = Diagnosis(
        problem: "The object cannot apply its state yet",
        advice: "Call applyAwaitedState(to:) with that object when it is ready",
        outlook: "; the state is retained until then."
    )
}
