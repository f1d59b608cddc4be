/// A property that the session saves and restores without code in
/// ``Restorable/encodeRestorableState(with:)`` or its counterpart.
///
/// ```swift
/// final class PetEditor: RestorableObject {
///     static let restorableProperties = [
///         RestorableProperty("draft", \PetEditor.draft, default: "", .sensitive),
///         RestorableProperty("zoom", \PetEditor.zoom, default: 1),
///     ]
///     private var draft = ""
///     private var zoom = 1.0
///
///     init(_ request: CreationRequest) throws {}
/// }
/// ```
///
/// Properties are stored after the object encodes, and set before it decodes. Their keys are keys
/// of the object's record, like those of `encode`, so a property can replace an `encode` call and
/// read the value that the call stored. The object fails to encode if two properties share a key,
/// or if it encodes under a property's key itself (``CoderError/repeatedKey(_:type:)``).
///
/// Semantic source: `NSResponder.restorableStateKeyPaths` (AppKit); defaults and sensitivity are
/// those of `restoration/property.h`.
public struct RestorableProperty: Sendable {
    /// Options for storing a property.
    public enum Trait: Hashable, Sendable {
        /// Tools never show the value (``RestorationCoder/markSensitive(_:)``).
        case sensitive
        /// The property is not stored while it has its default.
        case omittedIfDefault
    }

    /// The key in the object's record.
    public let key: StaticString

    // A key path and its default need not be Sendable, since they may concern the main actor.
    // Invariant: used only on the session's thread, where the objects live.
    nonisolated(unsafe) let put: (any Restorable, RestorationCoder) -> Void
    nonisolated(unsafe) let take: (any Restorable, RestorationCoder) throws(CoderError) -> Void

    /// A property that stays unchanged if its key is absent.
    public init<Object: Restorable, Value: RestorationCodable>(
        _ key: StaticString,
        _ keyPath: ReferenceWritableKeyPath<Object, Value>,
        _ traits: Trait...
    ) {
        precondition(
            !traits.contains(.omittedIfDefault),
            "The property \"\(key)\" can be omitted only if it has a default."
        )
        self.init(key, keyPath, traits, omits: { _ in false }, reset: { _ in })
    }

    /// A property that is set to `value` if its key is absent.
    public init<Object: Restorable, Value: RestorationCodable & Equatable>(
        _ key: StaticString,
        _ keyPath: ReferenceWritableKeyPath<Object, Value>,
        default value: Value,
        _ traits: Trait...
    ) {
        let omits = traits.contains(.omittedIfDefault)
        self.init(
            key,
            keyPath,
            traits,
            omits: { omits && $0 == value },
            reset: { $0[keyPath: keyPath] = value }
        )
    }

    private init<Object: Restorable, Value: RestorationCodable>(
        _ key: StaticString,
        _ keyPath: ReferenceWritableKeyPath<Object, Value>,
        _ traits: [Trait],
        omits: @escaping (Value) -> Bool,
        reset: @escaping (Object) -> Void
    ) {
        self.key = key
        let isSensitive = traits.contains(.sensitive)
        unsafe put = { object, coder in
            let value = Self.holder(object, Object.self, key)[keyPath: keyPath]
            guard !omits(value) else { return }
            coder.encode(value, forKey: key)
            if isSensitive { coder.markSensitive("\(key)") }
        }
        unsafe take = { object, coder throws(CoderError) in
            let object = Self.holder(object, Object.self, key)
            if let value = try coder.decode(Value.self, forKey: key) {
                object[keyPath: keyPath] = value
            } else if let null = Optional<Any>.none as? Value, coder.contains("\(key)") {
                object[keyPath: keyPath] = null
            } else {
                reset(object)
            }
        }
    }

    /// Compares bytes, as records do.
    fileprivate func hasKey(_ other: String) -> Bool { "\(key)".utf8.elementsEqual(other.utf8) }

    private static func holder<Object: Restorable>(
        _ object: any Restorable,
        _ type: Object.Type,
        _ key: StaticString
    ) -> Object {
        guard let holder = object as? Object else {
            preconditionFailure(
                "\(Swift.type(of: object)) declares the property \"\(key)\" of \(type). Declare a "
                    + "property by a key path that begins with the class itself."
            )
        }
        return holder
    }
}

extension Restorable {
    /// Encodes the object, then its declared properties.
    package func encodeRecord(with coder: RestorationCoder) throws {
        let properties = Self.restorableProperties
        guard !properties.isEmpty else { return try encodeRestorableState(with: coder) }
        coder.rememberFields()
        try encodeRestorableState(with: coder)
        for (index, property) in properties.enumerated() {
            let key = "\(property.key)"
            // Checked even if the value is omitted: a restore would set the property to the other
            // value under its key.
            guard !coder.holdsField(key), !properties[..<index].contains(where: { $0.hasKey(key) })
            else { throw CoderError.repeatedKey(key, type: "\(type(of: self))") }
            unsafe property.put(self, coder)
        }
    }

    /// Sets the declared properties, then decodes the object.
    package func decodeRecord(with coder: RestorationCoder) throws {
        try decodeProperties(with: coder)
        try decodeRestorableState(with: coder)
    }

    package func decodeProperties(with coder: RestorationCoder) throws {
        for property in Self.restorableProperties { try unsafe property.take(self, coder) }
    }
}
