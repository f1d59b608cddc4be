/// The types allowed for a value whose key does not determine its type, each under a name.
///
/// Archives store the name. An unlisted name throws before its value is decoded (SEC-9). Names
/// never reach the runtime's type lookup (SEC-14).
///
/// ```swift
/// extension AllowedTypes {
///     static let filters = AllowedTypes { types in
///         types.allow(Blur.self, as: "blur")
///         types.allow(Crop.self, as: "crop", formerly: ["cut"])
///     }
/// }
///
/// coder.encode(filter, of: .filters, forKey: "filter")
/// filter = try coder.decode(oneOf: .filters, forKey: "filter") as? any Filter
/// ```
///
/// Semantic source: the allowed classes of `NSCoder.decodeObject(of:forKey:)` (Foundation).
public struct AllowedTypes: Sendable {
    private var names: [ObjectIdentifier: String] = [:]
    fileprivate var types: [String: any (RestorationCodable & SendableMetatype).Type] = [:]

    /// Creates a list.
    public init(_ list: (inout AllowedTypes) -> Void) { list(&self) }

    /// Adds a type.
    ///
    /// - Parameters:
    ///   - type: the type, without its subclasses.
    ///   - name: the name in archives. Do not change it when you rename the type.
    ///   - formerly: names in older archives.
    public mutating func allow<Value: RestorationCodable & SendableMetatype>(
        _ type: Value.Type,
        as name: String,
        formerly: [String] = []
    ) {
        names[ObjectIdentifier(type)] = name
        for name in formerly + [name] { types[name] = type }
    }

    fileprivate func name(of value: any RestorationCodable) -> String? {
        names[ObjectIdentifier(type(of: value))]
    }
}

extension RestorationCoder {
    /// Stores a value with the name of its type. An unlisted type makes the object's preservation
    /// fail.
    public func encode(
        _ value: (any RestorationCodable)?,
        of types: AllowedTypes,
        forKey key: String
    ) {
        guard let value else {
            if begin(key) { putNull() }
            return
        }
        guard let name = types.name(of: value) else {
            return fail(.notAllowed(key: key, type: "\(type(of: value))"))
        }
        guard begin(key) else { return }
        putDictionary {
            beginEntry(Self.typeEntry)
            put(name)
            beginEntry(Self.valueEntry)
            value.encode(into: self)
        }
    }

    /// Returns a value of one of several types; `nil` if there is none, or null.
    ///
    /// - Throws: ``CoderError/notAllowed(key:type:)`` if its type is not listed; otherwise as
    ///   ``decode(_:forKey:)-(Value.Type,String)``.
    public func decode(
        oneOf types: AllowedTypes,
        forKey key: String
    ) throws(CoderError) -> (any RestorationCodable)? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try takeValue(of: types, key)
        } catch {
            recordFailure(error)
            throw error
        }
    }

    // Written in this order, so that the type is known before its value.
    private static let typeEntry = "type"
    private static let valueEntry = "value"

    private func takeValue(
        of types: AllowedTypes,
        _ key: String
    ) throws(CoderError) -> any RestorationCodable {
        var type: (any RestorationCodable.Type)?
        var value: (any RestorationCodable)?
        try takeDictionary { entry throws(CoderError) in
            switch entry {
            case Self.typeEntry:
                let name = try takeString()
                type = types.types[name]
                if type == nil { throw .notAllowed(key: key, type: name) }
            case Self.valueEntry:
                guard let type else { throw .incomplete(key: key) }
                value = try type.decode(from: self)
            default: throw .incomplete(key: key)
            }
        }
        guard let value else { throw .incomplete(key: key) }
        return value
    }
}
