/// References between restorable objects.
///
/// A reference stores only the relation. The referenced object is preserved in its own record, and
/// all references to it decode to the same instance (PRES-11, PRES-20, REST-21).
extension RestorationCoder {
    /// Stores a reference to `object`; `nil` stores null.
    ///
    /// An object without a restoration identifier has no record. The reference then decodes as
    /// `nil`, and the save's report names it (PRES-19).
    public func encode(_ object: (any Restorable)?, forKey key: StaticString) {
        guard begin(key) else { return }
        // Uses only the address, because binding the object would retain it.
        guard let address = object.map({ ObjectIdentifier($0) }) else { return putNull() }
        if !putKnownNumber(of: address) { putReference(object) }
    }

    /// Stores a reference to an object of one type; `nil` stores null.
    @inlinable
    public func encode<Object: Restorable>(_ object: Object?, forKey key: StaticString) {
        guard begin(key) else { return }
        guard let address = object.map({ ObjectIdentifier($0) }) else { return putNull() }
        if !putKnownNumber(of: address) { putReference(object) }
    }

    /// Stores a reference under a key made at runtime.
    @_disfavoredOverload
    public func encode(_ object: (any Restorable)?, forKey key: String) {
        if begin(key) { putReference(object) }
    }

    /// Stores a reference to an object of one type under a key made at runtime.
    // Disfavoured so that an object which is also Codable is stored as a reference.
    @_disfavoredOverload
    public func encode<Object: Restorable>(_ object: Object, forKey key: String) {
        if begin(key) { putReference(to: object) }
    }

    /// Stores references to several objects, in order.
    public func encode(_ objects: [any Restorable], forKey key: StaticString) {
        guard begin(key) else { return }
        putArray {
            // By index: iterating over the objects would retain each twice.
            for index in objects.indices {
                beginElement()
                putReference(to: objects[index])
            }
        }
    }

    /// Stores references to several objects of one type, in order.
    @inlinable
    public func encode<Object: Restorable>(_ objects: [Object], forKey key: StaticString) {
        guard begin(key) else { return }
        putArray {
            for object in objects {
                beginElement()
                putReference(to: object)
            }
        }
    }

    /// The object referenced under `key`, of any type; `nil` if there is none or it was not
    /// restored.
    ///
    /// An object whose plugin is missing, or an element that its owner does not have yet, decodes
    /// as an `UnavailableObject`. Store and encode this stand-in like the object itself, and the
    /// object returns with its plugin. The object may not have decoded yet (REST-23).
    public func decodeReference(
        forKey key: StaticString
    ) throws(CoderError) -> (any Restorable)? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try takeReference()
        } catch {
            recordFailure(error)
            throw error
        }
    }

    /// The object referenced under a key made at runtime.
    @_disfavoredOverload
    public func decodeReference(forKey key: String) throws(CoderError) -> (any Restorable)? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try takeReference()
        } catch {
            recordFailure(error)
            throw error
        }
    }

    /// The objects referenced under `key`, in order, without those that were not restored.
    public func decodeReferences(
        forKey key: StaticString
    ) throws(CoderError) -> [any Restorable] {
        do throws(CoderError) {
            guard try seek(key) else { return [] }
            if let reader { return try reader.references() }
            var objects: [any Restorable] = []
            try takeArray(reserving: { objects.reserveCapacity($0) }) { () throws(CoderError) in
                if let object = try takeReference() { objects.append(object) }
            }
            return objects
        } catch {
            recordFailure(error)
            throw error
        }
    }

    /// The object referenced under `key` if it is of that type, otherwise `nil`.
    ///
    /// A reference to an object of another type survives the next save unless this object encodes
    /// its own value under `key`. In a host, this applies only to an `UnavailableObject`.
    @inlinable
    public func decode<Object: Restorable>(
        _ type: Object.Type,
        forKey key: StaticString
    ) throws(CoderError) -> Object? {
        guard let object = try decodeReference(forKey: key) else { return nil }
        if let typed = object as? Object { return typed }
        recordPassedOver(object, key)
        return nil
    }

    @usableFromInline
    func recordPassedOver(_ object: any Restorable, _ key: StaticString) {
        guard let reader else {
            foreign?.recordPassedOver(object, key: "\(key)")
            return
        }
        if object is any RestorationStandIn { reader.recordUndecoded("\(key)") }
    }

    /// Writes a reference at the coder's position.
    public func putReference(_ object: (any Restorable)?) {
        if let object { putReference(to: object) } else { putNull() }
    }

    @inline(never)
    @usableFromInline
    func putReference(to object: any Restorable) {
        if !putNumber(of: object) { foreign?.put(reference: object) }
    }

    /// Reads the current reference.
    public func takeReference() throws(CoderError) -> (any Restorable)? {
        guard let reader else {
            guard let foreign else { throw .misuse("An encoding coder was asked to decode") }
            return try foreign.takeReference()
        }
        return try reader.reference()
    }

    func takeReferenceNumber() throws(CoderError) -> UInt32? {
        guard let reader else { throw .unsupported("numbers of records") }
        return try reader.referenceNumber()
    }
}

/// A reference as a value, for use in arrays and dictionaries (PRES-12).
///
/// ```swift
/// coder.encode(panes.mapValues { [RestorationReference($0)] }, forKey: "panes")
/// ```
public struct RestorationReference: RestorationCodable {
    /// The referenced object, or `nil`; after decoding, also `nil` if it was not restored.
    public let object: (any Restorable)?

    /// Creates a reference to an object, or an empty one.
    public init(_ object: (any Restorable)?) { self.object = object }

    public func encode(into coder: RestorationCoder) { coder.putReference(object) }

    public static func decode(
        from coder: RestorationCoder
    ) throws(CoderError) -> RestorationReference {
        RestorationReference(try coder.takeReference())
    }
}
