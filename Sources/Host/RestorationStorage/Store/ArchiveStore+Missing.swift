import RestorationCore

/// Evidence of the newest generation, collected before the archives are opened.
struct LastSaved {
    /// The highest number with evidence of a save; 0 if there is none.
    let number: UInt64
    /// Whether the newest generation was removed, whatever its number.
    let isRemoved: Bool
}

/// Detects saved state that disappeared. Files in `set-aside/` have not disappeared.
extension ArchiveStore {
    /// Determines the newest saved generation. Call it before any file is moved.
    ///
    /// - Parameter known: The newest generation that the ledger recorded.
    func lastSaved(
        in directory: Directory,
        with key: ArchiveKey,
        known: UInt64
    ) throws(StorageError) -> LastSaved {
        // An interrupted save through a new file may leave no `archive` for a moment. The previous
        // generation is then the newest complete one.
        var there: [String] = []
        for name in FileName.generations + [FileName.newArchive]
        where try directory.status(of: name) != nil {
            there.append(name)
        }
        return LastSaved(
            number: max(known, reportedGeneration(in: directory, key)),
            isRemoved: !there.isEmpty && !there.contains(FileName.current)
                && !there.contains(FileName.newArchive)
        )
    }

    func recordMissingGeneration(
        _ last: LastSaved,
        after outcome: OpenOutcome,
        in directory: Directory
    ) {
        let opened = outcome.openedArchive?.generation ?? 0
        guard last.number > opened || last.isRemoved else { return }
        var newest = opened
        let time = outcome.openedArchive?.savedAt
        for number in generationsSetAside(in: directory, since: time) {
            // An unreadable file may be the missing generation.
            guard let number else { return }
            newest = max(newest, number)
        }
        if last.number > newest {
            note(.generationMissing(last.number, newest: newest, directory: directory.path))
        } else if last.isRemoved, opened > 0, newest == opened {
            note(.newestMissing(usedInstead: opened, directory: directory.path))
        }
    }

    /// The generation that was current at the last restore, according to its report. A report of a
    /// launch without an archive has number 1, which is no evidence.
    private func reportedGeneration(in directory: Directory, _ key: ArchiveKey) -> UInt64 {
        do throws(StorageError) {
            let name = FileName.report
            let sealed = try SealedFile(named: name, in: directory, conditions: conditions)
            let report = try sealed.open(as: .report, of: application, with: key)
            return report.generation == 1 ? 0 : report.generation
        } catch {
            return 0
        }
    }

    /// The generations in `set-aside/`, each `nil` if it cannot be read.
    ///
    /// - Parameter time: When the opened generation was saved. Unreadable files that were set aside
    ///   earlier are older, so they are left out.
    private func generationsSetAside(
        in directory: Directory,
        since time: Timestamp?
    ) -> [UInt64?] {
        do throws(StorageError) {
            let path = directory.path(of: FileName.setAside)
            guard let folder = try Directory(existing: path) else { return [] }
            let names = try attempting(.list, path, try folder.handle.names())
            var generations: [UInt64?] = []
            for name in names where SetAsideFolder.isOurs(name) {
                if try folder.status(of: name)?.isDirectory == true { continue }
                let generation = generation(of: name, in: folder)
                // Names begin with the time, so they sort chronologically.
                let isOlder = time.map { name < SetAsideFolder.text(of: $0) } ?? false
                if generation != nil || !isOlder { generations.append(generation) }
            }
            return generations
        } catch {
            return [nil]
        }
    }

    private func generation(of name: String, in folder: Directory) -> UInt64? {
        do throws(StorageError) {
            return try SealedFile(named: name, in: folder, conditions: conditions)
                .header.generation
        } catch {
            return nil
        }
    }
}

extension OpenOutcome {
    var openedArchive: OpenedArchive? {
        guard case .opened(let archive, _) = self else { return nil }
        return archive
    }
}
