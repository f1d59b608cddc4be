internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine
internal import RestorationInvocation

/// The value of a bound object's property.
enum BoundValue: Hashable {
    case single(InvocationValue)
    /// Results of a getter by their names.
    case named([String: InvocationValue])
    case list([BoundValue])

    /// Whether it is what a property was set to, however null is put.
    func says(_ other: BoundValue) -> Bool {
        switch (self, other) {
        case (.single(let value), .single(let wanted)): value.says(wanted)
        case (.named(let values), .named(let wanted)):
            wanted.allSatisfy { name, wanted in values[name]?.says(wanted) ?? false }
        case (.list(let values), .list(let wanted)):
            values.count == wanted.count && zip(values, wanted).allSatisfy { $0.says($1) }
        default: false
        }
    }
}

extension InvocationValue {
    fileprivate func says(_ other: InvocationValue) -> Bool {
        self == other || isNullPointer && other.isNullPointer
    }
}

/// Finds the objects of a session by the addresses at which their library has them, and the other
/// way round.
protocol BoundObjectFinding {
    func object(at address: UInt) -> (any Restorable)?
}

/// Finds the objects that stored references lead to.
protocol RecordFinding {
    func object(ofRecord number: UInt32) -> (any Restorable)?
}

extension RestorationCoder: RecordFinding {}

/// What the references of a stored value lead to, for the time when its record is not at hand.
struct StoredReferences: RecordFinding {
    private var objects: [UInt32: CarriedReference] = [:]

    /// - Returns: `nil` for a value without references.
    init?(in value: RestorationValue, from coder: RestorationCoder) {
        collect(value, coder)
        if objects.isEmpty { return nil }
    }

    private mutating func collect(_ value: RestorationValue, _ coder: RestorationCoder) {
        switch value {
        case .reference(let number?):
            objects[number] = CarriedReference(to: coder.object(ofRecord: number))
        case .array(let values): for value in values { collect(value, coder) }
        case .dictionary(let entries): for value in entries.values { collect(value, coder) }
        default: break
        }
    }

    func object(ofRecord number: UInt32) -> (any Restorable)? {
        let object = objects[number]?.object
        return (object as? UnavailableObject)?.arrived ?? object
    }

    /// What stands for objects that are not there yet.
    var awaited: [UnavailableObject] {
        objects.keys.sorted().compactMap { object(ofRecord: $0) as? UnavailableObject }
    }

    /// Whether one leads to an object that will not come.
    var isBroken: Bool { objects.values.contains { $0.object == nil } }
}

extension CarriedReference {
    /// Keeps alive what nobody else may: two objects that refer to each other are not.
    fileprivate init(to object: (any Restorable)?) {
        self.init(object, isBelow: object is UnavailableObject)
    }
}

extension BoundValue {
    /// What is stored for the value, with references to other objects.
    ///
    /// - Returns: `nil` if it is an object that the session does not know. Lists are stored
    ///   without.
    func stored(finding objects: any BoundObjectFinding) -> StoredValue? {
        switch self {
        case .single(let value): StoredValue(value, objects)
        case .named(let values): StoredValue(fields: values, objects)
        case .list(let values): .list(values.compactMap { $0.stored(finding: objects) })
        }
    }

    /// Understands what is stored.
    ///
    /// - Parameter shape: what the binding says about the property; of one value of a list.
    /// - Returns: `nil` if it is of another kind.
    init?(
        _ stored: RestorationValue,
        _ shape: BindingDocument.Shape,
        isList: Bool = false,
        from coder: (any RecordFinding)?
    ) {
        if isList {
            guard case .array(let elements) = stored else { return nil }
            var values: [BoundValue] = []
            for element in elements {
                guard let value = BoundValue(element, shape, from: coder) else { return nil }
                values.append(value)
            }
            self = .list(values)
            return
        }
        switch shape {
        case .single(let type):
            guard let value = InvocationValue(stored, as: type, from: coder) else { return nil }
            self = .single(value)
        case .named(let types):
            guard case .dictionary(let entries) = stored,
                let fields = InvocationValue.fields(entries, types, from: coder)
            else { return nil }
            self = .named(fields)
        }
    }
}

