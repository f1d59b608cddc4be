import Foundation
import RestorationFoundation
import RestorationKit

extension StoredValue {
    /// Writes one value at the coder's position.
    ///
    /// - Throws: An error before writing, or inside an array or dictionary. The record is then
    ///   unusable.
    static func write(
        _ value: Any?,
        to coder: RestorationCoder,
        secure: Bool
    ) throws(UnstorableValue) {
        guard let value else { return coder.putNull() }
        if let collection = HashedCollection(value) {
            return try write(collection, to: coder, secure)
        }
        switch value {
        case let text as String: coder.put(text)
        case let decimal as Decimal: tagged(Tag.decimal, coder) { coder.put("\(decimal)") }
        case let number as NSNumber: write(number, to: coder)
        case is NSNull: putNull(coder)
        case let bytes as Data: coder.put([UInt8](bytes))
        case let date as Date: date.encode(into: coder)
        case let identifier as UUID: identifier.encode(into: coder)
        case let url as URL: tagged(Tag.url, coder) { coder.put(url.absoluteString) }
        case let path as IndexPath: tagged(Tag.indexPath, coder) { [Int](path).encode(into: coder) }
        case let values as [Any]: try write(values, to: coder, secure)
        case let values as NSOrderedSet: try tagged(Tag.orderedSet, values.array, coder, secure)
        case let structure as any NumberStructure:
            tagged(type(of: structure).tag, coder) { structure.numbers.encode(into: coder) }
        case let error as NSError:
            // Linux's Foundation ends the process when it archives an error.
            try tagged(Tag.error, [error.domain, error.code, error.userInfo], coder, secure)
        default: try write(object: value, to: coder, secure)
        }
    }

    private static func write(
        _ collection: HashedCollection,
        to coder: RestorationCoder,
        _ secure: Bool
    ) throws(UnstorableValue) {
        switch collection {
        case .countedSet: throw UnstorableValue("Foundation cannot archive an NSCountedSet")
        case .set(let values): try tagged(Tag.set, values.map(\.base), coder, secure)
        case .dictionary(let values): try write(values, to: coder, secure)
        }
    }

    private static func write(_ number: NSNumber, to coder: RestorationCoder) {
        switch number.letter {
        case "f": coder.put(number.floatValue)
        case "d": coder.put(number.doubleValue)
        // Always a Bool: Linux's Foundation uses "i" for small integers.
        case "c": coder.put(number.boolValue)
        case "Q": coder.put(number.uint64Value)
        default: coder.put(number.int64Value)
        }
    }

    private static func write(
        _ values: [Any],
        to coder: RestorationCoder,
        _ secure: Bool
    ) throws(UnstorableValue) {
        var failure: UnstorableValue?
        coder.putArray {
            for value in values {
                coder.beginElement()
                write(value, to: coder, secure, &failure)
            }
        }
        if let failure { throw failure }
    }

    private static func write(
        _ values: [AnyHashable: Any],
        to coder: RestorationCoder,
        _ secure: Bool
    ) throws(UnstorableValue) {
        var entries: [(key: String, value: Any)] = []
        for (key, value) in values {
            guard let key = key.base as? String else {
                let entries = values.sorted { "\($0.key)" < "\($1.key)" }
                let flat = entries.flatMap { [$0.key.base, $0.value] }
                return try tagged(Tag.entries, flat, coder, secure)
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
                    write(value, to: coder, secure, &failure)
                }
            }
        }
        if isLikeTag { tagged(Tag.dictionary, coder, writeEntries) } else { writeEntries() }
        if let failure { throw failure }
    }

    /// Writes an element, or null if it cannot be stored. An element that is `nil` becomes an
    /// `NSNull`, as on Darwin.
    private static func write(
        _ value: Any,
        to coder: RestorationCoder,
        _ secure: Bool,
        _ failure: inout UnstorableValue?
    ) {
        if isNone(value) { return putNull(coder) }
        do throws(UnstorableValue) {
            try write(value, to: coder, secure: secure)
        } catch {
            if failure == nil { failure = error }
            coder.putNull()
        }
    }

    private static func putNull(_ coder: RestorationCoder) {
        tagged(Tag.null, coder) { coder.putNull() }
    }

    static func tagged(_ tag: String, _ coder: RestorationCoder, _ body: () -> Void) {
        coder.putDictionary {
            coder.beginEntry(tag)
            body()
        }
    }

    static func tagged(
        _ tag: String,
        _ values: [Any],
        _ coder: RestorationCoder,
        _ secure: Bool
    ) throws(UnstorableValue) {
        var failure: UnstorableValue?
        tagged(tag, coder) {
            do throws(UnstorableValue) {
                try write(values, to: coder, secure)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    static func isNone(_ value: Any) -> Bool { (value as? any OptionalValue)?.isNone ?? false }
}

/// A set or dictionary. Match a value against these before Foundation's classes: such a match
/// bridges the value, and Linux's Foundation cannot hash a decimal.
enum HashedCollection {
    case countedSet
    case set(Set<AnyHashable>)
    case dictionary([AnyHashable: Any])

    init?(_ value: Any) {
        if type(of: value) is NSCountedSet.Type {
            self = .countedSet
        } else if let values = value as? Set<AnyHashable> {
            self = .set(values)
        } else if let values = value as? [AnyHashable: Any] {
            self = .dictionary(values)
        } else {
            return nil
        }
    }
}

private protocol OptionalValue { var isNone: Bool { get } }

extension Optional: OptionalValue {
    fileprivate var isNone: Bool { self.map { StoredValue.isNone($0) } ?? true }
}
