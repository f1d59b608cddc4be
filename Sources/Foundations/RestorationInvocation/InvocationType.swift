/// A type of the signature language: what one argument or the result of a C function is.
///
/// `Docs/Signatures.md` holds the language.
@nonexhaustive
public indirect enum InvocationType: Hashable, Sendable {
    /// No result.
    case void
    /// C's `bool` (`_Bool`).
    case bool
    case int8, int16, int32, int64
    case uint8, uint16, uint32, uint64
    /// C's `size_t`.
    case size
    /// C's `float`.
    case float32
    /// C's `double`.
    case float64
    /// A `const char *`: UTF-8 with a NUL behind it. It belongs to whoever passes it: the caller's
    /// arguments last for the call, a function's result is copied at once.
    case string
    /// A pointer and the number of bytes there.
    case bytes(Length)
    /// A `void *` to something that the functions of one library know.
    case object
    /// An address that is handed on and never looked at.
    case pointer
    /// A pointer to one value, which is read or written at once.
    case pointee(InvocationType)
    /// A structure by value.
    case structure([Field])
    /// A C `enum`.
    case enumeration(Enumeration)
    /// A pointer to a function of the caller's.
    case callback(Callback)
    /// A pointer of any type that may be null.
    case optional(InvocationType)
    /// What a pointer leads to, to be freed by the receiver with the function of that name.
    case owned(InvocationType, by: String)

    /// Text that the receiver frees with `free`.
    public static let ownedString = InvocationType.owned(.string, by: "free")

    /// Where the length of bytes is.
    public enum Length: Hashable, Sendable {
        /// In the next argument, an integer of that type.
        case following(InvocationType)
        /// In the out-parameter of that name.
        case parameter(String)
    }

    /// A part of a structure.
    public struct Field: Hashable, Sendable {
        /// The name, by which a value of the structure gives the part.
        public let name: String
        /// The type of the part.
        public let type: InvocationType
    }

    /// The names of a C `enum`'s values.
    public struct Enumeration: Hashable, Sendable {
        /// The integer type that the compiler chose.
        public let underlying: InvocationType
        /// In the order of their declaration.
        public let enumerators: [Enumerator]

        /// A name and its number.
        public struct Enumerator: Hashable, Sendable {
            /// The name, as the signature writes it.
            public let name: String
            /// The number that C code passes for the name.
            public let value: Int64
        }
    }

    /// A function of the caller's.
    public struct Callback: Hashable, Sendable {
        /// How long the function may be called.
        public let scope: Scope
        /// What the function takes and returns.
        public let signature: Signature

        /// How long a callback may be called.
        public enum Scope: String, Hashable, Sendable, CaseIterable {
            /// Until the function that got it returns.
            case call = "for call"
            /// Until it has been called for the first time.
            case once
            /// Until the library says so, or what it was given to is destroyed.
            case untilDestroyed = "until destroyed"
            /// As long as the process lives.
            case forever
        }
    }
}

extension InvocationType {
    /// The types that one word of a signature names.
    static let plain: [InvocationType] = [
        .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size, .float32,
        .float64, .string, .object, .pointer,
    ]

    static let byWord = Dictionary(uniqueKeysWithValues: plain.map { ($0.description, $0) })

    package var isInteger: Bool {
        switch self {
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size: true
        default: false
        }
    }

    /// The integer type of an enum; many a library has one of its errors. Else the type itself.
    var number: InvocationType {
        if case .enumeration(let enumeration) = self { enumeration.underlying } else { self }
    }

    /// Whether a value may be null, that is, whether C has a pointer there and the signature says
    /// so.
    package var allowsNull: Bool {
        switch self {
        case .optional: true
        case .owned(let type, _): type.allowsNull
        default: false
        }
    }

    /// The type without what is said about null and ownership.
    package var bare: InvocationType {
        switch self {
        case .optional(let type), .owned(let type, _): type.bare
        default: self
        }
    }

    /// Whether C has a pointer there.
    package var isPointer: Bool {
        switch bare {
        case .string, .object, .pointer, .pointee, .callback, .bytes: true
        default: false
        }
    }

    /// The name of the function that frees what the pointer leads to.
    var release: String? {
        if case .owned(_, let name) = self { name } else { nil }
    }
}
