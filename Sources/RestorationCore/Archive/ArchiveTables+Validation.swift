extension ArchiveTables {
    /// Makes sure that every number in a table refers to something that exists, so that nobody
    /// checks again.
    func validate() throws(ArchiveError) {
        try validatePaths()
        try validateRecords()
        for reference in references {
            // Nothing refers to the application's own record, which has no path.
            guard reference != 0 else { throw .malformed(what: "reference table") }
            try Self.check(reference, records.count, "reference table")
        }
    }

    private static func check(
        _ number: UInt32,
        _ count: Int,
        _ what: String
    ) throws(ArchiveError) {
        guard number == ArchiveRecord.none || number < UInt32(count) else {
            throw .malformed(what: what)
        }
    }

    private func validatePaths() throws(ArchiveError) {
        var isIdentifier = FlatArray<Bool>(repeating: false, count: strings.count)
        for (index, node) in paths.enumerated() {
            // Parents before children: this also rules out circles.
            guard node.parent == ArchiveRecord.none || node.parent < UInt32(index) else {
                throw .malformed(what: "path table")
            }
            let name = Int(node.identifier)
            guard name < strings.count else { throw .malformed(what: "path table") }
            if !isIdentifier[name] {
                guard RestorationIdentifier(strings.text(node.identifier) ?? "") != nil else {
                    throw .malformed(what: "path table")
                }
                isIdentifier[name] = true
            }
            try Self.check(node.discriminator, strings.count, "path table")
        }
    }

    private func validateRecords() throws(ArchiveError) {
        var referencesStart: UInt32 = 0
        for (index, record) in records.enumerated() {
            guard index == 0 || record.path != ArchiveRecord.none else {
                throw .malformed(what: "record table")
            }
            try Self.check(record.path, paths.count, "record table")
            try Self.check(record.className, strings.count, "record table")
            try Self.check(record.plugin, strings.count, "record table")
            try Self.check(record.typeName, strings.count, "record table")
            guard record.sectionOffset <= UInt64(sectionsSize),
                UInt64(record.sectionSize) <= UInt64(sectionsSize) - record.sectionOffset,
                record.referencesStart >= referencesStart,
                record.referencesStart <= UInt32(references.count)
            else { throw .malformed(what: "record table") }
            referencesStart = record.referencesStart
        }
    }
}
