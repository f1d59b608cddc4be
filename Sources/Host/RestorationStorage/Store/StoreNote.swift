package import RestorationCore

/// A repair or finding of a store, for the user. Work continues.
package enum StoreNote: Hashable, Sendable {
    /// The key file was removed while the program ran.
    case keyRewritten(path: String)
    /// A saved generation and all newer ones are gone; `newest` is 0 if no generation is left.
    case generationMissing(UInt64, newest: UInt64, directory: String)
    /// The file of the newest generation was removed, and its number is unknown.
    case newestMissing(usedInstead: UInt64, directory: String)
    /// The store repaired modes that gave others access to saved state, or denied it to the owner.
    case modesSet([String], directory: String)
    /// Others may use the files, and the file system stores no modes.
    case modesIgnored([String], directory: String)
    /// Others may use the files, which belong to another user.
    case openToOthers([String], directory: String)
    /// The modes of a key file or of its directory were wrong.
    case keyModes([String], KeyModes, path: String)
    /// Other code of the process closed the lock file's descriptor, and no other process has taken
    /// the lock since.
    case lockClosed(path: String)
    /// The archive has a copy in `set-aside/`, because the next save lacks some of its state.
    case copyMade(path: String, because: SetAsideReason)

    /// A problem with the modes of a key file, and its repair.
    package enum KeyModes: Hashable, Sendable {
        /// The key was unreadable until the repair.
        case set
        /// The group could read the file or change its directory until the repair.
        case closedToGroup
        /// Others may read the file, and the file system stores no modes.
        case ignored
    }

    package var diagnosis: Diagnosis {
        switch self {
        case .generationMissing(let number, let newest, let directory):
            Diagnosis(
                problem: "Generation \(number) was saved, and "
                    + (newest == 0 ? "there is none now" : "the newest one now is \(newest)"),
                place: directory,
                remedy: Self.lookForOthers
            )
        case .newestMissing(let generation, let directory):
            Diagnosis(
                problem: "The newest generation is missing, and generation \(generation) is used",
                place: directory,
                remedy: Self.lookForOthers
            )
        case .modesSet(let names, let directory):
            Diagnosis(
                problem: "The modes of saved state were wrong, and were corrected: "
                    + names.joined(separator: ", "),
                place: directory,
                remedy:
                    "Find the cause of the change, such as a umask, or a volume that sets"
                    + " them when it is mounted. Without the key, the contents of"
                    + " the files cannot be read or changed."
            )
        case .modesIgnored(let names, let directory):
            Diagnosis(
                problem: "Other users may use files of saved state, since the file system"
                    + " does not store modes: " + names.joined(separator: ", "),
                place: directory,
                remedy: "Mount it for this user alone (umask=077), or keep the state on another"
                    + " file system. Without the key, the contents of the files"
                    + " cannot be read or changed."
            )
        case .openToOthers(let names, let directory):
            Diagnosis(
                problem: "Other users may use files of saved state, which belong to another user: "
                    + names.joined(separator: ", "),
                place: directory,
                remedy: "Let their owner run chmod 600 on them."
            )
        case .keyModes(let names, let modes, let path): modes.diagnosis(of: names, path)
        case .copyMade(let path, let reason):
            Diagnosis(
                problem: reason == .converted
                    ? "State was converted for another class, and a copy of the"
                        + " earlier archive was made"
                    : "The program has changed objects whose state was retained after a crash."
                        + " Before that state was given up, a copy of the archive was made",
                place: path,
                remedy:
                    "To use that copy, quit the program and run restorectl archive reinstate with"
                    + " this file."
            )
        case .lockClosed(let path):
            Diagnosis(
                problem: "Other code of this process had closed the lock file's descriptor, and the"
                    + " session has locked the saved state again",
                place: path,
                remedy: SystemReason.closedByOthers.words.remedy
            )
        case .keyRewritten(let path):
            Diagnosis(
                problem: "The key file was missing, and was written back",
                place: path,
                remedy: "Find the cause: without the key file, no saved"
                    + " state can be read."
            )
        }
    }

    private static let lookForOthers =
        "Check who else can change files there. If a backup has the missing file, quit the"
        + " program and restore the file."
}

extension StoreNote.KeyModes {
    fileprivate func diagnosis(of names: [String], _ path: String) -> Diagnosis {
        switch self {
        case .set:
            Diagnosis(
                problem: "The key file's mode prevented reading it, and was corrected: "
                    + names.joined(separator: ", "),
                place: path,
                remedy: "Find the cause of the change, such as a umask."
            )
        case .closedToGroup:
            Diagnosis(
                problem: "The group of the key file could have read or replaced it, until"
                    + " its mode was corrected: " + names.joined(separator: ", "),
                place: path,
                remedy: "Find the cause of the change, such as a volume that sets it when it"
                    + " is mounted. If a member of the group must not read the state, remove the"
                    + " key and start afresh with restorectl archive discard."
            )
        case .ignored:
            Diagnosis(
                problem:
                    "Other users may read the key file, since its file system does not store"
                    + " modes: "
                    + names.joined(separator: ", "),
                place: path,
                remedy: "Mount the file system for this user alone (umask=077), or keep the key"
                    + " elsewhere: set keyProvider in the program's options, or XDG_DATA_HOME."
            )
        }
    }
}

extension StoreNote {
    /// Summarises wrong modes in a state directory, with one note of each kind.
    static func modes(_ changes: [ModeChange], in directory: String) -> [Diagnosis] {
        let (done, left) = (changes.filter(\.isDone), changes.filter { !$0.isDone })
        let notes: [(ModeList, [ModeChange])] = [
            ({ .modesSet($0, directory: directory) }, done),
            ({ .modesIgnored($0, directory: directory) }, left.filter(\.isOwn)),
            ({ .openToOthers($0, directory: directory) }, left.filter { !$0.isOwn }),
        ]
        return diagnoses(notes)
    }

    /// Summarises wrong modes of a key file and its directory.
    static func keyModes(_ changes: [ModeChange], path: String) -> [Diagnosis] {
        let (done, left) = (changes.filter(\.isDone), changes.filter { !$0.isDone })
        let (open, closed) = (
            done.filter { $0.permissions & 0o077 != 0 }, done.filter { $0.permissions & 0o077 == 0 }
        )
        return diagnoses([
            ({ .keyModes($0, .closedToGroup, path: path) }, open),
            ({ .keyModes($0, .set, path: path) }, closed),
            ({ .keyModes($0, .ignored, path: path) }, left),
        ])
    }

    private typealias ModeList = ([String]) -> StoreNote

    private static func diagnoses(_ notes: [(ModeList, [ModeChange])]) -> [Diagnosis] {
        notes.filter { !$0.1.isEmpty }.map { note, changes in note(changes.map(\.text)).diagnosis }
    }
}
