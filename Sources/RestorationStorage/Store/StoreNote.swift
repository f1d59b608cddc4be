package import RestorationCore

/// What a store has mended or found, for the person: the work goes on.
package enum StoreNote: Hashable, Sendable {
    /// The key file was removed while the program ran.
    case keyWrittenBack(path: String)
    /// A generation was saved, and nothing as new is in the directory; `newest` is 0 if nothing is.
    case generationMissing(UInt64, newest: UInt64, directory: String)
    /// Nobody knows the number of the newest generation, but its file was removed.
    case newestGone(usedInstead: UInt64, directory: String)
    /// Others could read or change a file of saved state.
    case closedToOthers(path: String, permissions: UInt32)
    /// The same, and this process may not close it to them.
    case openToOthers(path: String, permissions: UInt32)
    /// The archive has a second name, since the next one lacks some of what is in it.
    case copyKept(path: String, because: SetAsideReason)

    package var diagnosis: Diagnosis {
        switch self {
        case .generationMissing(let number, let newest, let directory):
            Diagnosis(
                problem: "Generation \(number) was saved, and "
                    + (newest == 0 ? "none is here" : "the newest that is here is \(newest)"),
                place: directory,
                remedy: Self.lookForOthers
            )
        case .newestGone(let generation, let directory):
            Diagnosis(
                problem: "The newest generation is gone, and generation \(generation) is used",
                place: directory,
                remedy: Self.lookForOthers
            )
        case .closedToOthers(let path, let permissions):
            Diagnosis(
                problem: "Other users could use the file, which had mode \(octal(permissions)) and"
                    + " has 0600 now",
                place: path,
                remedy: "Find out what has changed the mode. Nobody can read or change what is"
                    + " sealed in the file without the key."
            )
        case .openToOthers(let path, let permissions):
            Diagnosis(
                problem: "Other users may use the file, which has mode \(octal(permissions))",
                place: path,
                remedy: "Let its owner run chmod 600 on it."
            )
        case .copyKept(let path, let reason):
            Diagnosis(
                problem: reason == .converted
                    ? "State was converted for another class, and a copy of the archive that has it"
                        + " as it was is kept"
                    : "State that was retained after a crash was superseded by objects that the"
                        + " program has made or changed, and a copy of the earlier archive is kept",
                place: path,
                remedy:
                    "To use that copy, quit the program and run restorectl archive reinstate with"
                    + " this file."
            )
        case .keyWrittenBack(let path):
            Diagnosis(
                problem: "The key file was gone, and has been written back",
                place: path,
                remedy: "Find out what has removed it: without it, nothing that is saved can be"
                    + " read."
            )
        }
    }

    private static let lookForOthers =
        "Look who else can change files there. If a backup has what is missing, quit the program,"
        + " and put it back."
}
