import RestorationCore
import RestorationInvocation

extension BindingReader {
    /// Reads the own and inherited properties of a class, in the order of restoring.
    mutating func state(
        _ entry: InheritingObject
    ) throws(ManifestError) -> [BindingDocument.Property] {
        var state = InheritedState()
        for object in entry.rootFirst where object.contains("state") {
            // Cached, because many classes may inherit the same properties.
            if let known = states[object.value.node] {
                state = known
                continue
            }
            try add(object, to: &state)
            states[object.value.node] = state
        }
        return state.ordered
    }

    private mutating func add(
        _ object: ManifestObject,
        to state: inout InheritedState
    ) throws(ManifestError) {
        var own: Set<String> = []
        for value in try object.list("state") {
            let done: Void? = try attempt { reader throws(ManifestError) in
                let property = try reader.property(value)
                guard own.insert(property.key).inserted else {
                    throw ManifestError(
                        .binding(.repeatedProperty(property.key)),
                        at: try ManifestObject(value).value("key")
                    )
                }
                state.add(property, at: value)
            }
            if done == nil { state.isWhole = false }
        }
        guard state.properties.count <= Self.propertyLimit else {
            throw ManifestError(
                .binding(.tooMany("properties", limit: Self.propertyLimit)),
                at: object.value
            )
        }
        // Otherwise an `after` that names an unreadable property would be reported as unknown.
        guard state.isWhole else { return }
        let whole = state
        state.ordered = try attempt { _ throws(ManifestError) in try Self.ordered(whole) } ?? []
    }

    /// Sorts the properties topologically by `after`; otherwise their order remains.
    private static func ordered(
        _ state: InheritedState
    ) throws(ManifestError) -> [BindingDocument.Property] {
        let properties = state.properties
        var waiting = properties.map(\.after.count)
        var followers = properties.map { _ in [Int]() }
        for (index, property) in properties.enumerated() {
            for (number, key) in property.after.enumerated() {
                guard let other = state.indices[key] else {
                    throw try unknown(key, number, after: property, in: state)
                }
                followers[other].append(index)
            }
        }
        // A stack: the first in the file is last.
        var ready = [Int](properties.indices.filter { waiting[$0] == 0 }.reversed())
        var ordered: [BindingDocument.Property] = []
        while let next = ready.popLast() {
            ordered.append(properties[next])
            for follower in followers[next] {
                waiting[follower] -= 1
                guard waiting[follower] == 0 else { continue }
                let place = ready.firstIndex { $0 < follower } ?? ready.endIndex
                ready.insert(follower, at: place)
            }
        }
        guard ordered.count < properties.count else { return ordered }
        let cycle = cycle(
            in: properties.indices.filter { waiting[$0] > 0 }.map { properties[$0] }
        )
        throw ManifestError(
            .binding(.circularOrder(cycle)),
            at: try ManifestObject(state.places[cycle[0]]!).value("after")
        )
    }

    private static func unknown(
        _ key: String,
        _ number: Int,
        after property: BindingDocument.Property,
        in state: InheritedState
    ) throws(ManifestError) -> ManifestError {
        let meant = Spelling.nearest(to: key, among: state.properties.map(\.key))
        let after = try ManifestObject(state.places[property.key]!).value("after")
        return ManifestError(
            .binding(.unknownProperty(key, meant: meant)),
            at: after.elements?[number] ?? after
        )
    }

