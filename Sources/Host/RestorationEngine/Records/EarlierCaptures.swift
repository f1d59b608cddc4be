import RestorationCore

/// The archives that have the last values of objects which fail to encode, or have been
/// deallocated while a retained record refers to them: the newest first. Opened when asked for.
final class EarlierCaptures {
    private let set: RecordSet
    private let archives: [() -> ArchiveReader?]
    private var sources: [ValueSource?] = []

    init(_ archives: [() -> ArchiveReader?], of set: RecordSet) {
        self.archives = archives
        self.set = set
    }

    func values(of row: Int) -> StoredValues? {
        for (index, archive) in archives.enumerated() {
            if index == sources.count { sources.append(archive().map { set.source(of: $0) }) }
            if let source = sources[index],
                let number = source.archive.number(of: set.rows.value[row].id),
                !source.archive.records[number].isEmpty,
                let section = try? source.archive.retainedSection(of: number)
            {
                return StoredValues(source: source, number: number, section: section)
            }
        }
        return nil
    }
}
