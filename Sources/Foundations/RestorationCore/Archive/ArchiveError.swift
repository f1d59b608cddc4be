/// An inconsistency inside an archive that passed authentication.
@nonexhaustive
public enum ArchiveError: DiagnosedError, Hashable {
    /// Two parts of the archive contradict each other.
    case malformed(what: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .malformed(let what):
            Diagnosis(
                problem:
                    "The archive's \(what) contradicts other parts of the archive, although its"
                    + " seal is intact",
                remedy: "Report this as a bug: a faulty version wrote the archive."
            )
        }
    }
}
