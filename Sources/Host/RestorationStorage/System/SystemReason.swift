import Glibc
import RestorationCore

/// The cause of a failed system call, by remedy.
package enum SystemReason: Hashable {
    case diskFull, quotaUsedUp, fileTooLarge
    case readOnly, permissionDenied
    case diskFailing
    case tooManyFiles, tooManyFilesInSystem, outOfMemory
    case unsupported
    case gone, notADirectory, isADirectory, isALink
    /// The descriptor was closed, which only other code of the process does.
    case closedByOthers
    case other(Int32)

    package init(_ code: Int32) {
        self =
            switch code {
            case ENOSPC: .diskFull
            case EDQUOT: .quotaUsedUp
            case EFBIG: .fileTooLarge
            case EROFS: .readOnly
            case EACCES, EPERM: .permissionDenied
            case EIO: .diskFailing
            case EMFILE: .tooManyFiles
            case ENFILE: .tooManyFilesInSystem
            case ENOMEM: .outOfMemory
            case ENOLCK, ENOSYS, EOPNOTSUPP: .unsupported
            case ENOENT: .gone
            case ENOTDIR: .notADirectory
            case EISDIR: .isADirectory
            case ELOOP: .isALink
            case EBADF: .closedByOthers
            default: .other(code)
            }
    }

    /// The reason as half a sentence, and a remedy.
    package var words: (reason: String, remedy: String) {
        switch self {
        case .diskFull: ("the disk is full", "Free space on that file system.")
        case .quotaUsedUp: ("the disk quota is used up", "Free space in your quota.")
        case .fileTooLarge:
            ("the file would be larger than allowed", "Raise the limit on file sizes (ulimit -f).")
        case .readOnly:
            ("the file system is read-only", "Mount it writable, or use another directory.")
        case .permissionDenied:
            ("permission denied", "Give the user of this program access to it.")
        case .diskFailing: ("the disk reported an error", "Check the disk and its log messages.")
        case .tooManyFiles:
            (
                "the program has too many files open",
                "Close files or sessions, or raise the limit on open files (ulimit -n)."
            )
        case .tooManyFilesInSystem:
            ("the system has too many files open", "End programs, or raise fs.file-max.")
        case .outOfMemory: ("there is no memory left", "End programs, or add memory.")
        case .unsupported:
            (
                "its file system does not support that",
                "Keep saved state on another file system: set stateDirectory or privateDirectory in"
                    + " the program's options, or XDG_STATE_HOME."
            )
        case .gone:
            ("it or a parent directory is missing", "Check the path, or restore the missing file.")
        case .notADirectory:
            (
                "one of its parent directories is a file",
                "Check the path, or move that file away."
            )
        case .isADirectory: ("a directory is in its place", "Move the directory away.")
        case .isALink:
            (
                "a link is in its place, or links are circular",
                "Remove the link, or restore its target."
            )
        case .closedByOthers:
            (
                "other code of this process has closed it",
                "Let the program and its plugins close only descriptors that they have opened."
            )
        case .other(let code):
            (
                RestorationStorage.words(forErrorNumber: code),
                "Look up error number \(code) of this system."
            )
        }
    }
}

extension FileAction {
    fileprivate var words: String {
        switch self {
        case .open: "open the file"
        case .read: "read the file"
        case .write: "write the file"
        case .lock: "lock the file"
        case .list: "list the directory"
        case .remove: "remove the file"
        case .replace: "replace the file"
        case .create: "create the file or directory"
        case .inspect: "inspect the file"
        case .synchronize: "synchronize the file with the disk"
        case .setAside: "set the file aside"
        }
    }

    /// Whether the action changes names in a directory. If so, the directory's permissions decide,
    /// not those of the file.
    fileprivate var changesDirectory: Bool {
        switch self {
        case .write, .create, .replace, .remove, .setAside: true
        case .open, .read, .lock, .list, .inspect, .synchronize: false
        }
    }
}

extension StorageError {
    static func diagnosis(
        _ action: FileAction,
        _ path: String,
        _ reason: SystemReason,
        in directory: String? = nil
    ) -> Diagnosis {
        if reason == .readOnly || reason == .permissionDenied && action.changesDirectory {
            let parent = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
            return Diagnosis(
                problem: "The directory is not writable: \(reason.words.reason)",
                place: directory ?? parent,
                remedy: reason == .readOnly
                    ? reason.words.remedy
                    : "Give the user of this program the right to write to it, for example with"
                        + " chmod u+w."
            )
        }
        let isLockless = action == .lock && reason == .unsupported
        let cause = isLockless ? "its file system has no locks" : reason.words.reason
        return Diagnosis(
            problem: "Could not \(action.words): \(cause)",
            place: path,
            remedy: reason.words.remedy
        )
    }
}
