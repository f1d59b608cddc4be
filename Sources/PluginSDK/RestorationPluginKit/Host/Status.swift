import CRestorationPlugin

/// The status of a call across the plugin interface, with the numbers of `restoration/types.h`.
enum Status: restoration_status {
    case ok = 0
    case declined, absent, mismatch, unsupported, limit, invalid, wrongThread, failed, notYet

    /// Treats an unknown number as a failure.
    init(_ number: restoration_status) {
        self = Status(rawValue: number) ?? .failed
    }
}
