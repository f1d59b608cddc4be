package import RestorationCore

/// The state of roots that the program has taken down for a while, such as the windows of a scene:
/// every save writes it back, until they are built anew and it is restored.
///
/// Belongs to the thread of its session.
package final class DetachedState {
    package let archive: ArchiveReader
    /// The path nodes that belong to the roots, parents first.
    let nodes: [UInt32]
    /// What saves write, parents first. To be added to the session's roots.
    package private(set) var records: [UnavailableObject] = []
    /// What its references lead to outside, by record number.
    private(set) var outside: [Int: any Restorable] = [:]

    /// Takes the records of the roots out of an image that a capture has just made of them.
    ///
    /// - Parameters:
    ///   - scopes: Those of the roots.
    ///   - roots: All roots of the session.
    /// - Throws: `ArchiveError` if the image cannot be read.
    package init(
        _ image: ArchiveImage,
        of scopes: Set<String>,
        roots: [RestorationRoot],
        registry: ObjectRegistry
    ) throws {
        let archive = try ArchiveReader(source: image)
        self.archive = archive
        let tops = archive.paths.indices.filter { node in
            archive.paths[node].parent == ArchiveRecord.none
                && archive.string(archive.paths[node].discriminator).map(scopes.contains) ?? false
        }
        nodes = tops.isEmpty ? [] : archive.nodes(below: Set(tops.map { UInt32($0) }))
        let live = LiveNodes(
            archive: archive,
            roots: roots,
            registry: registry,
            absent: KeyedList()
        )
        try takeRecords(finding: live)
    }

    private func takeRecords(finding live: LiveNodes) throws {
        var taken: [Int: UnavailableObject] = [:]
        for number in nodes.compactMap({ archive.record(ofNode: $0) }) {
            guard !archive.records[number].flags.contains(.isEmpty) else { continue }
            let record = UnavailableObject(
                archive: archive,
                record: number,
                section: try archive.retainedSection(of: number),
                reason: Self.isTakenDown
            )
            record.isDetached = true
            taken[number] = record
            records.append(record)
        }
        for record in records {
            record.references = archive.references(of: record.number).map { target in
                guard target != ArchiveRecord.none else { return RetainedReference(nil) }
                return RetainedReference(taken[Int(target)] ?? find(Int(target), in: live))
            }
        }
    }

    private func find(_ number: Int, in live: LiveNodes) -> (any Restorable)? {
        if let known = outside[number] { return known }
        let record = archive.records[number]
        let found =
            record.isRegistered
            ? live.registeredObject(at: record.path) : live.object(at: record.path)
        guard case .object(let object) = found else { return nil }
        outside[number] = object
        return object
    }

    /// What there is to say of objects that have not come back with their state, once they were to.
    package func failures(in table: RecordTable) -> [Diagnosis] {
        nodes.compactMap { archive.record(ofNode: $0) }.compactMap { number in
            let outcome = table.outcome(of: number)
            guard !outcome.isSuccess, outcome != .skipped, outside[number] == nil else {
                return nil
            }
            let reason = table.reason(of: number)
            let path = "\(archive.path(of: archive.records[number].path))"
            return Diagnosis(
                problem: "It did not come back with its root: "
                    + (reason?.problem ?? "nobody has provided it"),
                place: [path, reason?.place].compactMap(\.self).joined(separator: ", "),
                remedy: reason?.remedy ?? "Build it where its root is built."
            )
        }
    }

    /// Lets go of everything. Records that refer to each other would keep each other alive.
    package func removeAll() {
        for record in records { record.references = [] }
        records = []
        outside = [:]
    }

    private static let isTakenDown = Diagnosis(
        problem: "Its root has been taken down",
        remedy: "Nothing needs to be done: it comes back with the root."
    )
}
