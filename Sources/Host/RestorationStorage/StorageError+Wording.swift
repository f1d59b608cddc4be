import Glibc
public import RestorationCore

extension StorageError {
    public var diagnosis: Diagnosis {
        switch self {
        case .noHomeDirectory(let variable):
            Diagnosis(
                problem: "There is no directory for the user's files",
                place: "environment variable \(variable)",
                remedy: "Set HOME, or \(variable), to an absolute path."
            )
        case .keyLocked, .keyUnavailable, .keyMissing, .keyFileRefused, .keyDamaged: keyDiagnosis
        case .keyReplaced, .keyLost: lostKeyDiagnosis
        case .inUse, .notOpened, .superseded, .savedByAnother, .directoryRefused, .ledgerRefused:
            storeDiagnosis
        case .store(let diagnosis): diagnosis
        case .system(let action, let path, let code):
            Self.diagnosis(action, path, SystemReason(code))
        default: fileDiagnosis
        }
    }

    private var keyDiagnosis: Diagnosis {
        switch self {
        case .keyLocked(let reason):
            Diagnosis(
                problem: "The key to the saved state is locked: \(reason)",
                remedy:
                    "Unlock the key and start the program again. Until then, nothing is restored or"
                    + " saved."
            )
        case .keyMissing(let path, let state):
            Diagnosis(
                problem: "There is saved state, but the key to it is missing",
                place: path,
                remedy: Self.correction(path, state)
                    + "Put the key back, or start afresh with "
                    + (Self.discarding(state, ofKeyFile: path) ?? "restorectl archive discard")
                    + ", which sets the state aside."
            )
        case .keyFileRefused(let path, let fault, let state):
            Diagnosis(
                problem: fault.problem,
                place: path,
                remedy: Self.correction(path, state)
                    + fault.remedy(discarding: Self.discarding(state, ofKeyFile: path))
            )
        case .keyDamaged(let path):
            Diagnosis(
                problem: "The key is damaged: it differs in one bit from the one that sealed the"
                    + " file",
                place: path,
                remedy: "Put the key back from a backup; nothing was changed. Without one, start"
                    + " afresh with restorectl archive discard, which sets the state aside."
            )
        case .keyUnavailable(let reason):
            Diagnosis(
                problem: "The key to the saved state is temporarily unavailable: \(reason)",
                remedy: "Try again later; until then nothing is restored or saved."
            )
        default: preconditionFailure("Only errors about keys are worded here.")
        }
    }

    private var lostKeyDiagnosis: Diagnosis {
        switch self {
        case .keyReplaced(let path):
            Diagnosis(
                problem: "The key file no longer contains the program's key",
                place: path,
                remedy: "Put the file back as it was, or move it away: the next save then writes"
                    + " the key back. Until then nothing is saved."
            )
        case .keyLost(let path, let cause):
            Diagnosis(
                problem:
                    "The key file is missing, and it cannot be written back: \(cause.problem)",
                place: path,
                remedy: "\(cause.remedy) Until then nothing is saved."
            )
        default: preconditionFailure("Only errors about keys of running programs are worded here.")
        }
    }

    /// The complete command that starts afresh with the state in a directory.
    ///
    /// A key file is named after its application. For a file that the user named, the result is
    /// `nil`.
    private static func discarding(_ state: String?, ofKeyFile path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard let state, name.hasSuffix(".key"),
            let id = ApplicationIdentifier(String(name.dropLast(4)))
        else { return nil }
        return "restorectl archive discard \(ArchiveStore.commandSubject(of: id, in: state))"
    }

    /// How to correct an ignored environment variable, which may have selected the wrong key and
    /// state; empty if there is none.
    private static func correction(_ key: String, _ state: String?) -> String {
        let files = [key] + (state.map { [$0] } ?? [])
        return (try? BaseDirectories())?.correction(for: files).map { $0 + " " } ?? ""
    }

    /// Adds the state directory to an error about its key.
    func aboutKey(ofState directory: String) -> StorageError {
        switch self {
        case .keyMissing(let path, nil): .keyMissing(path: path, state: directory)
        case .keyFileRefused(let path, let fault, nil):
            .keyFileRefused(path: path, because: fault, state: directory)
        default: self
        }
    }

