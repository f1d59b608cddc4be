/// The statuses of the plugin interface as its header names them, for messages.
///
/// Semantic source: `restoration/types.h`, which this module does not import.
package enum StatusName {
    private static let names = [
        "RESTORATION_OK", "RESTORATION_DECLINED", "RESTORATION_ABSENT", "RESTORATION_MISMATCH",
        "RESTORATION_UNSUPPORTED", "RESTORATION_LIMIT", "RESTORATION_INVALID",
        "RESTORATION_WRONG_THREAD", "RESTORATION_FAILED", "RESTORATION_NOT_YET",
    ]

    /// The name and the number, `RESTORATION_LIMIT (5)`; `-77, which is none` for an unknown one.
    package static func text(_ status: Int32) -> String {
        guard let number = Int(exactly: status), names.indices.contains(number) else {
            return "\(status), which is none"
        }
        return "\(names[number]) (\(number))"
    }
}