    private static func cycle(in properties: [BindingDocument.Property]) -> [String] {
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
        let object = try ManifestObject(value)
        try object.allow(BindingKeys.property)
        try object.pair("after", "set")
        try object.pair("ready", "set")
        try object.pair("base", "set")
        try object.pair("base", "shows")
        try object.pair("shows", "set")
        for other in ["default", "omitDefault", "list"] { try object.exclude("base", other) }
        let list = try list(object)
        let known = list == nil ? [:] : Self.index
        let get = try calls(try object.value("get"), allows: .object, known: known)
        // A list without a count ends when the first result is null.
        if let list, list.count == nil, get.calls.first?.signature.result.allowsNull != true {
            throw ManifestError(.binding(.endlessList), at: try object.value("get"))
        }
        let set = try setter(object, known: known)
        let shape = try shape(object, get, set)
        let changed = try subscription(object, "changed", "unchanged")
        let ready = try subscription(object, "ready", "unready")
        return BindingDocument.Property(
            key: try key(of: object),
            get: get,
            set: set,
            after: try after(object),
            base: try digest(object, "base", of: shape),
            shows: try digest(object, "shows", of: shape),
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

    /// Reads the calls that return a digest of a value.
    private func digest(
        _ object: ManifestObject,
        _ key: String,
        of shape: BindingDocument.Shape
    ) throws(ManifestError) -> CallSequence? {
        guard object.contains(key) else { return nil }
        let value = try object.value(key)
        let sequence = try calls(value, comingTo: .string, allows: [.object, .value])
        guard sequence.usesValue == .string else {
            throw ManifestError(.binding(.noSalt), at: value)
        }
        // A reference has no digest, but its object may tell that the user has used it.
        guard key == "shows" || !shape.types.contains(where: { $0.bare == .object }) else {
            throw ManifestError(.binding(.notStorable("object")), at: value)
        }
        return sequence
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

    // MARK: The value's shape

    /// Determines the shape of a property's value, and checks that getter and setter agree.
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
                .binding(.wrongResult("nothing", needed: needed)),
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
        if let known = InvocationValue(value, as: type) { return RestorationValue(known) }
        let needed = type.bare.defaultWords(isNumber: value.isNumber)
        throw ManifestError(.binding(.wrongDefault(needed: needed)), at: value)
    }
}

struct InheritedState {
    /// In the order of the file, ancestors' properties first.
    private(set) var properties: [BindingDocument.Property] = []
    private(set) var indices: [String: Int] = [:]
    /// The JSON values of the properties, for the positions of faults.
    private(set) var places: [String: JSONValue] = [:]
    /// In the order of restoring; empty unless ``isWhole``.
    var ordered: [BindingDocument.Property] = []
    /// Whether all properties were readable.
    var isWhole = true

    /// Adds a property, or replaces the one that it overrides.
    mutating func add(_ property: BindingDocument.Property, at place: JSONValue) {
        places[property.key] = place
        if let index = indices[property.key] {
            properties[index] = property
        } else {
            indices[property.key] = properties.count
            properties.append(property)
        }
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
    /// A pointer's target type; otherwise the type itself.
    fileprivate var pointedTo: InvocationType {
        if case .pointee(let type) = bare { type } else { self }
    }

    /// Whether archives can store values of the type. An object becomes a reference.
    var isStorable: Bool {
        switch bare {
        case .string, .bytes, .object: true
        case .pointee(let type): type.isStorable
        default: isStorableInStructure
        }
    }

    /// Whether it is a number, an enumeration, or a structure of these.
    package var isStorableInStructure: Bool {
        switch self {
        case .bool, .float32, .float64, .enumeration: true
        case .structure(let fields): fields.allSatisfy(\.type.isStorableInStructure)
        default: isInteger
        }
    }
}

extension InvocationType {
    /// A description of valid defaults for the type.
    ///
    /// - Parameter isNumber: whether the given default is a number.
    fileprivate func defaultWords(isNumber: Bool) -> String {
        switch self {
        case .bool: "true or false"
        case .string: "text"
        case .float32, .float64: isNumber ? "a number of the type \(self)" : "a number"
        case .enumeration(let enumeration):
            enumeration.enumerators.map(\.name).joined(separator: " or ")
        case .structure(let fields):
            "an object with \(fields.map(\.name).joined(separator: ", "))"
        default: isInteger ? "a number of the type \(self)" : "no default"
        }
    }
}
