import RestorationCore
import RestorationEngine
import RestorationKit
import RestorationStorage

/// What a complete reading of one archive came to.
struct ArchiveCheck {
    let pieceCount: Int
    let damagedPieces: [Int]
    let objectCount: Int
    /// Why nothing of it can be found, although its footer is intact.
    let tableDamage: Diagnosis?
    /// The objects that cannot be read.
    let damagedObjects: [DamagedObject]

    /// An object whose record cannot be read.
    struct DamagedObject {
        let path: String
        let reason: Diagnosis
        /// The older generation that the next launch takes it from; `nil` if it is lost.
        let heldByGeneration: UInt64?
    }

    /// Reads everything.
    ///
    /// - Parameter older: The generation before it, for what is damaged.
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

    /// Whether it is what was written.
    var isIntact: Bool { tableDamage == nil && damagedPieces.isEmpty && damagedObjects.isEmpty }
}

/// The generation before, as far as it can stand in: the rule is that of a restore.
private struct Substitutes {
    private let generation: UInt64
    private let reader: ArchiveReader?

    init(_ older: OpenedArchive?) {
        generation = older?.generation ?? 0
        do {
            reader = try older.map { try ArchiveReader($0) }
        } catch {
            // Without its tables an archive can stand in for nothing.
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
