import Foundation
import RestorationFoundation
import RestorationKit

/// A value as a record holds it, with the objects that it refers to.
///
/// Text, numbers, bytes, dates and unique identifiers are stored as what they are, so that every
/// tool shows them. What an archive has no kind for is a dictionary of one entry, whose key begins
/// with a dollar: a URL, a set, an index path, an object that conforms to `NSCoding`.
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

    /// Names of the values that an archive has no kind for.
    enum Tag {
        static let url = "$url"
        static let set = "$set"
        static let indexPath = "$indexPath"
        /// A dictionary that the program has stored, with keys that begin with a dollar.
        static let dictionary = "$dictionary"
        /// An object of Foundation's, as its keyed archiver writes it.
        static let archive = "$archive"
        /// An object of the program's; its class, and its values.
        static let className = "$class"
        static let values = "$values"
    }

    var isNull: Bool { if case .null = self { true } else { false } }

    /// What messages call it.
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
        default: nil
        }
    }
}

// MARK: Writing

extension StoredValue {
    /// Writes one value at the place where the coder stands.
    ///
    /// - Throws: before anything is written, or within an array or dictionary that is then of no
    ///   use; the record fails.
    static func write(
        _ value: Any?,
        to coder: RestorationCoder,
        secure: Bool,
        within outer: [ObjectIdentifier] = []
    ) throws(UnstorableValue) {
        guard let value else { return coder.putNull() }
        switch value {
        case let text as String: coder.put(text)
        case let number as NSNumber: write(number, to: coder)
        case is NSNull: coder.putNull()
        case let bytes as Data: coder.put([UInt8](bytes))
        case let date as Date: date.encode(into: coder)
        case let identifier as UUID: identifier.encode(into: coder)
        case let url as URL: tagged(Tag.url, coder) { coder.put(url.absoluteString) }
        case let path as IndexPath: tagged(Tag.indexPath, coder) { [Int](path).encode(into: coder) }
        case let values as [Any]: try write(values, to: coder, secure, outer)
        case let values as [AnyHashable: Any]: try write(values, to: coder, secure, outer)
        case let values as Set<AnyHashable>:
            try taggedThrowing(Tag.set, coder) { () throws(UnstorableValue) in
                try write(values.map(\.base) as [Any], to: coder, secure, outer)
            }
        default: try write(object: value, to: coder, secure, outer)
        }
    }

    private static func write(_ number: NSNumber, to coder: RestorationCoder) {
        switch number.letter {
        case "f": coder.put(number.floatValue)
        case "d": coder.put(number.doubleValue)
        // Of a truth value alone: Foundation on Linux has small integers as "i".
        case "c": coder.put(number.boolValue)
        case "Q": coder.put(number.uint64Value)
        default: coder.put(number.int64Value)
        }
    }

    private static func write(
        _ values: [Any],
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: [ObjectIdentifier]
    ) throws(UnstorableValue) {
        var failure: UnstorableValue?
        coder.putArray {
            for value in values {
                coder.beginElement()
                write(value, to: coder, secure, outer, &failure)
            }
        }
        if let failure { throw failure }
    }

    private static func write(
        _ values: [AnyHashable: Any],
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: [ObjectIdentifier]
    ) throws(UnstorableValue) {
        var entries: [(key: String, value: Any)] = []
        for (key, value) in values {
            guard let key = key.base as? String else {
                throw UnstorableValue("a dictionary has a key that is no text")
            }
            entries.append((key, value))
        }
        entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var failure: UnstorableValue?
        let isLikeTag = entries.contains { $0.key.hasPrefix("$") }
        func writeEntries() {
            coder.putDictionary {
                for (key, value) in entries {
                    coder.beginEntry(key)
                    write(value, to: coder, secure, outer, &failure)
                }
            }
        }
        if isLikeTag { tagged(Tag.dictionary, coder, writeEntries) } else { writeEntries() }
        if let failure { throw failure }
    }

