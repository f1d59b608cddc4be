import RestorationCore
import Synchronization

extension ArchiveStore {
    /// Removes all saved state for good, because the person asked for it.
    ///
    /// That includes the report and what was set aside. Saving
    /// goes on with the next capture: one whose generation was taken before is superseded.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``. The current generation goes last, so a
    ///   failure never brings an older one back.
    public func discard() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            supersedeCaptures(&state)
            try SetAsideFolder(directory: directory).removeAll()
            let names =
                FileName.temporary
                + [FileName.ledger, FileName.report, FileName.saveReport]
                + FileName.generations.reversed()
            for name in names {
                let path = directory.path(of: name)
                try attempting(.remove, path, try directory.handle.unlink(name))
            }
            try attempting(.synchronize, directory.path, try directory.handle.synchronizeNames())
        }
    }

    /// Moves all generations to `set-aside/`, so that the next launch starts fresh.
    ///
    /// For a host that refuses to save or to restore. Saving goes on with the next capture: one
    /// whose generation was taken before is superseded.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``.
    @discardableResult
    public func setAsideEverything(
        because reason: SetAsideReason
    ) throws(StorageError) -> [SetAsideFile] {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            supersedeCaptures(&state)
            return try setAsideGenerations(because: reason, in: directory)
        }
    }

    /// Keeps the current archive in `set-aside/`, too, before a save writes what is not in it:
    /// under a second name, or as a copy where the file system has no hard links.
    ///
    /// Does nothing where there is no archive, or it is kept there for that reason already.
    public func keepCopy(because reason: SetAsideReason) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            guard try directory.status(of: FileName.current) != nil else { return }
            let folder = SetAsideFolder(directory: directory)
            let copy = try folder.keepCopy(of: FileName.current, because: reason, conditions)
            guard let path = copy else { return }
            try folder.synchronize()
            note(.copyKept(path: path, because: reason))
            try folder.prune(sparing: [path])
        }
    }

    func setAsideGenerations(
        because reason: SetAsideReason,
        sparing spared: String? = nil,
        in directory: Directory
    ) throws(StorageError) -> [SetAsideFile] {
        var files: [(name: String, SetAsideReason, StorageError?)] = []
        // The oldest one first: should a later move fail, no older state comes back.
        for name in FileName.generations.reversed().filter({ $0 != spared })
        where try directory.status(of: name) != nil {
            files.append((name, reason, nil))
        }
        return try setAside(files, in: directory)
    }

    // A capture may have its number and still wait for the mutex; committed afterwards, it would
    // bring back what has just been taken away.
    private func supersedeCaptures(_ state: inout State) {
        guard let newest = state.saving?.newest else { return }
        state.saving?.saved = 0
        state.saving?.newest = max(newest, lastGeneration.load(ordering: .relaxed))
    }

    /// Moves files of the state directory to `set-aside/`, in the order given.
    func setAside(
        _ files: [(name: String, SetAsideReason, StorageError?)],
        in directory: Directory
    ) throws(StorageError) -> [SetAsideFile] {
        guard !files.isEmpty else { return [] }
        let folder = SetAsideFolder(directory: directory)
        let time = conditions.now()
        var moved: [SetAsideFile] = []
        for (name, reason, error) in files {
            let path = try folder.move(name, because: reason, at: time)
            moved.append(SetAsideFile(path: path, reason: reason, error: error))
        }
        try folder.synchronize()
        try folder.prune(sparing: moved.map(\.path))
        return moved
    }
}
