/// The names of the plugin interface's statuses, for messages.
///
/// Semantic source: `restoration/types.h`, which this module does not import.
package enum StatusName {
    private static let names = [
        "RESTORATION_OK", "RESTORATION_DECLINED", "RESTORATION_ABSENT", "RESTORATION_MISMATCH",
        "RESTORATION_UNSUPPORTED", "RESTORATION_LIMIT", "RESTORATION_INVALID",
        "RESTORATION_WRONG_THREAD", "RESTORATION_FAILED", "RESTORATION_NOT_YET",
    ]

    /// The name and number, such as `RESTORATION_LIMIT (5)`, or `-77 (unknown)`.
    package static func text(_ status: Int32) -> String {
        guard let number = Int(exactly: status), names.indices.contains(number) else {
            return "\(status) (unknown)"
        }
        return "\(names[number]) (\(number))"
    }
}
