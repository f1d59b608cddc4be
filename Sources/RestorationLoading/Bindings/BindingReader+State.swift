import RestorationCore
import RestorationInvocation

/// Properties.
extension BindingReader {
    /// Reads what a class has and inherits, in the order in which it is restored.
    mutating func state(
        _ entry: InheritingObject
    ) throws(ManifestError) -> [BindingDocument.Property] {
        var properties: [BindingDocument.Property] = []
        var places: [String: JSONValue] = [:]
        for object in entry.fromTheTop {
            var own: Set<String> = []
            for value in try object.list("state") {
                let property = try property(value)
                guard own.insert(property.key).inserted else {
                    throw ManifestError(
                        .binding(.repeatedProperty(property.key)),
                        at: try ManifestObject(value).value("key")
                    )
                }
                let inherited = properties.firstIndex { $0.key == property.key }
                if let inherited {
                    properties[inherited] = property
                } else {
                    properties.append(property)
                }
                places[property.key] = value
            }
        }
        guard properties.count <= Self.propertyLimit else {
            throw ManifestError(
                .binding(.tooMany("properties", limit: Self.propertyLimit)),
                at: entry.own.value
            )
        }
        return try ordered(properties, places)
    }

    /// Puts properties behind those that they come after; otherwise their order stays.
    private func ordered(
        _ properties: [BindingDocument.Property],
        _ places: [String: JSONValue]
    ) throws(ManifestError) -> [BindingDocument.Property] {
        let keys = properties.map(\.key)
        for property in properties {
            for (number, key) in property.after.enumerated() where places[key] == nil {
                let meant = Spelling.nearest(to: key, among: keys)
                let after = try ManifestObject(places[property.key]!).value("after")
                throw ManifestError(
                    .binding(.unknownProperty(key, meant: meant)),
                    at: after.elements?[number] ?? after
                )
            }
        }
        var ordered: [BindingDocument.Property] = []
        var done: Set<String> = []
        var rest = properties
        while !rest.isEmpty {
            guard let next = rest.firstIndex(where: { $0.after.allSatisfy(done.contains) }) else {
                let circle = Self.circle(in: rest)
                throw ManifestError(
                    .binding(.circle(circle)),
                    at: try ManifestObject(places[circle[0]]!).value("after")
                )
            }
            let property = rest.remove(at: next)
            done.insert(property.key)
            ordered.append(property)
        }
        return ordered
    }

    /// A circle, of properties that each come after one of the others.
    private static func circle(in properties: [BindingDocument.Property]) -> [String] {
        let waiting = Dictionary(uniqueKeysWithValues: properties.map { ($0.key, $0.after) })
        var way = [properties[0].key]
        while true {
            let next = waiting[way.last!]!.first { waiting[$0] != nil }!
            if let start = way.firstIndex(of: next) { return way[start...] + [next] }
            way.append(next)
        }
    }

    private mutating func property(
        _ value: JSONValue
    ) throws(ManifestError) -> BindingDocument.Property {
        if let known = properties[value.node] { return known }
        let object = try ManifestObject(value)
        try object.allow(BindingKeys.property)
        try object.pair("after", "set")
        try object.pair("ready", "set")
        let list = try list(object)
        let known = list == nil ? [:] : Self.index
        let get = try calls(try object.value("get"), allows: .object, known: known)
        let set = try setter(object, known: known)
        let shape = try shape(object, get, set)
        let changed = try subscription(object, "changed", "unchanged")
        let ready = try subscription(object, "ready", "unready")
        let property = BindingDocument.Property(
            key: try key(of: object),
            get: get,
            set: set,
            after: try after(object),
            default: try defaultValue(object, shape, isList: list != nil),
            omitsDefault: try object.flag("omitDefault"),
            isSensitive: try object.flag("sensitive"),
            changed: changed.begin,
            unchanged: changed.end,
            ready: ready.begin,
            unready: ready.end,
            list: list,
            shape: shape
        )
        properties[value.node] = property
        return property
    }

    private func key(of object: ManifestObject) throws(ManifestError) -> String {
        let value = try object.value("key")
        let key = try value.caption()
        guard (1...RestorationIdentifier.maximumLength).contains(key.utf8.count) else {
            let limit = Int64(RestorationIdentifier.maximumLength)
            throw ManifestError.wrongKind("1 to \(limit) bytes of text", value)
        }
        return key
    }

    private func after(_ object: ManifestObject) throws(ManifestError) -> [String] {
        guard object.contains("after") else { return [] }
        let value = try object.value("after")
        var keys: [String] = []
        for value in value.elements ?? [value] {
            guard let key = value.string else {
                throw ManifestError.wrongKind("a key or a list of keys", value)
            }
            keys.append(key)
        }
        return keys
    }

    private func list(
        _ object: ManifestObject
    ) throws(ManifestError) -> BindingDocument.List? {
        guard object.contains("list") else { return nil }
        let list = try ManifestObject(try object.value("list"))
        try list.allow(BindingKeys.list)
        let limit = Int64(Int32.max)
        return BindingDocument.List(
            from: list.contains("from") ? try list.integer("from", in: 0...limit) : 0,
            count: list.contains("count")
                ? try calls(try list.value("count"), comingTo: .integer) : nil,
            clear: list.contains("clear")
                ? try calls(try list.value("clear"), allows: .object) : nil
        )
    }

    private func setter(
        _ object: ManifestObject,
        known: [String: InvocationType]
    ) throws(ManifestError) -> CallSequence? {
        guard object.contains("set") else { return nil }
        let allows: CallScope.Allowance = [.object, .value, .freeNames]
        return try calls(try object.value("set"), allows: allows, known: known)
    }

