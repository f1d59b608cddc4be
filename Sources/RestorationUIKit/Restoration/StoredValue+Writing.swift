import Foundation
import RestorationFoundation
import RestorationKit

extension StoredValue {
    /// Writes one value at the place where the coder stands.
    ///
    /// - Throws: before anything is written, or within an array or dictionary that is then of no
    ///   use; the record fails.
    static func write(
        _ value: Any?,
        to coder: RestorationCoder,
        secure: Bool,
        within outer: Enclosure = Enclosure()
    ) throws(UnstorableValue) {
        guard let value else { return coder.putNull() }
        switch value {
        // Sets and dictionaries first: to find out whether a value is of a class of Foundation's,
        // Swift makes an object of it, and Foundation on Linux cannot hash a decimal.
        case _ where type(of: value) is NSCountedSet.Type:
            throw UnstorableValue("Foundation cannot archive an NSCountedSet")
        case let values as Set<AnyHashable>:
            try tagged(Tag.set, values.map(\.base), coder, secure, outer.inside())
        case let values as [AnyHashable: Any]:
            try write(values, to: coder, secure, outer.inside())
        case let text as String: coder.put(text)
        case let decimal as Decimal: tagged(Tag.decimal, coder) { coder.put("\(decimal)") }
        case let number as NSNumber: write(number, to: coder)
        case is NSNull: putNull(coder)
        case let bytes as Data: coder.put([UInt8](bytes))
        case let date as Date: date.encode(into: coder)
        case let identifier as UUID: identifier.encode(into: coder)
        case let url as URL: tagged(Tag.url, coder) { coder.put(url.absoluteString) }
        case let path as IndexPath: tagged(Tag.indexPath, coder) { [Int](path).encode(into: coder) }
        case let values as [Any]:
            try write(values, to: coder, secure, outer.inside())
        case let values as NSOrderedSet:
            try tagged(Tag.orderedSet, values.array, coder, secure, outer.inside())
        case let structure as any NumberStructure:
            tagged(type(of: structure).tag, coder) { structure.numbers.encode(into: coder) }
        case let error as NSError:
            // Foundation on Linux ends the process when it archives an error.
            let parts: [Any] = [error.domain, error.code, error.userInfo]
            try tagged(Tag.error, parts, coder, secure, outer.inside())
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
        _ outer: Enclosure
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
        _ outer: Enclosure
    ) throws(UnstorableValue) {
        var entries: [(key: String, value: Any)] = []
        for (key, value) in values {
            guard let key = key.base as? String else {
                let entries = values.sorted { "\($0.key)" < "\($1.key)" }
                let flat = entries.flatMap { [$0.key.base, $0.value] }
                return try tagged(Tag.entries, flat, coder, secure, outer)
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

    /// Writes an element, or null in the place of one that cannot be stored. Darwin's Foundation
    /// has an `NSNull` in the place of an element that is `nil`.
    private static func write(
        _ value: Any,
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: Enclosure,
        _ failure: inout UnstorableValue?
    ) {
        if isNone(value) { return putNull(coder) }
        do throws(UnstorableValue) {
            try write(value, to: coder, secure: secure, within: outer)
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

    private static func tagged(
        _ tag: String,
        _ values: [Any],
        _ coder: RestorationCoder,
        _ secure: Bool,
        _ outer: Enclosure
    ) throws(UnstorableValue) {
        var failure: UnstorableValue?
        tagged(tag, coder) {
            do throws(UnstorableValue) {
                try write(values, to: coder, secure, outer)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Whether an `Any` holds an optional without a value.
    static func isNone(_ value: Any) -> Bool { (value as? any OptionalValue)?.isNone ?? false }
}

/// An optional in an `Any`, whose value may be absent.
private protocol OptionalValue { var isNone: Bool { get } }

extension Optional: OptionalValue {
    fileprivate var isNone: Bool { self.map { StoredValue.isNone($0) } ?? true }
}
