import Foundation
import RestorationFoundation
import RestorationKit

/// A value of a record, with the objects that it references.
///
/// Text, numbers, bytes, dates and unique identifiers keep their kind, so that tools can show them.
/// Other values become a dictionary with one entry, whose key begins with `$`: a URL, a set, an
/// index path, an object that conforms to `NSCoding`.
enum StoredValue {
    case null
    case bool(Bool)
    case integer(Int64)
    case float(Float)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case plain(RestorationValue)
    case array([StoredValue])
    case dictionary([String: StoredValue])
    case reference((any Restorable)?)

    enum Tag {
        static let url = "$url"
        static let set = "$set"
        static let orderedSet = "$orderedSet"
        static let indexPath = "$indexPath"
        static let decimal = "$decimal"
        /// An `NSNull`. A plain null is a dangling reference or a value that is `nil`.
        static let null = "$null"
        /// A dictionary of the program with keys that begin with `$`.
        static let dictionary = "$dictionary"
        /// A dictionary with keys that are not text, as alternating keys and values.
        static let entries = "$entries"
        /// An `NSError`: its domain, code and `userInfo`.
        static let error = "$error"
        static let attributedText = "$attributedText"
        /// An object of Foundation's, from its keyed archiver.
        static let archive = "$archive"
        /// An object of the program: its class, and its values.
        static let className = "$class"
        static let values = "$values"
    }

    var isNull: Bool { if case .null = self { true } else { false } }

    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a bool"
        case .integer: "an integer"
        case .float: "a float"
        case .double: "a double"
        case .text: "text"
        case .bytes: "bytes"
        case .plain(let value): "a value of kind \(value.kind)"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .reference: "a reference"
        }
    }

    var bool: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(let value): value != 0
        default: nil
        }
    }

    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        default: nil
        }
    }

    var double: Double? {
        switch self {
        case .double(let value): value
        case .float(let value): Double(value)
        case .integer(let value): Double(exactly: value)
        case .plain(.unsigned(let value)): Double(exactly: value)
        default: decimal.map { NSDecimalNumber(decimal: $0).doubleValue }
        }
    }

    var decimal: Decimal? {
        guard case .dictionary(let values) = self, values.count == 1,
            case .text(let text)? = values[Tag.decimal]
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? .nan
    }
}
