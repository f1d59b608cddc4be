package import RestorationCore

/// Roots that the program has detached for a while, such as the windows of a scene. Every save
/// writes their state back until they are built anew and restored.
package struct DetachedRoots {
    package let archive: ArchiveReader
    /// The records of the roots and all below them.
    let rows: [Int]
}

extension RecordSet {
    /// Detaches roots with the state from a capture just made.
    ///
    /// - Throws: `ArchiveError` if the image cannot be read.
    package func detach(_ taken: [RestorationRoot], as image: ArchiveImage) throws -> DetachedRoots
    {
        let archive = try ArchiveReader(source: image)
        let source = self.source(of: archive)
        let tops = Set(taken.compactMap { row(of: $0.object) })
        var detached: [Int] = []
        for number in archive.records.indices.dropFirst() where !archive.records[number].isBare {
            let row = source.rows[number]
            guard row > 0, isBelow(row, tops) else { continue }
            // The image has the same values, with the present contents.
            details(row)?.values = nil
            try keepValues(of: row, from: source, number)
            if let values = details(row)?.values { rows[row].kind = kindNumber(of: values) }
            detached.append(row)
        }
        for row in detached {
            let isRoot = tops.contains(row)
            removeObject(of: row)
            setFate(.retained, of: row, outcome: nil, isHeld: !isRoot)
            if isRoot { rows[row].flags.insert(.isRoot) }
            let details = makeDetails(row)
            details.reason = Self.isTakenDown
            details.isDetached = true
            details.unread = []
            details.debt = nil
        }
        let objects = Set(taken.map { ObjectIdentifier($0.object) })
        roots.removeAll { objects.contains(ObjectIdentifier($0.object)) }
        return DetachedRoots(archive: archive, rows: detached)
    }

    package func retainedRows(of detached: DetachedRoots) -> Set<Int> {
        Set(detached.rows.filter { rows[$0].fate == .retained })
    }

    /// The failures of objects that did not come back with their state.
    package func failures(of detached: DetachedRoots) -> [Diagnosis] {
        detached.rows.compactMap { row in
            details(row)?.isDetached = false
            let outcome = rows[row].outcome
            guard !outcome.isSuccess, outcome != .skipped, let path = path(of: row) else {
                return nil
            }
            let reason = details(row)?.reason
            return Diagnosis(
                problem: "It was not restored with its root: "
                    + (reason?.problem ?? "the program has not built it"),
                place: ["\(path)", reason?.place].compactMap(\.self).joined(separator: ", "),
                remedy: reason?.remedy ?? "Build it where its root is built."
            )
        }
    }

    package func giveUp(_ detached: DetachedRoots) {
        for row in detached.rows where rows[row].fate == .retained && !isLive(row) {
            setFate(.ended, of: row, outcome: nil)
        }
    }

    private static let isTakenDown = Diagnosis(
        problem: "Its root has been taken down",
        remedy: "No action is needed: it comes back with the root."
    )
}
