/// Coding of `Codable` types, which need no further code to be state.
///
/// A type that is also ``RestorationCodable`` is stored in that form, here and inside a `Codable`
/// type, as are Foundation's types with `RestorationFoundation`. Other types become dictionaries
/// and arrays.
///
/// Only ``RestorationCoder`` conforms. Swift prefers a class's own functions, so calls with a type
/// that is both are unambiguous.
public protocol CodableCoding: AnyObject {}

extension RestorationCoder: CodableCoding {}

extension CodableCoding where Self == RestorationCoder {
    /// Stores a value of a `Codable` type under `key`, replacing an earlier one.
    ///
    /// ```swift
    /// struct Window: Codable { var frame: [Double], title: String? }
    /// coder.encode(window, forKey: "window")
    /// ```
    @_disfavoredOverload
    public func encode<Value: Encodable>(_ value: Value, forKey key: String) {
        do throws(CoderError) {
            self.encode(try RestorationValue(encoding: value), forKey: key)
        } catch {
            self.fail(error.placed(at: [PathStep(stringValue: key)]))
        }
    }

    /// Returns the value of a `Codable` type under `key`; `nil` if there is none or null was
    /// stored.
    ///
    /// - Throws: ``CoderError`` with the coding path as its key, such as "window.frame[2]".
    @_disfavoredOverload
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        forKey key: String
    ) throws(CoderError) -> Value? {
        guard let value = try self.decode(RestorationValue.self, forKey: key) else { return nil }
        do throws(CoderError) {
            return try value.decoded(as: type, at: [PathStep(stringValue: key)])
        } catch {
            self.recordFailure(error)
            throw error
        }
    }
}

extension RestorationValue {
    /// The encoded form of a `Codable` value, such as for ``CreationRequest/parameters``.
    ///
    /// - Throws: ``CoderError/limit(key:what:)`` beyond 64 levels of nesting;
    ///   ``CoderError/rejected(key:type:)`` if the type throws or encodes nothing.
    public init<Value: Encodable>(encoding value: Value) throws(CoderError) {
        let node = CodableNode()
        do {
            try node.put(value, at: [])
        } catch {
            throw CoderError(error, type: Value.self)
        }
        guard !node.isEmpty else { throw CoderError.rejected(key: "", type: "\(Value.self)") }
        self = node.value
    }

    /// Decodes the value as a `Codable` type.
    ///
    /// - Throws: ``CoderError`` with the coding path as its key.
    public func decoded<Value: Decodable>(as type: Value.Type) throws(CoderError) -> Value {
        try decoded(as: type, at: [])
    }

    fileprivate func decoded<Value: Decodable>(
        as type: Value.Type,
        at path: [any CodingKey]
    ) throws(CoderError) -> Value {
        do {
            return try CodableDecoder.decode(type, from: self, at: path)
        } catch {
            throw CoderError(error, type: type)
        }
    }
}
