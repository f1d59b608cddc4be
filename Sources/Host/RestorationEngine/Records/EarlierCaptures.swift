import RestorationCore

/// Archives with earlier values, newest first, opened on demand. A save takes from them the values
/// of objects that fail to encode, and of deallocated objects to which a retained record refers.
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
                let number = source.archive.number(of: set.rows[row].id),
                !source.archive.records[number].isEmpty,
                let section = try? source.archive.retainedSection(of: number)
            {
                return StoredValues(source: source, number: number, section: section)
            }
        }
        return nil
    }
}
