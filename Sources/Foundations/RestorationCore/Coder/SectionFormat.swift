/// The layout of one object's values in its section.
///
/// ```
/// section     field*
/// field       key: variable       the number of the key in the archive's key table
///             value
/// value       tag: 1 byte         see SectionTag
///             payload
/// variable    7 bits a byte, least significant first; the high bit is set if more follow
/// zigzag      variable of (n << 1) ^ (n >> 63), so that small negative numbers stay short
/// text        length: variable, then that many bytes of UTF-8
///
/// array       size: 4 bytes       of the following bytes, so that readers can skip
///             count: 4 bytes
///             value*
/// dictionary  size: 4 bytes
///             count: 4 bytes
///             (key: text, value)* in the byte order of the keys when Swift wrote them
/// ```
///
/// Fixed-width numbers are little-endian. `Docs/ArchiveFormat.md` describes the whole archive.
enum SectionTag: UInt8 {
    case null = 1
    case `false`, `true`
    /// A zigzag.
    case integer
    /// A variable, only for numbers above `Int64.max`.
    case unsigned
    /// 4 and 8 bytes of IEEE 754.
    case float, double
    case string, bytes
    /// Seconds as a zigzag, nanoseconds as a variable.
    case date
    /// 16 bytes, most significant first.
    case uuid
    case array, dictionary
    /// A variable: the position in the record's list of references, which holds the record number.
    /// Renumbering records therefore leaves sections unchanged.
    case reference

    static let last = reference

    var kind: ValueKind {
        switch self {
        case .null: .null
        case .false, .true: .bool
        case .integer, .unsigned: .integer
        // From here on there is one tag for each kind, in the same order.
        default: ValueKind(rawValue: UInt32(rawValue) - 2)!
        }
    }
}

enum SectionLimit {
    static let depth = 64
    /// The longest key, in UTF-8 bytes.
    static let keyLength = 255
    /// The largest section, in bytes.
    static let size = 1 << 30
    /// The maximum size of the new keys of one section, in bytes.
    static let newKeysSize = 1 << 24
}

@inline(__always)
func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }

@inline(__always)
func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
}
