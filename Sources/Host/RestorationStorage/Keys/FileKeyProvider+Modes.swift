import Glibc

/// Checks and repairs the modes of a key file and its directory.
extension FileKeyProvider {
    /// Restores the owner's access where a umask removed it. Closes the directory to a group that
    /// could write to it, if other users had no access.
    func repairAccess(named name: String) throws(StorageError) -> [ModeChange] {
        var changes: [ModeChange] = []
        guard let place = try Directory(existing: directory, noting: { changes.append($0) })
        else { return [] }
        let status = try attempting(.inspect, directory, try place.handle.status())
        if status.owner == user, status.isWronglyClosedOrOpen,
            place.handle.setPermissions(status.rightPermissions)
        {
            changes.append(ModeChange(name: directory, status))
        }
        if let file = try place.status(of: name), file.isRegular, file.owner == user,
            file.isClosedToOwner, place.handle.setPermissions(file.rightPermissions, of: name)
        {
            changes.append(ModeChange(name: place.path(of: name), file))
        }
        return changes
    }

    /// Refuses a file that others could have read or changed.
    ///
    /// - Returns: a problem with its mode that does not justify refusing the file, if any.
    func check(
        _ file: FileHandle,
        _ status: FileStatus,
        _ path: String
    ) throws(StorageError) -> ModeChange? {
        func refuse(_ fault: KeyFileFault) -> StorageError {
            .keyFileRefused(path: path, because: fault)
        }
        guard status.isRegular else { throw refuse(.notAFile) }
        guard status.owner == user else {
            throw refuse(.ownedByOtherUser(user: status.owner))
        }
        guard status.permissions & 0o077 != 0 else { return nil }
        if status.isOpenToGroupAlone {
            guard setsModes else { return nil }
            let isDone = file.setPermissions(status.rightPermissions)
            return ModeChange(name: path, status, isDone: isDone)
        }
        guard setsModes, !file.storesModes(of: status) else {
            throw refuse(.openToOthers(permissions: status.permissions))
        }
        guard !status.isWritableByOthers else {
            throw refuse(.modesIgnored(permissions: status.permissions))
        }
        return ModeChange(name: path, status, isDone: false)
    }

    func checkDirectory() throws(StorageError) {
        let handle = try attempting(
            .open,
            directory,
            try FileHandle(open: directory, O_RDONLY | O_DIRECTORY)
        )
        let status = try attempting(.inspect, directory, try handle.status())
        // The next launch repairs the mode.
        if !setsModes, status.owner == user, status.isOpenToGroupAlone { return }
        let fault: KeyFileFault
        switch status.directoryFault(for: user) {
        case nil: return
        case .ownedByOtherUser(let user): fault = .directoryOwnedByOtherUser(user: user)
        case .openToOthers(let bits), .modesIgnored(let bits):
            let isIgnored = setsModes && status.owner == user && !handle.storesModes(of: status)
            fault =
                isIgnored
                ? .directoryModesIgnored(permissions: bits)
                : .directoryOpenToOthers(permissions: bits)
        }
        throw .keyFileRefused(path: directory, because: fault)
    }
}
