import RestorationPlugins

/// Maps the records of an archive to the digests of their objects, and to the builds whose code
/// runs for them.
final class LedgerRecords {
    /// `nil` where nothing is saved, or to be restored: then there are no records.
    let archive: ArchiveReader?
    let generation: UInt64
    let participants: Participants
    private var acting: [ClassKey: (class: ActingClass, identities: [UInt64])] = [:]
    /// Neighbours are mostly of one class.
    private var latest: (key: ClassKey, identity: UInt64)?
    private var numbers: [UInt64: Int] = [:]

    init(_ archive: ArchiveReader?, _ generation: UInt64?, _ participants: Participants) {
        self.archive = archive
        self.generation = generation ?? 0
        self.participants = participants
    }

    var count: Int { archive?.records.count ?? 0 }

    /// The digest of a record's object; `nil` without one. O(depth).
    func object(ofRecord number: Int) -> UInt64? {
        guard let archive, number < count, archive.records[number].path != ArchiveRecord.none
        else { return nil }
        return ObjectDigests(archive, salt: participants.salt).digest(ofRecord: number)
    }

    /// Finds the records of objects, for ``number(of:)``. O(records) if there are any objects.
    func find(_ suspects: [LedgerPage.Suspect]) {
        guard let archive, count > 0, !suspects.isEmpty else { return }
        // What has saved an object may have another name than what has saved its record.
        numbers = ObjectDigests(archive, salt: participants.salt)
            .records(with: Set(suspects.map(\.object))) { self.acting(for: $0).class.className }
        numbers[LedgerPage.delegate] = 0
    }

    func number(of object: UInt64) -> Int? { numbers[object] }

    func path(of number: Int) -> RestorationPath? {
        number == 0 ? nil : archive.map { $0.path(of: $0.records[number].path) }
    }

    /// Whether a restoration class makes the object of a record.
    func hasClass(_ number: Int) -> Bool {
        number != 0 && archive?.records[number].className != ArchiveRecord.none
    }

    /// The class whose code runs for a record; and the identities of its plugin, and of those whose
    /// converters bring the state to it.
    func acting(for number: Int) -> (class: ActingClass, identities: [UInt64]) {
        guard let archive else { preconditionFailure("There is no record without an archive.") }
        let record = archive.records[number]
        if let known = acting[ClassKey(record)] { return known }
        let found =
            archive.savedClass(of: number).map(participants.acting)
            ?? ActingClass(plugin: nil, className: archive.string(record.className))
        let plugins: [String?] = [found.plugin] + found.converters
        let answer = (found, plugins.map(participants.identity))
        acting[ClassKey(record)] = answer
        return answer
    }

    /// The identity of its plugin alone, fast.
    func identity(ofRecord number: Int) -> UInt64 {
        let key = archive.map { ClassKey($0.records[number]) }
        if let latest, latest.key == key { return latest.identity }
        let identity = acting(for: number).identities[0]
        latest = key.map { ($0, identity) }
        return identity
    }
}
