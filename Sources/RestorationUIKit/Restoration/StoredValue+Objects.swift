import Foundation
import RestorationKit

extension StoredValue {
    static func write(
        object value: Any,
        to coder: RestorationCoder,
        _ secure: Bool,
        _ outer: Enclosure
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
        let inside = try outer.inside(object)
        guard !isOfFoundation(type) else {
            let bytes = try FoundationArchive.bytes(of: object, secure: secure)
            return tagged(Tag.archive, coder) { coder.put(bytes) }
        }
        guard let name = ClassName.name(of: type) else {
            throw UnstorableValue("\(type) is private or local, so that no later run finds it")
        }
        let writer = StoredObjectWriter(coder)
        let inner = StateCoder(.writingObject(writer), secure: secure)
        writer.outer = inside
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

/// What a value lies in while it is written.
struct Enclosure {
    private var objects: [ObjectIdentifier] = []
    private var depth = 0

    /// What the parts of a value lie in.
    ///
    /// - Parameter object: An object that is stored by value; `nil` for an array or a dictionary.
    ///   Foundation on Linux hands out copies of these, so that the depth alone shows that one
    ///   contains itself.
    func inside(_ object: AnyObject? = nil) throws(UnstorableValue) -> Enclosure {
        var inner = self
        inner.depth += 1
        guard inner.depth <= 64 else {
            throw UnstorableValue("it contains itself, or is nested deeper than 64 levels")
        }
        guard let object else { return inner }
        guard !objects.contains(ObjectIdentifier(object)) else {
            throw UnstorableValue("\(type(of: object)) is a part of itself")
        }
        inner.objects.append(ObjectIdentifier(object))
        return inner
    }
}

/// Where an object that is stored by value writes its own values.
final class StoredObjectWriter {
    private let coder: RestorationCoder
    private var keys: Set<String> = []
    /// What the object's values lie in.
    var outer = Enclosure()

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
