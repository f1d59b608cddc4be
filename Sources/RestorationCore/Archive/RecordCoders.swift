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
/// One that its borrower keeps goes on reading the record that it was lent for. One that nobody has
/// any more turns to the next record, which saves some allocations each.
package final class RecordCoders {
    private let archive: ArchiveReader
    private let resolving: (any ReferenceResolving)?
    /// The coder lent last.
    private let lent = Unguarded<RestorationCoder?>(nil)
    /// The record that it was lent for.
    private var lastRecord: Int?
    /// Makes tickets; `nil` where nothing can be waited for.
    package var makeTicket: () -> RestorationTicket? = { nil }
    /// By path node: the tickets that were asked for.
    package var tickets: [UInt32: RestorationTicket] = [:]

    /// What the object whose path was asked for last belongs to: siblings come one after another.
    private var parent: (node: UInt32, identifiers: [String])?

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

    /// The keys that whoever had the coder on a record asked for; none if it was not lent last.
    package func keysAsked(ofRecord record: Int) -> [UInt32] {
        guard record == lastRecord, let reader = lent.value?.reader else { return [] }
        return reader.askedKeys
    }
}

extension RecordCoders: RequestSource {
    package func identifiers(of node: UInt32) -> [String] {
        let above = archive.paths[Int(node)].parent
        if parent?.node != above {
            let path = above == ArchiveRecord.none ? nil : archive.path(of: above)
            parent = (above, path?.identifiers.map(\.rawValue) ?? [])
        }
        return (parent?.identifiers ?? []) + [archive.identifier(of: node).rawValue]
    }

    package func identifier(of node: UInt32) -> RestorationIdentifier {
        archive.identifier(of: node)
    }

    package func coder(of node: UInt32) -> RestorationCoder? {
        guard let record = archive.record(ofNode: node), !archive.records[record].isEmpty else {
            return nil
        }
        return try? coder(for: record)
    }

    package func ticket(of node: UInt32) -> RestorationTicket {
        if let known = tickets[node] { return known }
        let ticket = makeTicket() ?? RestorationTicket { _ in }
        tickets[node] = ticket
        return ticket
    }

    package func issuedTicket(of node: UInt32) -> RestorationTicket? {
        tickets.isEmpty ? nil : tickets[node]
    }
}