    private func subscription(
        _ object: ManifestObject,
        _ key: String,
        _ endKey: String
    ) throws(ManifestError) -> (begin: CallSequence?, end: CallSequence?) {
        let begin = object.contains(key) ? try object.value(key) : nil
        let end = object.contains(endKey) ? try object.value(endKey) : nil
        return try subscription(key, endKey, begin, end)
    }

    // MARK: What the value is

    /// Finds out what the value of a property is, and whether getter and setter agree about it.
    private func shape(
        _ object: ManifestObject,
        _ get: CallSequence,
        _ set: CallSequence?
    ) throws(ManifestError) -> BindingDocument.Shape {
        let shape: BindingDocument.Shape
        if let set {
            shape = try self.shape(get, set, at: try object.value("set"))
        } else if let result = get.result {
            shape = .single(result)
        } else if !get.names.isEmpty {
            shape = .named(get.names)
        } else {
            let needed = "a value, or names for several"
            throw ManifestError(
                .binding(.comesTo("nothing", needed: needed)),
                at: try object.value("get")
            )
        }
        for type in shape.types where !type.isStorable {
            throw ManifestError(.binding(.notStorable("\(type)")), at: try object.value("get"))
        }
        return shape
    }

    private func shape(
        _ get: CallSequence,
        _ set: CallSequence,
        at place: JSONValue
    ) throws(ManifestError) -> BindingDocument.Shape {
        if let type = set.usesValue {
            guard set.freeNames.isEmpty else {
                throw ManifestError(.binding(.valueAndParts), at: place)
            }
            guard let result = get.result, result.suits(type) else {
                let getter = get.result.map(\.description) ?? "nothing"
                throw ManifestError(
                    .binding(.typesDiffer(getter: getter, setter: "\(type)")),
                    at: place
                )
            }
            return .single(type.pointedTo)
        }
        guard !set.freeNames.isEmpty else { throw ManifestError(.binding(.noValue), at: place) }
        for (name, type) in set.freeNames.sorted(by: { $0.key < $1.key }) {
            guard let known = get.names[name] else {
                let names = get.names.keys.filter { !$0.hasPrefix("#") }.sorted()
                throw ManifestError(.binding(.unknownPart(name, known: names)), at: place)
            }
            guard known.suits(type) else {
                let fault = BindingFault.typesDiffer(
                    getter: "\(known) (\(name))",
                    setter: "\(type)"
                )
                throw ManifestError(.binding(fault), at: place)
            }
        }
        return .named(set.freeNames)
    }

    // MARK: Default values

    private func defaultValue(
        _ object: ManifestObject,
        _ shape: BindingDocument.Shape,
        isList: Bool
    ) throws(ManifestError) -> RestorationValue? {
        guard object.contains("default") else { return nil }
        let value = try object.value("default")
        guard isList else { return try stored(value, shape) }
        guard let elements = value.elements else {
            throw ManifestError(.binding(.wrongDefault(needed: "a list")), at: value)
        }
        var list: [RestorationValue] = []
        for element in elements { list.append(try stored(element, shape)) }
        return .array(list)
    }

    private func stored(
        _ value: JSONValue,
        _ shape: BindingDocument.Shape
    ) throws(ManifestError) -> RestorationValue {
        switch shape {
        case .single(let type): return try stored(value, type)
        case .named(let types):
            let names = types.keys.sorted()
            guard value.isObject, value.keys.count == names.count else {
                let needed = "an object with \(names.joined(separator: ", "))"
                throw ManifestError(.binding(.wrongDefault(needed: needed)), at: value)
            }
            let object = try ManifestObject(value)
            var parts: [String: RestorationValue] = [:]
            for name in names { parts[name] = try stored(try object.value(name), types[name]!) }
            return .dictionary(parts)
        }
    }

    private func stored(
        _ value: JSONValue,
        _ type: InvocationType
    ) throws(ManifestError) -> RestorationValue {
        if value.isNull, type.allowsNull { return .null }
        let (stored, needed) = value.stored(as: type.bare)
        guard let stored else {
            throw ManifestError(.binding(.wrongDefault(needed: needed)), at: value)
        }
        return stored
    }
}

extension BindingDocument.Shape {
    fileprivate var types: [InvocationType] {
        switch self {
        case .single(let type): [type]
        case .named(let types): types.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}

extension InvocationType {
    /// What a pointer leads to, which is the value; otherwise the type itself.
    fileprivate var pointedTo: InvocationType {
        if case .pointee(let type) = bare { type } else { self }
    }

    /// Whether an archive has room for a value of the type. An object becomes a reference.
    var isStorable: Bool {
        switch bare {
        case .bool, .float32, .float64, .string, .bytes, .enumeration, .object: true
        case .pointee(let type): type.isStorable
        default: bare.isInteger
        }
    }
}

extension JSONValue {
    /// The value as a property of the type would be stored; `nil` if it is none, and what is one.
    fileprivate func stored(as type: InvocationType) -> (RestorationValue?, needed: String) {
        switch type {
        case .bool: return (boolean.map { .bool($0) }, "true or false")
        case .string: return (string.map { .string($0) }, "text")
        case .float32: return (number.map { .float(Float($0)) }, "a number")
        case .float64: return (number.map { .double($0) }, "a number")
        case .enumeration(let enumeration):
            let names = enumeration.enumerators.map(\.name)
            let isKnown = string.map(names.contains) ?? false
            return (isKnown ? .string(string!) : nil, names.joined(separator: " or "))
        default:
            guard type.isInteger, case .fitting(let number)? = wholeNumber else {
                return (nil, type.isInteger ? "a number of the type \(type)" : "no default")
            }
            let fits = type.fits(.integer(number))
            return (fits ? .integer(number) : nil, "a number of the type \(type)")
        }
    }
}