    private var storeDiagnosis: Diagnosis {
        switch self {
        case .inUse(let path, let process?) where process == Int(getpid()):
            Diagnosis(
                problem: "The state is in use by another session of this process",
                place: path,
                remedy: "Close that session first. A session stays open as long as anything"
                    + " references it, such as one of its roots, or a closure given to it."
            )
        case .inUse(let path, let process):
            Diagnosis(
                problem: "The state is in use by "
                    + (process.map { "process \($0)" } ?? "another process"),
                place: path,
                remedy: process == nil
                    ? "Quit the process that has the file open, which fuser or lslocks names, or"
                        + " give this program a state directory of its own."
                    : "Quit the other instance, or give this one a state directory of its own."
            )
        case .directoryRefused(let path, .ownedByOtherUser(let user)):
            Diagnosis(
                problem: "The directory of the saved state belongs to user \(user)",
                place: path,
                remedy: "Run the program as that user, or make the directory your own."
            )
        case .directoryRefused(let path, .openToOthers(let bits)):
            Diagnosis(
                problem: "Other users may change the saved state: its directory has mode "
                    + octal(bits),
                place: path,
                remedy:
                    "Look for files that other users put there, then run chmod 700 on the"
                    + " directory."
            )
        case .directoryRefused(let path, .modesIgnored(let bits)):
            Diagnosis(
                problem: "Other users may change the saved state: its directory has mode "
                    + "\(octal(bits)), and its file system does not store modes",
                place: path,
                remedy: "Mount the file system for this user alone (umask=077), or keep the state"
                    + " elsewhere: set stateDirectory in the program's options, or XDG_STATE_HOME."
            )
        case .notOpened(let path):
            Diagnosis(
                problem: "A save was attempted before the saved state was opened",
                place: path,
                remedy:
                    "Open the store first, and save only if the outcome of"
                    + " opening it allows that."
            )
        case .superseded(let path, let generation, let newest):
            Diagnosis(
                problem: "Generation \(generation) is older than the saved generation \(newest)",
                place: path,
                remedy: "Nothing is lost; save again to save later changes."
            )
        case .savedByAnother(let path, let generation):
            Diagnosis(
                problem: "Another session has saved generation \(generation) since this one lost"
                    + " its lock of the saved state",
                place: path,
                remedy: "Restart the program, which then restores that generation; this session"
                    + " saves nothing more. Let no code close the lock or remove the directory"
                    + " while the program runs."
            )
        case .ledgerRefused(let path):
            Diagnosis(
                problem:
                    "The crash ledger is not a regular file that only this user can access",
                place: path,
                remedy: "Move the file away. Until then, crashes are not detected."
            )
        default: preconditionFailure("Only errors about the store are worded here.")
        }
    }
}

extension StorageError {
    /// The remedy for a damaged file that has no older generations, or `nil` for other files.
    private static func remedyWithoutGenerations(at path: String) -> String? {
        switch path.split(separator: "/").last.map(String.init) {
        case FileName.report:
            "No state is lost: the next restore writes a new report in its place."
        default: nil
        }
    }

