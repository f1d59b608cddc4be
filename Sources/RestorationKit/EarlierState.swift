/// What the current generation on disk holds of objects that now fail to encode, and of those that
/// only they led to.
final class EarlierState {
    private let store: any RestorationStore
    private let aliases: [PathAlias]
    private lazy var archive: ArchiveReader? = intact {
        try store.openCurrent().map {
            try ArchiveReader($0).moving(aliases)
        }
    }
    /// Why something could not be read, which does not tell whether it is there.
    private(set) var fault: StorageError?
    /// By record number, so that records that refer to each other are taken once.
    private var taken: [Int: UnavailableObject] = [:]

    init(_ store: any RestorationStore, moving aliases: [PathAlias]) {
        self.store = store
        self.aliases = aliases
    }

    func record(at path: RestorationPath) -> UnavailableObject? {
        guard let archive, let number = archive.record(at: path),
            !archive.records[number].flags.contains(.isEmpty)
        else { return nil }
        return record(number, of: archive)
    }

    func applicationRecord() -> UnavailableObject? {
        guard let archive, !archive.records.isEmpty, !archive.records[0].flags.contains(.isEmpty)
        else { return nil }
        return record(0, of: archive)
    }

    private func record(_ first: Int, of archive: ArchiveReader) -> UnavailableObject? {
        // A list of what is still to be looked at, since trees may be deep.
        var waiting = [first]
        var new: [(number: Int, kept: UnavailableObject)] = []
        while let number = waiting.popLast() {
            guard taken[number] == nil, let kept = copy(number, of: archive) else { continue }
            taken[number] = kept
            new.append((number, kept))
            waiting += archive.references(of: number).filter { $0 != ArchiveRecord.none }.map(
                Int.init
            )
        }
        for (number, kept) in new {
            kept.references = archive.references(of: number).map { target in
                RetainedReference(target == ArchiveRecord.none ? nil : taken[Int(target)])
            }
        }
        return taken[first]
    }

    private func copy(_ number: Int, of archive: ArchiveReader) -> UnavailableObject? {
        guard let section = intact({ try archive.retainedSection(of: number) }) else { return nil }
        let reason = Diagnosis(
            problem: "It failed to encode",
            remedy: "See the report of the save: restorectl report --save."
        )
        return UnavailableObject(
            archive: archive,
            record: number,
            section: section,
            reason: reason
        )
    }

    /// What can be read; `nil` if it is damaged or not there.
    private func intact<Value>(_ read: () throws -> Value?) -> Value? {
        do {
            return try read()
        } catch let error as StorageError where SetAsideReason(error) == nil {
            fault = error
        } catch {
            // It is damaged: there is no earlier state.
        }
        return nil
    }

    deinit {
        // Records that refer to each other would keep each other alive.
        for kept in taken.values { kept.references = [] }
    }
}
