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
                problem: "A value for \"\(key)\" was encoded while state is decoded",
                remedy: "Encode values only in encodeRestorableState(with:)."
            )
        case .decodesWhileEncoding(let key):
            Diagnosis(
                problem: "\"\(key)\" was decoded while state is encoded",
                remedy: "Decode values only in decodeRestorableState(with:)."
            )
        case .notStored(let key, let reason):
            Diagnosis(
                problem: "The value for \"\(key)\" cannot be stored: \(reason)",
                remedy: "Store a property-list value, an object that conforms to NSCoding,"
                    + " in secure mode to NSSecureCoding, or a reference to a restorable object."
            )
        case .mismatch(let key, let stored, let requested):
            Diagnosis(
                problem: "\"\(key)\" contains \(stored), but \(requested) was requested",
                remedy: "Decode the value as the type that was encoded."
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
