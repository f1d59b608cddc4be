import RestorationCore

/// What is known of the newest generation before the archives are opened.
struct LastSaved {
    /// A number that was saved; 0 if none is known.
    let number: UInt64
    /// Whether the newest generation has been removed, whatever its number.
    let isRemoved: Bool
}

/// Telling that saved state is gone. Files that a person or the program has put out of the way are
/// in `set-aside/`, and are not gone.
extension ArchiveStore {
    /// Finds out what was saved last. Call it before anything is moved.
    ///
    /// - Parameter known: The newest generation that the ledger knows of.
    func lastSaved(
        in directory: Directory,
        with key: ArchiveKey,
        known: UInt64
    ) throws(StorageError) -> LastSaved {
        // A save that goes by a new file, and is interrupted, may leave no `archive` for a moment:
        // the generation before is then the newest one that is complete.
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

    /// Notes a generation that was saved and is neither opened nor in `set-aside/`.
    func noteMissingGeneration(
        _ last: LastSaved,
        after outcome: OpenOutcome,
        in directory: Directory
    ) {
        let opened = outcome.openedArchive?.generation ?? 0
        guard last.number > opened || last.isRemoved else { return }
        var newest = opened
        let time = outcome.openedArchive?.savedAt
        for number in generationsSetAside(in: directory, since: time) {
            // What cannot be read may be the one.
            guard let number else { return }
            newest = max(newest, number)
        }
        if last.number > newest {
            note(.generationMissing(last.number, newest: newest, directory: directory.path))
        } else if last.isRemoved, opened > 0, newest == opened {
            note(.newestGone(usedInstead: opened, directory: directory.path))
        }
    }

    /// The generation that the report of the last restore bears: it was current then. The report of
    /// a launch that found nothing bears 1, which says nothing.
    private func reportedGeneration(in directory: Directory, _ key: ArchiveKey) -> UInt64 {
        do throws(StorageError) {
            let name = FileName.report
            let sealed = try SealedFile(named: name, in: directory, conditions: conditions)
            let report = try sealed.open(as: .report, of: application, with: key)
            return report.generation == 1 ? 0 : report.generation
        } catch {
            // There is no report, or none that can be believed.
            return 0
        }
    }

    /// The generations in `set-aside/`, each `nil` if it cannot be read.
    ///
    /// - Parameter time: When the opened generation was saved: what cannot be read and was set
    ///   aside before is older, and left out.
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
                // Names begin with the time, and sort as it does.
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
    /// The archive that was opened.
    var openedArchive: OpenedArchive? {
        guard case .opened(let archive, _) = self else { return nil }
        return archive
    }
}
