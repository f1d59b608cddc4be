public import RestorationCore

/// A reason why Pet Finder cannot continue.
@nonexhaustive
public enum PetFinderError: DiagnosedError, Hashable {
    /// A plugin directory does not exist.
    case noPluginDirectory(path: String)
    /// The embedded list of cats is invalid.
    case damagedCatalog(reason: String)
    /// Neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
    case noDataDirectory
    /// The file of records is invalid.
    case unreadableRecords(path: String, reason: String)
    /// A newer Pet Finder wrote the records.
    case newerRecords(path: String, version: Int, known: Int)
    /// Reading or writing the records failed.
    case fileFailed(path: String, operation: String, reason: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .noPluginDirectory(let path):
            Diagnosis(
                problem: "There is no such directory",
                place: path,
                remedy: "Pass a directory with plugins, or omit --plugins."
            )
        case .damagedCatalog(let reason):
            Diagnosis(
                problem: "The list of cats inside the program cannot be read: \(reason)",
                remedy: "Correct Resources/cats.json and build again."
            )
        case .noDataDirectory:
            Diagnosis(
                problem: "There is no directory for your matches",
                place: "XDG_DATA_HOME, HOME",
                remedy: "Set HOME, or XDG_DATA_HOME to an absolute path."
            )
        case .unreadableRecords(let path, let reason):
            Diagnosis(
                problem: "Your matches cannot be read: \(reason)",
                place: path,
                remedy: "Correct the file, or move it away to begin without matches."
            )
        case .newerRecords(let path, let version, let known):
            Diagnosis(
                problem: "Your matches have format \(version), this Pet Finder knows \(known)",
                place: path,
                remedy: "Start the newer Pet Finder that wrote them."
            )
        case .fileFailed(let path, let operation, let reason):
            Diagnosis(
                problem: "Your matches could not be \(operation): \(reason)",
                place: path,
                remedy: "Check the directory's permissions and free space."
            )
        }
    }
}
