/// The types that a value may have where its key does not decide it, each under a name of its own.
///
/// Archives hold the name; a name that is not listed is an error before anything is made of the
/// value (SEC-9), and no name ever reaches the runtime's own look-up of types (SEC-14).
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

    /// Makes a list.
    public init(_ list: (inout AllowedTypes) -> Void) { list(&self) }

    /// Adds a type.
    ///
    /// - Parameters:
    ///   - type: The type; its values are allowed, and not those of its subclasses.
    ///   - name: What archives hold; keep it when the type is renamed.
    ///   - formerly: Names under which older archives know it.
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
    /// Stores a value together with the name of its type. A type that is not listed makes the
    /// preservation of the object fail.
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

    /// Fetches a value whose type is one of several; `nil` if there is none, or null.
    ///
    /// - Throws: ``CoderError/notAllowed(key:type:)`` if its type is not listed; else as
    ///   ``decode(_:forKey:)-(Value.Type,String)``.
    public func decode(
        oneOf types: AllowedTypes,
        forKey key: String
    ) throws(CoderError) -> (any RestorationCodable)? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try takeValue(of: types, key)
        } catch {
            noteFailure(error)
            throw error
        }
    }

    // In the order of writing, so that the type is known before the value is looked at.
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
