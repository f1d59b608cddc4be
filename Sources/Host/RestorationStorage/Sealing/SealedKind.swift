/// What a sealed file holds.
public enum SealedKind: UInt8, Hashable, Sendable {
    /// The preserved state of an application.
    case archive = 1
    /// The report of the last restore.
    case report = 2

    /// For sentences: "an archive".
    var withArticle: String {
        switch self {
        case .archive: "an archive"
        case .report: "a report"
        }
    }
}
