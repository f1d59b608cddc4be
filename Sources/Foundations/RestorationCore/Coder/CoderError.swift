/// What can go wrong between an object and its record.
@nonexhaustive
public enum CoderError: DiagnosedError, Hashable {
    /// The value under `key` is of another kind than the one asked for.
    case mismatch(key: String, stored: ValueKind, requested: String)
    /// The number under `key` does not fit the type asked for.
    case outOfRange(key: String, requested: String)
    /// A key is empty, longer than 255 bytes, or not valid UTF-8.
    case invalidKey(length: Int)
    /// A key begins like those that the session keeps for itself (PRES-28).
    case reservedKey(String)
    /// A value is of a type that the reader does not allow, by the name that it was stored with.
    case notAllowed(key: String, type: String)
    /// Text is not valid UTF-8.
    case invalidText(key: String)
    /// A key, or a place in the array or dictionary under it, was announced and got no value.
    case missingValue(key: String)
    /// A value was written where none was announced: a second one for a key or element, or one
    /// without a key.
    case extraValue(key: String)
    /// A `Codable` value lacks the part of that coding path.
    case incomplete(key: String)
    /// A `Codable` type did not take the value of that coding path, or did not yield one.
    case rejected(key: String, type: String)
    /// The record would not fit an archive: its size or the nesting of its values.
    case limit(key: String, what: String)
    /// The record's bytes make no sense at `offset`, although their seal is intact.
    case damaged(offset: Int)
    /// The coder writes but was read from, reads but was written to, or is no longer in use.
    case misuse(String)
    /// The other side of the plugin interface does not offer what is needed.
    case unsupported(String)
    /// The other side of the plugin interface failed with that status.
    case foreign(key: String, status: Int32)
    /// What the value belongs to does not take it, for that reason.
    case refused(Diagnosis)
    /// An object of that type has two declared properties under one key, or has encoded a value
    /// under the key of one.
    case repeatedKey(String, type: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .mismatch(let key, let stored, let requested):
            Diagnosis(
                problem: "The value stored is of kind \(stored), not \(requested)",
                place: "key \"\(key)\"",
                remedy: "Decode it as \(stored), or raise the class's schema version and migrate."
            )
        case .outOfRange(let key, let requested):
            Diagnosis(
                problem: "The number stored does not fit \(requested)",
                place: "key \"\(key)\"",
                remedy: "Decode it as a wider type."
            )
        case .invalidKey(let length):
            Diagnosis(
                problem: "A key of \(length) bytes cannot be stored",
                remedy: "Use keys of 1 to 255 bytes of UTF-8."
            )
        case .reservedKey(let key):
            Diagnosis(
                problem: "The key is reserved for the session",
                place: "key \"\(key)\"",
                remedy: "Use a key that does not begin with \"\(ReservedKey.prefix)\"."
            )
        case .repeatedKey(let key, let type):
            Diagnosis(
                problem: "\(type) stores two values under one key",
                place: "key \"\(key)\"",
                remedy: "Give each property a key that no other property has, and that"
                    + " encodeRestorableState(with:) does not use."
            )
        case .notAllowed(let key, let type):
            Diagnosis(
                problem: "The value is of the type \(type), which is not among those allowed",
                place: Self.place(key),
                remedy:
                    "Allow the type under that name, or allow that name as a former name of"
                    + " the type."
            )
        case .invalidText(let key):
            Diagnosis(
                problem: "The text is not valid UTF-8",
                place: "key \"\(key)\"",
                remedy: "Store it as bytes, or convert it to UTF-8 first."
            )
        case .missingValue(let key):
            Diagnosis(
                problem: "No value was written under a key",
                place: Self.place(key),
                remedy: "Let encode(into:) write exactly one value, and putNull() for none."
            )
        case .extraValue(let key):
            Diagnosis(
                problem: "A value was written without a key, or two values under one key",
                place: Self.place(key),
                remedy: "Let encode(into:) write exactly one value, and putArray(_:) for several."
            )
        case .incomplete(let key):
            Diagnosis(
                problem: "A part of the value is missing",
                place: "key \"\(key)\"",
                remedy: "Make it optional, or raise the class's schema version and migrate."
            )
        case .rejected(let key, let type):
            Diagnosis(
                problem: "The type \(type) rejected the value, or encoded none",
                place: Self.place(key),
                remedy: "Look at what the type throws when it is encoded or decoded."
            )
        case .limit(let key, let what):
            Diagnosis(
                problem: "The value exceeds the archive's limit: \(what)",
                place: "key \"\(key)\"",
                remedy: "Store an identifier of the data instead of the data itself."
            )
        case .damaged(let offset):
            Diagnosis(
                problem: "The record cannot be read at byte \(offset)",
                remedy: "Report this: the record was written by a faulty version."
            )
        case .misuse(let what):
            Diagnosis(
                problem: what,
                remedy:
                    "Use a coder only during the call that passed it, and only to encode or"
                    + " only to decode."
            )
        case .unsupported(let what):
            Diagnosis(
                problem: "The other side of the plugin interface does not offer \(what)",
                remedy: "Build the plugin and the host against the same version of the headers."
            )
        case .foreign(let key, let status):
            Diagnosis(
                problem: "The other side of the plugin interface answered"
                    + " \(StatusName.text(status))",
                place: "key \"\(key)\"",
                remedy: "Look the status up in restoration/types.h."
            )
        case .refused(let reason): reason
        }
    }

    private static func place(_ key: String) -> String? { key.isEmpty ? nil : "key \"\(key)\"" }
}
