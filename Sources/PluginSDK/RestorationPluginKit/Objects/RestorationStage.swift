/// The host's current activity.
///
/// Semantic source: `restoration_host.query` (`restoration/host.h`).
public enum RestorationStage: String, Hashable, Sendable, CaseIterable {
    /// The program runs normally.
    case idle
    /// Objects are encoded.
    case preserving
    /// Objects are created and decoded.
    case restoring
}
