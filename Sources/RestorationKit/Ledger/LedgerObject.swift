import RestorationCore
import RestorationEngine
import RestorationPlugins
import RestorationStorage

/// By which the ledger knows objects in every launch: the digest of a path and a class.
enum LedgerObject {
    /// The object of a step of a restore. O(depth).
    static func of(_ step: RestorationStep, salt: UInt64) -> UInt64 {
        guard step.archive.records[step.record].path != ArchiveRecord.none else {
            return LedgerPage.delegate
        }
        return ObjectDigests(step.archive, salt: salt).digest(ofRecord: step.record)
    }

    /// The object of a record that is being saved, and its plugin as the archive numbers it.
    static func of(
        _ record: Int,
        in writer: ArchiveWriter,
        salt: UInt64
    ) -> (object: UInt64, plugin: UInt32) {
        let (digest, plugin) = writer.digest(ofRecord: record, salt: salt)
        return (record == 0 ? LedgerPage.delegate : digest, plugin)
    }

    /// Stands for all objects of a class; with `nil`, of a plugin.
    static func all(ofClass name: String?, salt: UInt64) -> UInt64 {
        ObjectDigests.any(ofClass: ArchiveWriter.hash(of: name), salt)
    }
}

/// The records of an archive that the ledger's objects mean.
struct LedgerRecords {
    let archive: ArchiveReader
    private let salt: UInt64
    private let classes: ActingClasses
    private let numbers: [UInt64: Int]

    /// O(records) if there are any objects.
    init(of objects: Set<UInt64>, in archive: ArchiveReader, salt: UInt64, _ classes: ActingClasses)
    {
        self.archive = archive
        self.salt = salt
        self.classes = classes
        // What has saved an object may have another name than what has saved its record.
        var numbers = ObjectDigests(archive, salt: salt).records(with: objects) { number in
            classes.acting(forRecord: number, in: archive).className
        }
        if !archive.records.isEmpty { numbers[LedgerPage.delegate] = 0 }
        self.numbers = numbers
    }

    /// The record of one object.
    func record(of object: UInt64) -> Int? { numbers[object] }

    /// The records of all objects of a class or a plugin, whatever that is.
    func records(ofClass object: UInt64) -> [Int] {
        let ofPlugin = LedgerObject.all(ofClass: nil, salt: salt)
        return archive.records.indices.filter { number in
            hasClass(number)
                && (object == ofPlugin
                    || object == LedgerObject.all(ofClass: acting(number).className, salt: salt))
        }
    }

    /// Whose code runs for a record.
    func acting(_ number: Int) -> ActingClass { classes.acting(forRecord: number, in: archive) }

    /// Whether a restoration class makes the object of a record.
    func hasClass(_ number: Int) -> Bool {
        number != 0 && archive.records[number].className != ArchiveRecord.none
    }

    func path(of number: Int) -> RestorationPath? {
        number == 0 ? nil : archive.path(of: archive.records[number].path)
    }
}
