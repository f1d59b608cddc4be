import RestorationCore
import RestorationStorage

/// The result of reading all files of an application's state, or a single file, completely.
struct StateCheck {
    let application: ApplicationIdentifier
    let place: String
    let files: [FileCheck]
    let verdict: Verdict

    struct FileCheck {
        /// The file's role in the store; `nil` for a file named by its path.
        let role: StoredFile.Role?
        let path: String
        let generation: UInt64?
        /// Seconds since 1970.
        let savedAt: Int64?
        /// Size on disk.
        let sizeInBytes: Int
        let condition: Condition
        /// The check of its contents; `nil` unless it is an archive that opens.
        let archive: ArchiveCheck?
    }

    enum Condition {
        case intact
        /// Damaged without consequence.
        case harmless(Diagnosis)
        case partlyDamaged
        case damaged(Diagnosis)
        /// Not readable by this user. It may be intact.
        case unreadable(Diagnosis)
    }

    struct Verdict {
        let status: Findings.Status
        let sentence: String
    }
}

extension StateCheck {
    /// - Throws: `StorageError` if the directory or the disk cannot be read.
    init(of store: ArchiveStore) throws {
        application = store.application
        place = store.directory
        var checks: [String: ArchiveCheck] = [:]
        let older = try [.previous, .found].compactMap { try Self.archive($0, of: store) }
        for archive in older { checks[archive.path] = try ArchiveCheck(archive, older: nil) }
        let current = try Self.archive(.current, of: store)
        let currentCheck = try current.map { try ArchiveCheck($0, older: older.first) }
        if let current { checks[current.path] = currentCheck }
        let isSpareHarmless = currentCheck?.isIntact ?? false
        files = try store.files().map { file in
            FileCheck(
                file,
                checks[file.path],
                isHarmless: isSpareHarmless && file.role == .previous
            )
        }
        verdict = Verdict(files)
    }

    /// The archive; `nil` if it does not open. The list of files has the reason.
    private static func archive(
        _ generation: ArchiveStore.Generation,
        of store: ArchiveStore
    ) throws(StorageError) -> OpenedArchive? {
        do throws(StorageError) {
            return try store.openForReading(generation)
        } catch {
            if case .system = error { throw error }
            return nil
        }
    }

    /// Checks a single sealed file of any kind.
    ///
    /// - Throws: `StorageError` if the disk cannot be read, or a report is damaged.
    init(of opened: OpenedArchive) throws {
        let check = opened.kind == .archive ? try ArchiveCheck(opened, older: nil) : nil
        if check == nil { try opened.verify() }
        application = opened.application
        place = opened.path
        let condition = Condition(check)
        files = [
            FileCheck(
                role: nil,
                path: opened.path,
                generation: opened.generation,
                savedAt: opened.savedAt.seconds,
                sizeInBytes: opened.fileSizeInBytes,
                condition: condition,
                archive: check
            )
        ]
        verdict = Verdict(ofFile: condition, check)
    }
}

extension StateCheck.FileCheck {
    /// - Parameter isHarmless: Whether damage to the file has no consequence.
    fileprivate init(_ file: StoredFile, _ archive: ArchiveCheck?, isHarmless: Bool) {
        role = file.role
        path = file.path
        generation = file.generation
        savedAt = file.savedAt?.seconds
        sizeInBytes = file.sizeInBytes
        self.archive = archive
        let condition =
            archive.map { StateCheck.Condition($0) } ?? StateCheck.Condition(file.condition)
        self.condition = isHarmless ? condition.harmless : condition
    }

    var isUsable: Bool {
        switch condition {
        case .intact, .partlyDamaged: true
        default: false
        }
    }
}

extension StateCheck.Condition {
    fileprivate init(_ archive: ArchiveCheck?) {
        guard let archive else {
            self = .intact
            return
        }
        self =
            if let damage = archive.tableDamage { .damaged(damage) } else if archive.isIntact {
                .intact
            } else { .partlyDamaged }
    }

    fileprivate init(_ condition: StoredFile.Condition) {
        self =
            switch condition {
            case .intact: .intact
            case .damaged(let error): .damaged(error.diagnosis)
            case .unreadable(let error): .unreadable(error.diagnosis)
            }
    }

    /// The condition of a file that another generation can replace.
    fileprivate var harmless: Self {
        if case .damaged(let reason) = self { return .harmless(reason) }
        return self
    }

    var isIntact: Bool {
        if case .intact = self { return true }
        return false
    }
}
