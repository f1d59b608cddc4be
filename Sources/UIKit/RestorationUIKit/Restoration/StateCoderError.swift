import RestorationCore

enum StateCoderError: DiagnosedError {
    case encodesWhileDecoding(String)
    case decodesWhileEncoding(String)
    case notStored(key: String, reason: String)
    case mismatch(key: String, stored: String, requested: String)
    case refused(key: String, reason: String)
    case withoutKey

    var diagnosis: Diagnosis {
        switch self {
        case .encodesWhileDecoding(let key):
            Diagnosis(
                problem: "Something was to be stored under \"\(key)\" while state is decoded",
                remedy: "Store values in encodeRestorableState(with:) alone."
            )
        case .decodesWhileEncoding(let key):
            Diagnosis(
                problem: "\"\(key)\" was to be read while state is encoded",
                remedy: "Read values in decodeRestorableState(with:) alone."
            )
        case .notStored(let key, let reason):
            Diagnosis(
                problem: "The value for \"\(key)\" cannot be stored: \(reason)",
                remedy: "Store what a property list can hold, an object that conforms to NSCoding,"
                    + " in secure mode to NSSecureCoding, or a reference to a restorable object."
            )
        case .mismatch(let key, let stored, let requested):
            Diagnosis(
                problem: "\"\(key)\" holds \(stored), and \(requested) was asked for",
                remedy: "Decode the value as what it was encoded as."
            )
        case .refused(let key, let reason):
            Diagnosis(
                problem: "\"\(key)\" cannot be decoded: \(reason)",
                remedy: "Name the class among those that are allowed, if the value is to be read."
            )
        case .withoutKey:
            Diagnosis(
                problem: "A value was encoded or decoded without a key",
                remedy: "Give each value a key, as in encode(_:forKey:)."
            )
        }
    }
}
