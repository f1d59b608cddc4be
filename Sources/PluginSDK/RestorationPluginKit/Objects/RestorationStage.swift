/// What the host is doing.
///
/// Semantic source: `restoration_host.query` (`restoration/host.h`).
public enum RestorationStage: String, Hashable, Sendable, CaseIterable {
    /// Neither of the others: the program runs.
    case idle
    /// Objects encode.
    case preserving
    /// Objects are created and decode.
    case restoring
}
