/// A type of the signature language, for an argument or result of a C function.
///
/// `Docs/Signatures.md` describes the language.
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
    /// A `const char *`: UTF-8 with a terminating NUL. The passing side owns it: arguments live for
    /// the call, and results are copied at once.
    case string
    /// A pointer and the number of bytes there.
    case bytes(Length)
    /// A `void *` to an object that is opaque outside its library.
    case object
    /// An opaque address, passed on without being dereferenced.
    case pointer
    /// A pointer to one value, which is read or written at once.
    case pointee(InvocationType)
    /// A structure by value.
    case structure([Field])
    /// A C `enum`.
    case enumeration(Enumeration)
    /// A pointer to a function of the caller.
    case callback(Callback)
    /// A pointer of any type that may be null.
    case optional(InvocationType)
    /// A pointer whose target the receiver frees with the function of that name.
    case owned(InvocationType, by: String)

    /// Text that the receiver frees with `free`.
    public static let ownedString = InvocationType.owned(.string, by: "free")

    /// The location of a byte count.
    public enum Length: Hashable, Sendable {
        /// The next argument, an integer of that type.
        case following(InvocationType)
        /// The out-parameter of that name.
        case parameter(String)
    }

    /// A field of a structure.
    public struct Field: Hashable, Sendable {
        /// The field's name in structure values.
        public let name: String
        /// The field's type.
        public let type: InvocationType
    }

    /// A C `enum` with its named values.
    public struct Enumeration: Hashable, Sendable {
        /// The integer type that the compiler chose.
        public let underlying: InvocationType
        /// The enumerators in declaration order.
        public let enumerators: [Enumerator]

        /// A name and its number.
        public struct Enumerator: Hashable, Sendable {
            /// The name in the signature.
            public let name: String
            /// The number that C code uses.
            public let value: Int64
        }
    }

    /// A function of the caller.
    public struct Callback: Hashable, Sendable {
        /// The period during which the function may be called.
        public let scope: Scope
        /// The function's type.
        public let signature: Signature

        /// The period during which a callback may be called.
        public enum Scope: String, Hashable, Sendable, CaseIterable {
            /// Until the function that received it returns.
            case call = "for call"
            /// Until its first call.
            case once
            /// Until the library releases it or destroys the object that it belongs to.
            case untilDestroyed = "until destroyed"
            /// Until the process ends.
            case forever
        }
    }
}

extension InvocationType {
    /// The types that are one word of a signature.
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

    /// The integer type of an enum, such as of a library's errors; otherwise the type itself.
    var number: InvocationType {
        if case .enumeration(let enumeration) = self { enumeration.underlying } else { self }
    }

    /// Whether the signature marks a pointer as nullable.
    package var allowsNull: Bool {
        switch self {
        case .optional: true
        case .owned(let type, _): type.allowsNull
        default: false
        }
    }

    /// The type without its nullability and ownership.
    package var bare: InvocationType {
        switch self {
        case .optional(let type), .owned(let type, _): type.bare
        default: self
        }
    }

    package var isPointer: Bool {
        switch bare {
        case .string, .object, .pointer, .pointee, .callback, .bytes: true
        default: false
        }
    }

    var release: String? {
        if case .owned(_, let name) = self { name } else { nil }
    }
}
