/// A failure to encode or decode an object's state.
@nonexhaustive
public enum CoderError: DiagnosedError, Hashable {
    /// The value's kind differs from the requested one.
    case mismatch(key: String, stored: ValueKind, requested: String)
    /// The number does not fit the requested type.
    case outOfRange(key: String, requested: String)
    /// A key is empty, longer than 255 bytes, or not valid UTF-8.
    case invalidKey(length: Int)
    /// A key begins with the prefix reserved for the session (PRES-28).
    case reservedKey(String)
    /// The reader does not allow the type, given by its stored name.
    case notAllowed(key: String, type: String)
    /// Text is not valid UTF-8.
    case invalidText(key: String)
    /// A key, element or entry has no value.
    case missingValue(key: String)
    /// A key or element has a second value, or a value has no key.
    case extraValue(key: String)
    /// A `Codable` value lacks the part at that coding path.
    case incomplete(key: String)
    /// A `Codable` type rejected the value at that coding path, or encoded none.
    case rejected(key: String, type: String)
    /// The record exceeds an archive's limit for its size or its nesting depth.
    case limit(key: String, what: String)
    /// The record is malformed at `offset`, although its seal is intact.
    case damaged(offset: Int)
    /// The coder was used after its call returned, read from while encoding, or written to while
    /// decoding.
    case misuse(String)
    /// The other side of the plugin interface lacks the feature.
    case unsupported(String)
    /// The other side of the plugin interface failed with that status.
    case foreign(key: String, status: Int32)
    /// The object rejected a decoded value.
    case refused(Diagnosis)
    /// Two declared properties of a type share a key, or the object encoded under a property's key.
    case repeatedKey(String, type: String)

    public var diagnosis: Diagnosis {
        switch self {
        case .mismatch(let key, let stored, let requested):
            Diagnosis(
                problem: "The stored value is of kind \(stored), not \(requested)",
                place: "key \"\(key)\"",
                remedy: "Decode it as \(stored), or raise the class's schema version and migrate."
            )
        case .outOfRange(let key, let requested):
            Diagnosis(
                problem: "The stored number does not fit \(requested)",
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
                remedy:
                    "In encode(into:), write exactly one value; call putNull() if there is none."
            )
        case .extraValue(let key):
            Diagnosis(
                problem: "A value was written without a key, or two values under one key",
                place: Self.place(key),
                remedy:
                    "In encode(into:), write exactly one value; call putArray(_:) for several."
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
                remedy: "Check the error that the type throws in init(from:) or encode(to:)."
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
                remedy: "Report this as a bug: a faulty version wrote the record."
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
                problem: "The other side of the plugin interface returned"
                    + " \(StatusName.text(status))",
                place: "key \"\(key)\"",
                remedy: "Look up the status in restoration/types.h."
            )
        case .refused(let reason): reason
        }
    }

    private static func place(_ key: String) -> String? { key.isEmpty ? nil : "key \"\(key)\"" }
}
