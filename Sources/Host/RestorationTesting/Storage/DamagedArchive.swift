import RestorationCore
import RestorationKit
import RestorationStorage

extension OpenedArchive {
    /// A copy of the archive with the damage of the faults; `nil` without such a fault.
    func damaged(by faults: Set<Fault>) throws(StorageError) -> OpenedArchive? {
        if faults.contains(.archiveDamaged) { return try damaged(pieceSize: max(sizeInBytes, 1)) }
        for case .recordDamaged(let path) in faults {
            guard let section = section(at: path) else { continue }
            // The largest pieces of which one has only bytes of that record.
            var size = 1
            while section.hasPiece(of: size * 2) { size *= 2 }
            return try damaged(pieceSize: size, piece: section.firstPiece(of: size))
        }
        return nil
    }

    private func damaged(
        pieceSize: Int,
        piece: Int = 0
    ) throws(StorageError) -> OpenedArchive {
        OpenedArchive(
            image: try readAll(),
            pieceSize: pieceSize,
            damagedPiece: piece,
            place: path,
            application: application,
            generation: generation,
            savedAt: savedAt,
            kind: kind
        )
    }

    private func section(at path: String) -> Range<Int>? {
        guard let path = try? RestorationPath(parsing: path),
            let reader = try? ArchiveReader(self),
            let number = reader.record(at: path)
        else { return nil }
        let record = reader.records[number]
        let start = Int(record.sectionOffset)
        return record.sectionSize == 0 ? nil : start..<(start + Int(record.sectionSize))
    }
}

extension Range<Int> {
    fileprivate func firstPiece(of size: Int) -> Int { (lowerBound + size - 1) / size }

    fileprivate func hasPiece(of size: Int) -> Bool {
        (firstPiece(of: size) + 1) * size <= upperBound
    }
}
