import RestorationCore

/// Archives of earlier captures, newest first, with the values of objects that fail to encode, and
/// of deallocated objects to which a retained record refers. Opened when needed.
final class EarlierGenerations {
    private let archives: [() -> ArchiveReader?]
    private var opened: [ValueSource?] = []

    init(_ archives: [() -> ArchiveReader?]) { self.archives = archives }

    func values(of row: Int, _ set: RecordSet) -> StoredValues? {
        for (index, archive) in archives.enumerated() {
            if index == opened.count { opened.append(archive().map { set.source(of: $0) }) }
            if let source = opened[index],
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
