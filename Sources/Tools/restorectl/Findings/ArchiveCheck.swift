import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage

struct ArchiveCheck {
    let pieceCount: Int
    let damagedPieces: [Int]
    let objectCount: Int
    /// The damage to its tables, although its footer is intact.
    let tableDamage: Diagnosis?
    let damagedObjects: [DamagedObject]

    struct DamagedObject {
        let path: String
        let reason: Diagnosis
        /// The older generation from which the next launch restores it; `nil` if it is lost.
        let heldByGeneration: UInt64?
    }

    /// Reads the entire archive.
    ///
    /// - Parameter older: The previous generation, for damaged objects.
    /// - Throws: `StorageError` if the disk cannot be read.
    init(_ archive: OpenedArchive, older: OpenedArchive?) throws {
        pieceCount = archive.pieceCount
        damagedPieces = try archive.damagedPieces()
        let reader: ArchiveReader
        do {
            reader = try ArchiveReader(archive)
        } catch {
            tableDamage = Diagnosis(error)
            objectCount = 0
            damagedObjects = []
            return
        }
        tableDamage = nil
        objectCount = reader.objectCount
        let substitutes = Substitutes(older)
        damagedObjects = reader.records.indices.compactMap { number in
            let object = PreservedObject(number, of: reader)
            guard let reason = object.damage else { return nil }
            return DamagedObject(
                path: object.pathText,
                reason: reason,
                heldByGeneration: substitutes.generation(of: object)
            )
        }
    }

    var isIntact: Bool { tableDamage == nil && damagedPieces.isEmpty && damagedObjects.isEmpty }
}

/// The previous generation as a source for damaged objects, by the rules of a restore.
private struct Substitutes {
    private let generation: UInt64
    private let reader: ArchiveReader?

    init(_ older: OpenedArchive?) {
        generation = older?.generation ?? 0
        do {
            reader = try older.map { try ArchiveReader($0) }
        } catch {
            // Without tables an archive contains no readable objects.
            reader = nil
        }
    }

    func generation(of object: PreservedObject) -> UInt64? {
        guard let reader, let path = object.path, let number = reader.record(at: path) else {
            return nil
        }
        let older = PreservedObject(number, of: reader)
        return older.className == object.className && older.damage == nil ? generation : nil
    }
}
