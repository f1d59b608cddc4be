extension ArchiveReader {
    package func coder(
        for record: Int,
        resolving: (any ReferenceResolving)?
    ) throws -> RestorationCoder {
        RestorationCoder(reading: try SectionReader(self, record: record, resolving: resolving))
    }
}

/// Lends coders on one record after another.
///
/// A coder whose borrower retains it stays on its record. A released coder moves to the next
/// record, which saves allocations.
package final class RecordCoders {
    private let archive: ArchiveReader
    private let resolving: (any ReferenceResolving)?
    private let lent = Unguarded<RestorationCoder?>(nil)
    private var lastRecord: Int?
    /// Creates tickets; returns `nil` where an object cannot be deferred.
    package var makeTicket: () -> RestorationTicket? = { nil }
    package var tickets: [UInt32: RestorationTicket] = [:]
    /// Overrides the identifiers of the path of a record's object.
    package var identifiers: ((Int) -> [String])?
    /// Overrides the identifier of a record's object.
    package var identifier: ((Int) -> RestorationIdentifier?)?

    package init(_ archive: ArchiveReader, resolving: (any ReferenceResolving)?) {
        self.archive = archive
        self.resolving = resolving
    }

    deinit { lent.end() }

    package func coder(for record: Int) throws -> RestorationCoder {
        if isKnownUniquelyReferenced(&lent.value), let coder = lent.value {
            lastRecord = nil
            try coder.reader?.move(to: record)
            lastRecord = record
            return coder
        }
        let coder = try archive.coder(for: record, resolving: resolving)
        lent.value = coder
        lastRecord = record
        return coder
    }

    /// The keys that a record's decode asked for. Empty unless its coder was lent last.
    package func keysAsked(ofRecord record: Int) -> [UInt32] {
        guard record == lastRecord, let reader = lent.value?.reader else { return [] }
        return reader.askedKeys
    }
}

extension RecordCoders: RequestSource {
    package func identifiers(of record: UInt32) -> [String] {
        identifiers.map { $0(Int(record)) }
            ?? archive.path(of: Int(record))?.identifiers.map(\.rawValue) ?? []
    }

    package func identifier(of record: UInt32) -> RestorationIdentifier {
        identifier?(Int(record)) ?? archive.identifier(of: Int(record))
    }

    package func coder(of record: UInt32) -> RestorationCoder? {
        archive.records[Int(record)].isEmpty ? nil : try? coder(for: Int(record))
    }

    package func ticket(of record: UInt32) -> RestorationTicket {
        if let known = tickets[record] { return known }
        let ticket = makeTicket() ?? RestorationTicket { _ in }
        tickets[record] = ticket
        return ticket
    }

    package func issuedTicket(of record: UInt32) -> RestorationTicket? {
        tickets.isEmpty ? nil : tickets[record]
    }
}