/// What goes into a record: values, with references among them.
indirect enum StoredValue: RestorationCodable {
    case plain(RestorationValue)
    case reference(CarriedReference)
    case list([StoredValue])
    case entries([String: StoredValue])

    init?(_ value: InvocationValue, _ objects: any BoundObjectFinding) {
        switch value {
        case .object(0): self = .plain(.null)
        case .object(let address):
            guard let object = objects.object(at: address) else { return nil }
            self = .reference(CarriedReference(to: object))
        default: self = .plain(RestorationValue(value))
        }
    }

    /// A value as it was stored.
    ///
    /// - Returns: `nil` for a reference to an object that is not there and will not come.
    init?(_ value: RestorationValue, _ references: StoredReferences?) {
        guard let references else {
            self = .plain(value)
            return
        }
        switch value {
        case .reference(let number):
            guard let object = number.flatMap({ references.object(ofRecord: $0) }) else {
                return nil
            }
            self = .reference(CarriedReference(to: object))
        case .array(let values): self = .list(values.compactMap { StoredValue($0, references) })
        case .dictionary(let entries):
            self = .entries(
                entries.mapValues { StoredValue($0, references) ?? .plain(.null) }
            )
        default: self = .plain(value)
        }
    }

    init(fields: [String: InvocationValue], _ objects: any BoundObjectFinding) {
        self = .entries(fields.mapValues { StoredValue($0, objects) ?? .plain(.null) })
    }

    func encode(into coder: RestorationCoder) {
        switch self {
        case .plain(let value): value.encode(into: coder)
        case .reference(let reference): coder.putReference(reference.object)
        case .list(let values): values.encode(into: coder)
        case .entries(let entries): entries.encode(into: coder)
        }
    }

    static func decode(from coder: RestorationCoder) throws(CoderError) -> StoredValue {
        .plain(try RestorationValue.decode(from: coder))
    }
}

extension InvocationValue {
    /// A stored value as an argument of that type; `nil` if it is of another kind.
    ///
    /// - Parameter coder: knows the objects that references lead to.
    init?(_ stored: RestorationValue, as type: InvocationType, from coder: (any RecordFinding)?) {
        if stored == .null {
            guard type.allowsNull else { return nil }
            self = .null
            return
        }
        switch (type.bare, stored) {
        case (.enumeration, .string(let name)): self = .enumerator(name)
        case (.bytes, .bytes(let bytes)): self = .bytes(bytes)
        case (.object, .reference(let number?)):
            guard let object = coder?.object(ofRecord: number) as? BoundInstance,
                let address = object.address
            else { return nil }
            self = .object(address)
        case (.structure(let fields), .dictionary(let entries)):
            let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
            guard let values = Self.fields(entries, types, from: coder) else { return nil }
            self = .structure(values)
        case (.object, _), (.bytes, _): return nil
        // What is written by hand, as a binding's default, does not tell the kinds of numbers
        // apart.
        case (.float32, .integer(let value)):
            guard let value = Float(exactly: value) else { return nil }
            self = .float(value)
        case (.float32, .double(let value)):
            guard let value = Float(fitting: value) else { return nil }
            self = .float(value)
        case (.float64, .integer(let value)):
            guard let value = Double(exactly: value) else { return nil }
            self = .double(value)
        case (.float64, .float(let value)): self = .double(Double(value))
        default:
            guard let value = InvocationValue(stored), value.kind.suits(type.bare)
            else { return nil }
            self = value
        }
    }

    fileprivate static func fields(
        _ stored: [String: RestorationValue],
        _ types: [String: InvocationType],
        from coder: (any RecordFinding)?
    ) -> [String: InvocationValue]? {
        var fields: [String: InvocationValue] = [:]
        for (name, type) in types {
            guard let value = InvocationValue(stored[name] ?? .null, as: type, from: coder)
            else { return nil }
            fields[name] = value
        }
        return fields
    }
}

extension Float {
    /// The nearest number; `nil` if there is none that is finite where `value` is.
    init?(fitting value: Double) {
        self.init(value)
        guard isFinite || !value.isFinite else { return nil }
    }
}

extension InvocationValue.Kind {
    /// Whether a plain value of this kind can be of the type; whether a number fits is found out
    /// when it is used.
    fileprivate func suits(_ type: InvocationType) -> Bool {
        switch type {
        case .bool: self == .bool
        case .float32: self == .float
        case .float64: self == .double
        case .string: self == .string
        case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .size, .enumeration:
            self == .integer
        default: false
        }
    }
}

extension BindingDocument.Shape {
    /// Whether null is a value of the property.
    var acceptsNull: Bool {
        if case .single(let type) = self { type.allowsNull } else { false }
    }
}
