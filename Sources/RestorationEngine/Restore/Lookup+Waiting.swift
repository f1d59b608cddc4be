import RestorationCore

/// Objects whose data is not there yet (REST-37).
extension Lookup {
    /// The class has said "not yet": the object and what is below it are kept, until it arrives.
    func wait(for number: Int) {
        retain(number, Self.notYet, isAwaited: true)
        guard let kept = keeper.kept[number], objects[number] === kept else { return }
        late?.awaited(of: number)?.hasArrived = false
        let awaited =
            late?.awaited(of: number)
            ?? AwaitedObject(
                kept,
                ticket: keeper.coders.ticket(of: archive.records[number].path),
                archive: archive,
                number: number
            )
        table.set(.deferred(Deferred(kept, .object(awaited))), of: number)
    }

    /// What waits although it is there, or its owner is: it is given its state now, or looked for
    /// among what the owner has loaded.
    func takeUp(_ waiting: Deferred, _ number: Int) {
        guard let decoding = waiting.decoding, let object = late?.spared[number] else {
            objects[number] = waiting.kept
            return
        }
        _ = objects.bind(object, to: number)
        keeper.migrated[number] = decoding.migrated
        keeper.askedAtCreation[number] = decoding.askedAtCreation
        table.set(.found(decoding.remark), of: number, isNews: false)
    }

    static let notYet = Diagnosis(
        problem: "Its data is not available yet",
        advice: "Nothing needs to be done: its restoration class says when it comes",
        outlook: ", and its state is retained until then."
    )
}
