/// What is wrong with an archive whose seal is intact.
@nonexhaustive
public enum ArchiveError: DiagnosedError, Hashable {
    /// A part of the archive contradicts itself.
    case malformed(what: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .malformed(let what):
            Diagnosis(
                problem:
                    "The archive's \(what) contradicts other parts of the archive, although its"
                    + " seal is intact",
                remedy: "Report this: the archive was written by a faulty version."
            )
        }
    }
}
