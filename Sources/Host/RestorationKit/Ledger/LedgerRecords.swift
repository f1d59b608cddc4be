import RestorationPlugins

/// Maps the records of an archive to the digests of their objects, and to the builds whose code
/// runs for them.
final class LedgerRecords {
    /// `nil` if nothing is saved or restored.
    let archive: ArchiveReader?
    let generation: UInt64
    let participants: Participants
    private var acting: [UInt32: (class: ActingClass, identities: [UInt64])] = [:]
    private var numbers: [UInt64: Int] = [:]

    init(_ archive: ArchiveReader?, _ generation: UInt64?, _ participants: Participants) {
        self.archive = archive
        self.generation = generation ?? 0
        self.participants = participants
    }

    var count: Int { archive?.records.count ?? 0 }

    /// Finds the suspects' records for ``number(of:)``. O(records) if there are suspects.
    func find(_ suspects: [LedgerPage.Suspect]) {
        guard let archive, count > 0, !suspects.isEmpty else { return }
        let wanted = Set(suspects.map(\.object))
        func find(by digest: (Int) -> UInt64?) {
            for number in 1..<max(count, 1) {
                if let found = digest(number), wanted.contains(found) { numbers[found] = number }
            }
        }
        find { archive.ids[$0].digest(salt: participants.salt) }
        // Those that crashed before a save wrote them.
        if numbers.count < wanted.count {
            find {
                archive.path(of: $0).map { path in
                    participants.place(of: path.components.suffix(Participants.depthOfPlace))
                }
            }
        }
        numbers[LedgerPage.delegate] = 0
    }

    func number(of object: UInt64) -> Int? { numbers[object] }

    /// The suspect by its record's ID, if the archive has the record.
    func identified(_ suspect: LedgerPage.Suspect) -> LedgerPage.Suspect {
        guard let archive, let number = numbers[suspect.object], number > 0 else { return suspect }
        var suspect = suspect
        suspect.object = archive.ids[number].digest(salt: participants.salt)
        numbers[suspect.object] = number
        return suspect
    }

    func hasClass(_ number: Int) -> Bool {
        number != 0 && archive?.className(of: number) != nil
    }

    /// The class whose code runs for a record, and the identities of its plugin and of the
    /// converters' plugins.
    func acting(for number: Int) -> (class: ActingClass, identities: [UInt64]) {
        guard let archive else { preconditionFailure("There is no record without an archive.") }
        let kind = archive.records[number].kind
        if let known = acting[kind] { return known }
        let found =
            archive.savedClass(of: number).map(participants.acting)
            ?? ActingClass(plugin: nil, className: archive.className(of: number))
        let plugins: [String?] = [found.plugin] + found.converters
        let answer = (found, plugins.map(participants.identity))
        acting[kind] = answer
        return answer
    }

    /// The identity of its plugin alone.
    func identity(ofRecord number: Int) -> UInt64 {
        guard archive != nil else { return participants.identity(ofPlugin: nil) }
        return acting(for: number).identities[0]
    }
}
