public import RestorationCore

/// A failure to read or write saved state.
///
/// Messages name files, sizes and positions, never restored values.
@nonexhaustive
public enum StorageError: DiagnosedError, Hashable {
    /// Neither the variable nor `HOME` gives a directory for the user's files.
    case noHomeDirectory(variable: String)

    /// The key provider reports a locked key, for example before the user logs in. The reason is
    /// half a sentence: "the keyring is locked".
    case keyLocked(reason: String)
    /// The key provider is temporarily unreachable. The reason is half a sentence, too.
    case keyUnavailable(reason: String)
    /// There is saved state but no key. A new key would make the state unreadable for good. The
    /// store adds the state directory to its provider's error.
    case keyMissing(path: String, state: String? = nil)
    /// The key file exists but is unsafe or damaged. The store adds the state directory.
    case keyFileRefused(path: String, because: KeyFileFault, state: String? = nil)
    /// The key differs in one bit from the one that sealed the file at this path.
    case keyDamaged(path: String)
    /// The key file changed while the program ran, and no longer holds its key.
    case keyReplaced(path: String)
    /// The key file was removed while the program ran, and cannot be written back.
    case keyLost(path: String, because: Diagnosis)

    /// The file was changed after it was written, so none of it can be trusted.
    case damaged(path: String, part: SealedPart)
    /// One piece of an otherwise intact file is damaged. Pieces count from 0.
    case damagedPiece(path: String, index: Int)
    /// A later version of this library wrote the file.
    case futureVersion(path: String, version: Int, supported: Int)
    /// An earlier version of this library wrote the file, in a format that is no longer supported.
    case formerVersion(path: String, version: Int, supported: Int)
    /// The file was sealed with another key.
    case wrongKey(path: String)
    /// The file belongs to another application.
    case otherApplication(path: String, owner: String)
    /// The file is sealed but has another kind, for example a report instead of an archive.
    case wrongKind(path: String, expected: SealedKind)
    /// The range is outside the file's plaintext.
    case outOfBounds(path: String, range: Range<Int>, sizeInBytes: Int)
    /// Another process is currently writing the file.
    case beingWritten(path: String)

    /// Another process, or another store in this process, has the state in use. The process is
    /// `nil` until the lock's holder has written its ID.
    case inUse(path: String, process: Int?)
    /// The store was asked to save before ``ArchiveStore/open(checking:)`` allowed it.
    case notOpened(path: String)
    /// Other users may change the state directory or its set-aside files.
    case directoryRefused(path: String, because: DirectoryFault)
    /// A newer generation is already saved.
    case superseded(path: String, generation: UInt64, newest: UInt64)
    /// This store lost its lock, and another session has saved the given generation since.
    case savedByAnother(path: String, generation: UInt64)
    /// The crash ledger's path holds something other than a regular file that only this user can
    /// change.
    case ledgerRefused(path: String)
    /// A custom store failed; it provides the diagnosis.
    case store(Diagnosis)
    /// A system call failed.
    case system(FileAction, path: String, errorNumber: Int32)
}

/// Why a key file is refused.
@nonexhaustive
public enum KeyFileFault: Hashable, Sendable {
    /// It belongs to the user with this number.
    case ownedByOtherUser(user: UInt32)
    /// Group or others may read or change it; `permissions` are the file's mode bits.
    case openToOthers(permissions: UInt32)
    /// Its size is not that of a key file.
    case wrongSize(bytes: Int)
    /// Its check value does not match the key.
    case damaged
    /// It is a directory, a pipe or a device.
    case notAFile
    /// It is a dangling symbolic link.
    case danglingLink
    /// Other users may change its directory, and so replace the key.
    case directoryOpenToOthers(permissions: UInt32)
    /// Others may change it, and its file system stores no modes.
    case modesIgnored(permissions: UInt32)
    /// Others may change its directory, and the file system stores no modes.
    case directoryModesIgnored(permissions: UInt32)
    /// Its directory belongs to the user with this number.
    case directoryOwnedByOtherUser(user: UInt32)
}

/// Why a directory is refused: other users could replace its files.
@nonexhaustive
public enum DirectoryFault: Hashable, Sendable {
    /// It belongs to the user with this number.
    case ownedByOtherUser(user: UInt32)
    /// Group or others may write to it; `permissions` are its mode bits.
    case openToOthers(permissions: UInt32)
    /// As ``openToOthers(permissions:)``, on a file system that stores no modes.
    case modesIgnored(permissions: UInt32)
}

/// The parts of a sealed file; `Docs/ArchiveFormat.md` draws them.
@nonexhaustive
public enum SealedPart: String, Hashable, Sendable {
    /// The magic bytes that begin every sealed file. The file may be something else entirely.
    case beginning
    /// The plaintext header after correct magic bytes.
    case header
    /// The sealed table of pieces after the last piece.
    case footer
    /// The fixed bytes at the end, or the size of the whole file.
    case trailer
    /// The tables inside the image, which locate the objects.
    case tables
    /// The only piece of a small file, which contains all objects and tables.
    case contents
    /// The file is truncated within its header.
    case length
    /// The file itself: it is a directory, a link, or something else without bytes.
    case file
}

/// The operation that failed in a system call.
@nonexhaustive
public enum FileAction: Hashable, Sendable {
    case open, read, write, lock, list, remove
    /// Replacing one file with another.
    case replace
    /// Creating a directory or a new file.
    case create
    /// Reading size, owner and permissions.
    case inspect
    /// Waiting for the disk to store the bytes.
    case synchronize
    /// Moving a file to `set-aside/`.
    case setAside
}