    /// Writes an element, or null in the place of one that cannot be stored.
    private static func write(
        _ value: Any,
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: [ObjectIdentifier],
        _ failure: inout UnstorableValue?
    ) {
        do throws(UnstorableValue) {
            try write(value, to: coder, secure: secure, within: outer)
        } catch {
            if failure == nil { failure = error }
            coder.putNull()
        }
    }

    private static func tagged(_ tag: String, _ coder: RestorationCoder, _ body: () -> Void) {
        coder.putDictionary {
            coder.beginEntry(tag)
            body()
        }
    }

    private static func taggedThrowing(
        _ tag: String,
        _ coder: RestorationCoder,
        _ body: () throws(UnstorableValue) -> Void
    ) throws(UnstorableValue) {
        var failure: UnstorableValue?
        tagged(tag, coder) {
            do throws(UnstorableValue) { try body() } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private static func write(
        object value: Any,
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: [ObjectIdentifier]
    ) throws(UnstorableValue) {
        if let optional = value as? any OptionalValue, optional.isNone { return coder.putNull() }
        let object = value as AnyObject
        if object is any UIStateRestoring || object is any Restorable {
            return coder.putReference(participant(of: object))
        }
        guard let coding = object as? any NSCoding else {
            throw UnstorableValue("\(type(of: value)) does not conform to NSCoding")
        }
        let type: AnyClass = type(of: object)
        guard !secure || (type as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false else {
            throw UnstorableValue("\(type) does not conform to NSSecureCoding")
        }
        guard !outer.contains(ObjectIdentifier(object)) else {
            throw UnstorableValue("\(type) is a part of itself")
        }
        let name = NSStringFromClass(type)
        guard RestorationTypes.type(named: name) != nil else {
            throw UnstorableValue("\(type) has no name by which it can be found again")
        }
        // The program's classes have their module before their name.
        if !name.contains(".") {
            let data = try? NSKeyedArchiver.archivedData(
                withRootObject: object,
                requiringSecureCoding: secure
            )
            guard let data else { throw UnstorableValue("\(type) cannot be archived") }
            return tagged(Tag.archive, coder) { coder.put([UInt8](data)) }
        }
        let writer = StoredObjectWriter(coder)
        let inner = StateCoder(.writingObject(writer), secure: secure)
        writer.outer = outer + [ObjectIdentifier(object)]
        coder.putDictionary {
            coder.beginEntry(Tag.className)
            coder.put(name)
            coder.beginEntry(Tag.values)
            coder.putDictionary { coding.encode(with: inner) }
        }
        if let failure = inner.failure { throw UnstorableValue("\(failure)") }
    }

    /// What the engine knows an object by. An object that nobody has registered has no record, and
    /// is not stored by value either (PRES-19).
    private static func participant(of object: AnyObject) -> (any Restorable)? {
        if let restorable = object as? any Restorable { return restorable }
        let unshared = Unshared(object)
        return MainActor.assumeIsolated {
            let application = UIApplication.current
            let participant = application?.participant(of: unshared.value)
            if participant == nil { application?.noteUnregistered(unshared.value) }
            return Unshared(participant)
        }.value
    }
}

/// An optional in an `Any`, whose value may be absent.
private protocol OptionalValue { var isNone: Bool { get } }

extension Optional: OptionalValue {
    fileprivate var isNone: Bool { self == nil }
}

/// Where an object that is stored by value writes its own values.
final class StoredObjectWriter {
    private let coder: RestorationCoder
    private var keys: Set<String> = []
    /// The objects that this one is a part of, and itself.
    var outer: [ObjectIdentifier] = []

    init(_ coder: RestorationCoder) { self.coder = coder }

    func begin(_ key: String) -> RestorationCoder? {
        guard keys.insert(key).inserted else { return nil }
        coder.beginEntry(key)
        return coder
    }
}

/// Why a value cannot be stored.
struct UnstorableValue: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