    private var fileDiagnosis: Diagnosis {
        switch self {
        case .damaged(let path, let part):
            Diagnosis(
                problem: part.problem,
                place: path,
                remedy: Self.remedyWithoutGenerations(at: path)
                    ?? (part == .beginning
                        ? "Pass a file of saved state. If this file is damaged, use an older"
                            + " generation."
                        : "Use an older generation; this one cannot be trusted.")
            )
        case .damagedPiece(let path, let index):
            Diagnosis(
                problem: "Piece \(index) of the file is damaged",
                place: path,
                remedy: Self.remedyWithoutGenerations(at: path)
                    ?? "Restore its objects from an older generation; the rest of the file is intact."
            )
        case .futureVersion(let path, let version, let supported):
            Diagnosis(
                problem: "The file has format version \(version), this program reads up to "
                    + "\(supported)",
                place: path,
                remedy: "Use the newer version of the program that wrote the file."
            )
        case .formerVersion(let path, let version, let supported):
            Diagnosis(
                problem: "The file has format version \(version), this program reads version"
                    + " \(supported)",
                place: path,
                remedy: "Use the version of the program that wrote the file to read it."
            )
        case .wrongKey(let path):
            Diagnosis(
                problem: "The file was sealed with another key",
                place: path,
                remedy: "Put back the key that was in use when the file was written."
            )
        case .otherApplication(let path, let owner):
            Diagnosis(
                problem: "The file belongs to the application \(owner)",
                place: path,
                remedy: "Move the file to the state directory of that application."
            )
        case .wrongKind(let path, let expected):
            Diagnosis(
                problem: "The file is sealed, but it is not \(expected.withArticle)",
                place: path,
                remedy: "Pass \(expected.withArticle)."
            )
        case .outOfBounds(let path, let range, let size):
            Diagnosis(
                problem: "Bytes \(range.lowerBound) to \(range.upperBound) were requested, "
                    + "the file has \(size)",
                place: path,
                remedy: "The tables inside the file are wrong; use an older generation."
            )
        case .beingWritten(let path):
            Diagnosis(
                problem: "The file is being written just now",
                place: path,
                remedy: "Try again in a moment."
            )
        default: preconditionFailure("Every other error is worded above.")
        }
    }
}

extension SealedPart {
    fileprivate var problem: String {
        switch self {
        case .beginning:
            "The file has no header of saved state: it is another kind of file, or damaged"
        case .header: "The header of the file is damaged"
        case .footer: "The footer of the file is damaged"
        case .trailer: "The end of the file is missing or damaged"
        case .tables:
            "The file's tables are damaged, and no object in the file can be found without them"
        case .contents:
            "The file has only one piece, with all its objects and tables, and that piece is damaged"
        case .length: "The file is cut short: it ends within its header"
        case .file: "This is not a file, so there is no state in it"
        }
    }
}

extension KeyFileFault {
    fileprivate var problem: String {
        switch self {
        case .ownedByOtherUser(let user): "The key file belongs to user \(user)"
        case .openToOthers(let bits): "Other users may use the key file (mode \(octal(bits)))"
        case .wrongSize(let bytes):
            "The key file has \(bytes) bytes, not \(ArchiveKey.fileSizeInBytes)"
        case .damaged: "The key file is damaged: its check value does not fit the key"
        case .notAFile: "The key file's path is not a file"
        case .danglingLink: "The key file is a link to a file that does not exist"
        case .directoryOpenToOthers(let bits):
            "Other users may replace the key file: its directory has mode \(octal(bits))"
        case .modesIgnored(let bits):
            "Other users may change the key file (mode \(octal(bits))), and its file system"
                + " does not store modes"
        case .directoryModesIgnored(let bits):
            "Other users may replace the key file: its directory has mode \(octal(bits)), and its"
                + " file system does not store modes"
        case .directoryOwnedByOtherUser(let user):
            "The directory of the key file belongs to user \(user)"
        }
    }

    /// - Parameter command: starts afresh; `nil` if the file does not belong to an application.
    fileprivate func remedy(discarding command: String?) -> String {
        switch self {
        case .wrongSize where command == nil, .damaged where command == nil,
            .notAFile where command == nil:
            "Name the file that holds the key, or put the key back from a backup."
        case .ownedByOtherUser: "Run the program as that user, or put your own key there."
        case .openToOthers:
            "Run chmod 600 on the file, and replace the key if others may have read it."
        case .wrongSize, .damaged:
            "Put the key back from a backup; without one, remove this file and start afresh with"
                + " \(command ?? "")."
        case .notAFile: "Move that away, and put the key back if there is saved state."
        case .danglingLink: "Correct the link, or remove it."
        case .modesIgnored, .directoryModesIgnored:
            "Mount the file system for this user alone (umask=077), or keep the key elsewhere: set"
                + " keyProvider in the program's options, or XDG_DATA_HOME."
        case .directoryOpenToOthers: "Run chmod 700 on the directory of the key file."
        case .directoryOwnedByOtherUser:
            "Run the program as that user, or make the directory your own."
        }
    }
}

extension String {
    /// The text as a single, quoted word of a shell command.
    package var quotedForShell: String {
        let parts = split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

func octal(_ bits: UInt32) -> String { bits.digits(4, radix: 8) }
