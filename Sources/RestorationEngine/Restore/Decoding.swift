import RestorationCore

/// Lets every object that was found decode its state, parents first; then elements, which may have
/// been loaded meanwhile.
final class Decoding: RestorePass {
    let keeper: RecordKeeper
    let archive: ArchiveReader
    let table: RecordTable
    let objects: RestoredObjects
    let late: LateRestore?
    let lookup: Lookup
    /// Records whose object a restoration class made, and that failed to decode. Whatever becomes
    /// of the record, no container is given the object.
    private(set) var failed: Set<Int> = []
    /// Whose deferred state is given up, as they have changed.
    var overwritten: [RestorationPath] = []
    /// Records of elements, in the order of their nodes.
    private(set) var elements: [Int] = []
    /// What an owner has, if nobody has decoded since it was asked.
    var loadedElements: LoadedElements?
    /// The path node whose turn it is to decode.
    private var decodingNode: UInt32 = 0

    init(_ keeper: RecordKeeper, _ lookup: Lookup) {
        self.keeper = keeper
        (archive, table, objects) = (keeper.archive, keeper.table, keeper.objects)
        late = keeper.late
        self.lookup = lookup
    }

    /// Lets all but the elements decode, which are in `nodes`, parents first.
    func run(_ nodes: some Sequence<UInt32>) {
        for node in nodes {
            decodingNode = node
            guard let record = archive.record(ofNode: node) else { continue }
            if archive.records[record].isElement {
                elements.append(record)
            } else {
                decodeOnce(record)
            }
        }
        decodingNode = UInt32(archive.paths.count)
    }

    /// An object was found late. Its turn may be over.
    func noteFound(_ number: Int) {
        if archive.records[number].path < decodingNode { decodeOnce(number) }
    }

    /// Decodes a record that is not done yet.
    func decodeOnce(_ record: Int) {
        guard table.isFound(record), let object = objects[record] else { return }
        decode(object, record)
    }

    private func decode(_ object: any Restorable, _ number: Int) {
        loadedElements = nil
        defer { loadedElements = nil }
        guard table.durations[number] != nil else { return decodeUntimed(object, number) }
        let start = ContinuousClock.now
        decodeUntimed(object, number)
        table.durations[number]? += ContinuousClock.now - start
    }

    private func decodeUntimed(_ object: any Restorable, _ number: Int) {
        do {
            guard try !hasChanged(object, number) else { return giveUpDeferred(object, number) }
            let coder = try keeper.coder(for: number)
            do {
                try keeper.run(.decode, number) { try object.decodeRecord(with: coder) }
                noteDecoded(object, number, coder)
            } catch is StateNotYetApplicable {
                keepForLater(object, number)
            } catch {
                withhold(object, number, because: Diagnosis(error))
            }
        } catch {
            guard late?.decoding(of: number) == nil else {
                return withhold(object, number, because: Diagnosis(error))
            }
            keeper.end(number, .lost, Diagnosis(error))
        }
    }

    private func noteDecoded(_ object: any Restorable, _ number: Int, _ coder: RestorationCoder) {
        table.noteDecoded(number)
        noteFailure(number, coder)
        if let fields = carriedFields(object, number, coder) {
            table.carried.append(fields)
        }
    }

    /// Tells of a value that could not be decoded where the object went on without it (SEC-12).
    func noteFailure(_ number: Int, _ coder: RestorationCoder) {
        guard let failure = coder.decodingFailure else { return }
        let path = archive.path(of: archive.records[number].path)
        let remark = failure.diagnosis.ofPassedOverValue(at: path)
        table.remark(Remark(remark, isFailure: true), on: number)
    }

    /// An object whose state could not be applied keeps its record until the program changes it.
    func withhold(_ object: any Restorable, _ number: Int, because reason: Diagnosis) {
        let reason = reason.notApplied(at: archive.path(of: archive.records[number].path))
        // One that has been in use stays where and what it is.
        if late?.decoding(of: number) == nil { giveUp(object, number, because: reason) }
        let owner = lookup.owner(ofElement: number)
        keeper.withhold(number, from: object, of: owner, because: reason)
    }

    /// An object is not put where its user would meet it, if a class has made it, and knows why.
    private func giveUp(_ object: any Restorable, _ number: Int, because reason: Diagnosis) {
        if !lookup.isOwn(number) { failed.insert(number) }
        if let observer = object as? any RestorationFailureObserving {
            var isTold = false
            keeper.tell(.decode, number) {
                isTold = true
                observer.restorationDidFail(reason)
            }
            // What is kept out of decoding hears all the same that it has not been restored.
            if !isTold { observer.restorationDidFail(reason) }
        }
    }

    /// What the object did not ask for, and is to keep.
    func carriedFields(
        _ object: any Restorable,
        _ number: Int,
        _ coder: RestorationCoder
    ) -> CarriedFields? {
        guard !coder.isReadWhole else { return nil }
        let carried = CarriedFields.unasked(
            of: coder,
            by: object,
            askedAtCreation: keeper.askedAtCreation[number] ?? []
        ) { other in
            var isBelow = false
            // Asks objects for their parents.
            keeper.tell(.decode, number) {
                isBelow = lookup.registry.contains(object, above: other)
            }
            return isBelow
        }
        guard let carried else { return nil }
        carried.forget(lookup.droppedKeys(of: number))
        return carried.isNeeded ? carried : nil
    }

    /// The record of an object that a restoration class made and that failed to decode: it is not
    /// put where its user would meet it without its state.
    func failedRecord(of object: any Restorable) -> Int? {
        guard !failed.isEmpty, let record = objects.record(of: object), failed.contains(record)
        else { return nil }
        return record
    }
}

extension Diagnosis {
    /// Why an object is not given its state.
    func notApplied(at path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "Its state could not be applied: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }

    /// What to say of an object that went on without a value (SEC-12).
    fileprivate func ofPassedOverValue(at path: RestorationPath) -> Diagnosis {
        Diagnosis(
            problem: "A value could not be decoded, and the object went on without it: \(problem)",
            place: place(at: path),
            remedyOf: self
        )
    }
}
