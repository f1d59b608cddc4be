public import RestorationCore

/// Why state could not be read from disk or written to it.
///
/// Messages name files, sizes and positions; nothing that is being restored appears in them.
@nonexhaustive
public enum StorageError: DiagnosedError, Hashable {
    /// Neither the variable nor `HOME` says where the user's files belong.
    case noHomeDirectory(variable: String)

    /// The key provider says that the key is locked, for example until the user logs in. The
    /// provider gives the reason as half a sentence: "the keyring is locked".
    case keyLocked(reason: String)
    /// The key provider cannot be reached at the moment. The reason is half a sentence, too.
    case keyUnavailable(reason: String)
    /// There is saved state, but no key for it. A new key would make it unreadable for good. A
    /// store adds the directory of the state to what its key provider throws.
    case keyMissing(path: String, state: String? = nil)
    /// There is a key file, but it must not be used. The directory of the state is added, too.
    case keyFileRefused(path: String, because: KeyFileFault, state: String? = nil)
    /// The key differs in one bit from the one that the file at this path was sealed with.
    case keyDamaged(path: String)
    /// While the program runs, the key file has come to hold something else than its key.
    case keyReplaced(path: String)
    /// While the program runs, the key file was removed, and it cannot be written back.
    case keyLost(path: String, because: Diagnosis)

    /// The file is not what was written. Nothing of it can be trusted.
    case damaged(path: String, part: SealedPart)
    /// One piece of an otherwise intact file is damaged. Pieces count from 0.
    case damagedPiece(path: String, index: Int)
    /// A later version of this library wrote the file.
    case futureVersion(path: String, version: Int, supported: Int)
    /// An earlier version of this library wrote the file, in a format that is read no more.
    case formerVersion(path: String, version: Int, supported: Int)
    /// The file was sealed with another key.
    case wrongKey(path: String)
    /// The file belongs to another application.
    case otherApplication(path: String, owner: String)
    /// The file is sealed, but holds something else, for example a report instead of an archive.
    case wrongKind(path: String, expected: SealedKind)
    /// More or other bytes were asked for than the file holds.
    case outOfBounds(path: String, range: Range<Int>, sizeInBytes: Int)
    /// Another process is writing the file just now.
    case beingWritten(path: String)

    /// Another process, or another store in this one, has the state in use.
    /// The process is `nil` while its holder has not signed yet.
    case inUse(path: String, process: Int?)
    /// The store was asked to save before ``ArchiveStore/open(checking:)`` allowed it.
    case notOpened(path: String)
    /// Somebody else may change the directory that the state lies in, or the files set aside.
    case directoryRefused(path: String, because: DirectoryFault)
    /// A newer generation is already saved.
    case superseded(path: String, generation: UInt64, newest: UInt64)
    /// This store has lost its lock, and another session has saved that generation meanwhile.
    case savedByAnother(path: String, generation: UInt64)
    /// What lies in the place of the crash ledger is not a file that only this user can change.
    case ledgerRefused(path: String)
    /// A store that keeps no files has failed, in its own words.
    case store(Diagnosis)
    /// The operating system refused.
    case system(FileAction, path: String, errorNumber: Int32)
}

/// Why a key file is refused.
@nonexhaustive
public enum KeyFileFault: Hashable, Sendable {
    /// It belongs to the user with this number.
    case ownedBySomebodyElse(user: UInt32)
    /// Its group or everybody may read or change it; `permissions` are the file's mode bits.
    case openToOthers(permissions: UInt32)
    /// It has another size than a key file.
    case wrongSize(bytes: Int)
    /// The check value in it does not fit the key.
    case damaged
    /// It is a directory, a pipe or a device.
    case notAFile
    /// It is a symbolic link to nothing.
    case danglingLink
    /// The directory it lies in may be changed by others, so anybody could replace the key.
    case directoryOpenToOthers(permissions: UInt32)
    /// Everybody may change it, and its file system keeps no modes.
    case modesIgnored(permissions: UInt32)
    /// Everybody may change the directory it lies in, and the file system keeps no modes.
    case directoryModesIgnored(permissions: UInt32)
    /// The directory it lies in belongs to the user with this number.
    case directoryOwnedBySomebodyElse(user: UInt32)
}

/// Why a directory is refused: others could remove and replace what lies in it.
@nonexhaustive
public enum DirectoryFault: Hashable, Sendable {
    /// It belongs to the user with this number.
    case ownedBySomebodyElse(user: UInt32)
    /// Its group or everybody may write to it; `permissions` are its mode bits.
    case openToOthers(permissions: UInt32)
    /// The same, on a file system that keeps no modes.
    case modesIgnored(permissions: UInt32)
}

/// The parts of a sealed file; `Docs/ArchiveFormat.md` draws them.
@nonexhaustive
public enum SealedPart: String, Hashable, Sendable {
    /// The first bytes, which are the same in every file of saved state: it may be no such file.
    case beginning
    /// The plaintext header, of which the first bytes are what they should be.
    case header
    /// The sealed table of pieces behind the last piece.
    case footer
    /// The fixed bytes at the end, or the size of the file as a whole.
    case trailer
    /// The tables in the file, by which the objects in it are found.
    case tables
    /// The only piece of a small file, which holds all objects and the tables.
    case contents
    /// What the file does not have: it ends within its header.
    case length
    /// The file itself: it is a directory, a link, or something else that holds no bytes.
    case file
}

/// What was being done when the operating system refused.
@nonexhaustive
public enum FileAction: Hashable, Sendable {
    case open, read, write, lock, list, remove
    /// Putting one file in the place of another.
    case replace
    /// Making a directory, or a file that was not there before.
    case create
    /// Asking for size, owner and permissions.
    case inspect
    /// Waiting until the disk has the bytes.
    case synchronize
    /// Moving a file to `set-aside/`.
    case setAside
}
