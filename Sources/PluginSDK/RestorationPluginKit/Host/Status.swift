import CRestorationPlugin

/// What a call across the plugin interface came to.
///
/// The numbers are those of `restoration/types.h`.
enum Status: restoration_status {
    case ok = 0
    case declined, absent, mismatch, unsupported, limit, invalid, wrongThread, failed, notYet

    /// Takes a number that this version does not know for a failure.
    init(_ number: restoration_status) {
        self = Status(rawValue: number) ?? .failed
    }
}
