extension ArchiveReader {
    /// A coder on a record's section.
    package func coder(
        for record: Int,
        resolving: (any ReferenceResolving)?
    ) throws -> RestorationCoder {
        RestorationCoder(reading: try SectionReader(self, record: record, resolving: resolving))
    }
}

/// Lends coders on one record after another.
///
/// One that its borrower kept goes on reading the record that it was lent for. One that nobody kept
/// turns to the next record, which saves some allocations each.
package final class RecordCoders {
    private let archive: ArchiveReader
    private let resolving: (any ReferenceResolving)?
    private let spare = Unguarded<RestorationCoder?>(nil)

    package init(_ archive: ArchiveReader, resolving: (any ReferenceResolving)?) {
        self.archive = archive
        self.resolving = resolving
    }

    deinit { spare.end() }

    package func coder(for record: Int) throws -> RestorationCoder {
        if var coder = spare.value.take(), isKnownUniquelyReferenced(&coder) {
            try coder.reader?.move(to: record)
            return coder
        }
        return try archive.coder(for: record, resolving: resolving)
    }

    /// Takes back a coder that was made here.
    package func giveBack(_ coder: RestorationCoder) { spare.value = coder }
}
