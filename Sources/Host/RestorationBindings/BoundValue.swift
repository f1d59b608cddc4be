internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine
internal import RestorationInvocation

enum BoundValue: Hashable {
    case single(InvocationValue)
    /// The named results of a getter.
    case named([String: InvocationValue])
    case list([BoundValue])

    /// Whether the value is the one that was set. All forms of null are equal.
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

protocol BoundObjectFinding {
    func object(at address: UInt) -> (any Restorable)?
}

protocol RecordFinding {
    func object(ofRecord number: UInt32) -> (any Restorable)?
}

extension RestorationCoder: RecordFinding {}

/// The targets of a stored value's references.
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

    /// The stand-ins of deferred objects.
    var awaited: [UnavailableObject] {
        objects.keys.sorted().compactMap { object(ofRecord: $0) as? UnavailableObject }
    }

    /// Whether a target will never exist.
    var isBroken: Bool { objects.values.contains { $0.object == nil } }
}

/// The target of a reference in a library's value. The reference is strong only to a stand-in,
/// because objects that refer to each other would form a cycle.
struct CarriedReference {
    private let standIn: UnavailableObject?
    private weak var weak: (any Restorable)?
    var object: (any Restorable)? { standIn ?? weak }

    fileprivate init(to object: (any Restorable)?) {
        standIn = object as? UnavailableObject
        weak = object
    }
}

extension BoundValue {
    /// - Returns: `nil` for an object unknown to the session. Lists omit such objects.
    func stored(finding objects: any BoundObjectFinding) -> StoredValue? {
        switch self {
        case .single(let value): StoredValue(value, objects)
        case .named(let values): StoredValue(fields: values, objects)
        case .list(let values): .list(values.compactMap { $0.stored(finding: objects) })
        }
    }

    /// Converts a stored value; `nil` for another kind of value.
    ///
    /// - Parameter shape: The type of the property, or of a list's element.
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

    /// A stored value; `nil` for a reference to an object that will never exist.
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
    /// A stored value as an argument of that type; `nil` for another kind.
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
        // Handwritten defaults do not distinguish the kinds of numbers.
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
    /// The nearest number; `nil` if a finite value overflows.
    init?(fitting value: Double) {
        self.init(value)
        guard isFinite || !value.isFinite else { return nil }
    }
}

extension InvocationValue.Kind {
    /// Whether a value of this kind suits the type. The call checks the range of numbers.
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
    var acceptsNull: Bool {
        if case .single(let type) = self { type.allowsNull } else { false }
    }
}
