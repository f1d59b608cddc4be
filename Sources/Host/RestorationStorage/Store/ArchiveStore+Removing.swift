import RestorationCore
import Synchronization

extension ArchiveStore {
    /// Permanently removes all saved state at the user's request.
    ///
    /// That includes the report and the set-aside files. Saves continue with the next capture; a
    /// capture that already took its generation is superseded.
    ///
    /// - Throws: ``StorageError/inUse(path:process:)`` or
    ///   ``StorageError/system(_:path:errorNumber:)``. The current generation is removed last, so a
    ///   failure never brings an older one back.
    public func discard() throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            supersedeCaptures(&state)
            try SetAsideFolder(directory: directory).removeAll()
            let names =
                FileName.temporary
                + [FileName.ledger, FileName.report, FileName.saveReport, FileName.mine]
                + FileName.generations.reversed()
            for name in names {
                let path = directory.path(of: name)
                try attempting(.remove, path, try directory.handle.unlink(name))
            }
            try attempting(.synchronize, directory.path, try directory.handle.synchronizeNames())
        }
    }

    /// Moves all generations to `set-aside/`, so the next launch starts fresh.
    ///
    /// For a host that refuses to save or to restore. Saves continue with the next capture; a
    /// capture that already took its generation is superseded.
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

    /// Links the current archive into `set-aside/` before a save replaces it, or copies it if the
    /// file system has no hard links.
    ///
    /// Does nothing if there is no archive, or if it was copied for the same reason already.
    public func setAsideCopy(because reason: SetAsideReason) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            let directory = try lockedDirectory(&state)
            guard try directory.status(of: FileName.current) != nil else { return }
            let folder = SetAsideFolder(directory: directory)
            let copy = try folder.setAsideCopy(of: FileName.current, because: reason, conditions)
            guard let path = copy else { return }
            try folder.synchronize()
            note(.copyMade(path: path, because: reason))
            try folder.prune(sparing: [path])
        }
    }

    func setAsideGenerations(
        because reason: SetAsideReason,
        sparing spared: String? = nil,
        in directory: Directory
    ) throws(StorageError) -> [SetAsideFile] {
        var files: [(name: String, SetAsideReason, StorageError?)] = []
        // The oldest first: if a later move fails, no older state comes back.
        for name in FileName.generations.reversed().filter({ $0 != spared })
        where try directory.status(of: name) != nil {
            files.append((name, reason, nil))
        }
        return try setAside(files, in: directory)
    }

    // A capture may have its number and still wait for the mutex. Its commit would bring back the
    // removed state.
    private func supersedeCaptures(_ state: inout State) {
        guard let newest = state.saving?.newest else { return }
        state.saving?.saved = 0
        state.saving?.newest = max(newest, lastGeneration.load(ordering: .relaxed))
    }

    /// Moves files of the state directory to `set-aside/`, in the given order.
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
