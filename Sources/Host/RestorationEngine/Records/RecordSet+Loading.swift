import RestorationCore

/// Reads the records of an archive, and moves records from former paths to present ones.
extension RecordSet {
    /// Adds a row for each record, in order. Counts as a capture that has met all records but bare
    /// ones: the save of the archive gave them distinct places.
    func addRows(of archive: ArchiveReader) -> [Int] {
        captureNumber += 1
        settledCapture = captureNumber
        let kindNumbers = archive.kinds.map { kinds.number(of: RecordKind($0, of: archive)) }
        var nameNumbers = [UInt32](repeating: NameTable.none, count: archive.stringCount)
        // A record may precede its parent.
        var isParent = [Bool](repeating: false, count: archive.records.count)
        for record in archive.records where record.parent != ArchiveRecord.none {
            isParent[Int(record.parent)] = true
        }
        let offset = rows.count - 1
        reserve(rows.count + archive.records.count)
        for number in archive.records.indices.dropFirst() {
            let record = archive.records[number]
            let text = Int(record.identifier)
            if nameNumbers[text] == NameTable.none {
                nameNumbers[text] = names.number(of: archive.identifier(of: number))
            }
            let hasParent = record.parent != ArchiveRecord.none
            var flags = Record.Flags(record.flags)
            if isParent[number] { flags.insert(.isParent) }
            append(
                Record(
                    id: archive.ids[number],
                    capture: record.isBare ? 0 : captureNumber,
                    place: Place(
                        parent: hasParent ? offset + Int(record.parent) : -1,
                        mark: archive.mark(of: number),
                        name: nameNumbers[text]
                    ),
                    flags: flags,
                    fate: .ended,
                    kind: kindNumbers[Int(record.kind)],
                    number: number
                )
            )
        }
        return [0] + (offset + 1..<rows.count)
    }

    /// Moves records, shorter paths first, since a longer path may lead through a moved record.
    func move(_ aliases: [PathAlias], _ source: ValueSource) -> [PathAlias] {
        var index = PlaceIndex(self, source.rows.dropFirst())
        let tops = source.rows.dropFirst().filter { rows[$0].place.parent < 0 }
        let components = tops.map { component(of: $0) }
        var applied: [PathAlias] = []
        let moves = aliases.flatMap { $0.inScopes(of: components) }
            .filter { index.row(at: $0.path) == nil }
            .compactMap { alias in index.row(at: alias.formerPath).map { (alias, $0) } }
            .sorted { $0.0.path.components.count < $1.0.path.components.count }
        // No other path leads through a record that moves.
        for (_, row) in moves { index.remove(row) }
        var moved: Set<Int> = []
        for (alias, row) in moves where moved.insert(row).inserted {
            guard index.row(at: alias.path) == nil else {
                index.insert(row)
                continue
            }
            var parent = -1
            for component in alias.path.components.dropLast() {
                if let known = index.row(component, below: parent) {
                    parent = known
                } else {
                    parent = addRow(
                        place(component, below: parent),
                        flags: [.isBare, .isNamed],
                        fate: .ended
                    )
                    index.insert(parent)
                }
            }
            let last = alias.path.components[alias.path.components.count - 1]
            rows[row].place = place(last, below: parent)
            settledCapture = 0
            noteParent(parent)
            index.insert(row)
            applied.append(alias)
        }
        return applied
    }

    private func place(_ component: RestorationPath.Component, below parent: Int) -> Place {
        Place(
            parent: parent,
            mark: component.discriminator.map { .key($0) } ?? .none,
            name: names.number(of: component.identifier)
        )
    }
}

extension ArchiveReader {
    fileprivate func mark(of number: Int) -> Mark {
        let record = records[number]
        guard record.discriminator != ArchiveRecord.none else { return .none }
        if record.flags.contains(.hasPosition) { return .position(Int(record.discriminator)) }
        if record.flags.contains(.hasNumber) { return .number(Int(record.discriminator)) }
        let text = string(record.discriminator).flatMap { RestorationIdentifier($0) }
        let isNumbered = record.flags.contains(.hasNumberedKey)
        return text.map { isNumbered ? .numberedKey($0) : .key($0) } ?? .none
    }
}
