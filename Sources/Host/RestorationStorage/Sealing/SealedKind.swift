/// The kind of contents of a sealed file.
public enum SealedKind: UInt8, Hashable, Sendable {
    /// The preserved state of an application.
    case archive = 1
    /// The report of the last restore.
    case report = 2

    var withArticle: String {
        switch self {
        case .archive: "an archive"
        case .report: "a report"
        }
    }
}
