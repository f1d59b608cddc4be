package import RestorationCore

/// What a store has mended or found, for the person: the work goes on.
package enum StoreNote: Hashable, Sendable {
    /// The key file was removed while the program ran.
    case keyWrittenBack(path: String)

    package var diagnosis: Diagnosis {
        switch self {
        case .keyWrittenBack(let path):
            Diagnosis(
                problem: "The key file was gone, and has been written back",
                place: path,
                remedy: "Find out what has removed it: without it, nothing that is saved can be"
                    + " read."
            )
        }
    }
}
