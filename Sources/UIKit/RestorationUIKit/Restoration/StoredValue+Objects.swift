import Foundation
import RestorationKit

extension StoredValue {
    static func write(
        object value: Any,
        to coder: RestorationCoder,
        _ secure: Bool
    ) throws(UnstorableValue) {
        if isNone(value) { return coder.putNull() }
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
        guard !isOfFoundation(type) else {
            if let text = object as? NSAttributedString {
                return try tagged(Tag.attributedText, parts(of: text), coder, secure)
            }
            let bytes = try FoundationArchive.bytes(of: object, secure: secure)
            return tagged(Tag.archive, coder) { coder.put(bytes) }
        }
        guard let name = ClassName.name(of: type) else {
            throw UnstorableValue("\(type) is private or local, so no later launch can find it")
        }
        let writer = StoredObjectWriter(coder)
        let inner = StateCoder(.writingObject(writer), secure: secure)
        coder.putDictionary {
            coder.beginEntry(Tag.className)
            coder.put(name)
            coder.beginEntry(Tag.values)
            coder.putDictionary { coding.encode(with: inner) }
        }
        if let failure = inner.failure { throw UnstorableValue("\(failure)") }
    }

    /// Whether Foundation's own archiver stores objects of the class.
    static func isOfFoundation(_ type: Any.Type) -> Bool {
        String(reflecting: type).hasPrefix("Foundation.")
    }

    /// The participant of an object. An unregistered object has none, and is not stored by value
    /// either (PRES-19).
    private static func participant(of object: AnyObject) -> (any Restorable)? {
        if let restorable = object as? any Restorable { return restorable }
        let unshared = Unshared(object)
        return MainActor.assumeIsolated {
            let application = UIApplication.current
            let participant = application?.participant(of: unshared.value)
            if participant == nil { application?.logUnregisteredObject(unshared.value) }
            return Unshared(participant)
        }.value
    }
}

/// Writes the values of an object that is stored by value.
final class StoredObjectWriter {
    private let coder: RestorationCoder
    private var keys: Set<String> = []

    init(_ coder: RestorationCoder) { self.coder = coder }

    func begin(_ key: String) -> RestorationCoder? {
        // An object that contains itself fails at the format's nesting limit. This check stops it
        // from continuing with its other values.
        guard !coder.hasWritingFault, keys.insert(key).inserted else { return nil }
        coder.beginEntry(key)
        return coder
    }
}

struct UnstorableValue: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
