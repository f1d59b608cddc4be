import RestorationCore
import RestorationInvocation

extension BindingReader {
    /// Reads all classes, and returns those that are not abstract: as the manifest declares them,
    /// and with their calls.
    mutating func classes()
        throws(ManifestError) -> ([PluginManifest.Class], [BindingDocument.Class])
    {
        guard let values = try attempt({ reader throws(ManifestError) in try reader.readEntries() })
        else { return ([], []) }
        let reader = ManifestReader()
        var names: Set<String> = []
        var claims: [ManifestReader.Claim: String] = [:]
        var declared: [PluginManifest.Class] = []
        var classes: [BindingDocument.Class] = []
        var propertyCount = 0
        var isWhole = true
        for value in values {
            let done: Void? = try attempt { binding throws(ManifestError) in
                let entry = try ManifestObject(value)
                let inheriting = try InheritingObject(entry, among: binding.entries)
                let declaration = try binding.declaration(of: entry, inheriting, reader)
                let parts = try binding.attempt { binding throws(ManifestError) in
                    try binding.restorationClass(inheriting)
                }
                let state = try binding.state(inheriting)
                let limit = Self.propertySumLimit
                // Only the first class beyond the limit is reported.
                guard propertyCount <= limit else { return isWhole = false }
                propertyCount += state.count
                guard propertyCount <= limit else {
                    throw ManifestError(.binding(.tooMany("properties", limit: limit)), at: value)
                }
                try reader.recordNames(of: declaration, in: entry, &names)
                guard try !entry.flag("abstract") else { return }
                try reader.recordRoutes(of: declaration, in: entry, &claims)
                guard var read = parts else { return isWhole = false }
                read.state = state
                declared.append(declaration)
                classes.append(read)
            }
            if done == nil { isWhole = false }
        }
        guard !classes.isEmpty || !isWhole else {
            throw ManifestError(.empty, at: try object.value("classes"))
        }
        return (declared, classes)
    }

    private mutating func readEntries() throws(ManifestError) -> [JSONValue] {
        let values = try object.filledList("classes")
        guard values.count <= Self.classLimit else {
            throw ManifestError(
                .binding(.tooMany("classes", limit: Self.classLimit)),
                at: try object.value("classes")
            )
        }
        for value in values {
            try attempt { reader throws(ManifestError) in
                let entry = try ManifestObject(value)
                let name = try entry.value("id").className()
                try reader.attempt { _ throws(ManifestError) in
                    try entry.allow(BindingKeys.classes)
                }
                guard reader.entries.updateValue(entry, forKey: name) == nil else {
                    throw ManifestError(.repeatedClassName(name), at: try entry.value("id"))
                }
            }
        }
        return values
    }

    private func declaration(
        of entry: ManifestObject,
        _ inheriting: InheritingObject,
        _ reader: ManifestReader
    ) throws(ManifestError) -> PluginManifest.Class {
        let own = try reader.restorationClass(entry, version: 1)
        let version = inheriting.owner(of: "version")
        let priority = inheriting.owner(of: "priority")
        return PluginManifest.Class(
            name: own.name,
            schemaVersion: try version.map { owner throws(ManifestError) in
                UInt32(try owner.integer("version", in: 1...Int64(UInt32.max)))
            } ?? 1,
            aliases: own.aliases,
            droppedKeys: own.droppedKeys,
            routes: own.routes,
            priority: try priority.map { owner throws(ManifestError) in
                try reader.priority(owner) ?? 0
            } ?? 0
        )
    }

    private mutating func restorationClass(
        _ entry: InheritingObject
    ) throws(ManifestError) -> BindingDocument.Class {
        _ = try entry.own.caption("summary")
        let changed = try subscription(entry, "changed", "unchanged")
        let destroyed = try subscription(entry, "destroyed", "undestroyed")
        let appeared = try subscription(entry, "appeared", "unappeared")
        return BindingDocument.Class(
            name: try entry.own.text("id"),
            match: try match(entry.own),
            create: try create(entry),
            destroy: try optional(entry, "destroy"),
            adopt: try optional(entry, "adopt"),
            release: try optional(entry, "release"),
            identifier: try identifier(entry),
            children: try children(entry),
            state: [],
            changed: changed.begin,
            unchanged: changed.end,
            destroyed: destroyed.begin,
            undestroyed: destroyed.end,
            appeared: appeared.begin,
            unappeared: appeared.end,
            finished: try optional(entry, "finished"),
            failureMessage: try entry.value("failureMessage").map { value throws(ManifestError) in
                try calls(value, comingTo: .string)
            }
        )
    }

    private func optional(
        _ entry: InheritingObject,
        _ key: String
    ) throws(ManifestError) -> CallSequence? {
        guard let value = entry.value(key) else { return nil }
        return try calls(value, allows: .object)
    }

    private func match(
        _ entry: ManifestObject
    ) throws(ManifestError) -> BindingDocument.Match? {
        guard entry.contains("is") else { return nil }
        let value = try entry.value("is")
        if value.isObject {
            let object = try ManifestObject(value)
            try object.allow(BindingKeys.is)
            return .calls(try calls(try object.value("calls"), comingTo: .truth))
        }
        let values = value.elements ?? [value]
        guard !values.isEmpty else { throw ManifestError(.empty, at: value) }
        guard object.contains("kind") else {
            throw ManifestError(.binding(.requires(key: "is", other: "kind")), at: value)
        }
        var kinds: [String] = []
        for value in values {
            guard let kind = value.string else {
                throw ManifestError.wrongKind("text, a list of text, or an object", value)
            }
            kinds.append(kind)
        }
        return .kinds(kinds)
    }

    private func create(_ entry: InheritingObject) throws(ManifestError) -> CallSequence? {
        guard let value = entry.value("create") else { return nil }
        let sequence = try calls(value, allows: .freeNames)
        try check(sequence.names["object"] ?? sequence.result, .object, at: value)
        for (name, type) in sequence.freeNames.sorted(by: { $0.key < $1.key })
        where !type.isStorable {
            throw ManifestError(.binding(.notStorable("\(type) (\(name))")), at: value)
        }
        return sequence
    }

    private func identifier(
        _ entry: InheritingObject
    ) throws(ManifestError) -> BindingDocument.Identifier? {
        guard let value = entry.value("identifier") else { return nil }
        guard value.isObject else {
            return .init(get: try calls(value, comingTo: .string), unless: nil)
        }
        let object = try ManifestObject(value)
        if object.contains("do") {
            return .init(get: try calls(value, comingTo: .string), unless: nil)
        }
        try object.allow(BindingKeys.identifier)
        let get = try calls(try object.value("get"), comingTo: .string)
        guard object.contains("unless") else { return .init(get: get, unless: nil) }
        return .init(get: get, unless: try calls(try object.value("unless"), comingTo: .string))
    }

    private func children(
        _ entry: InheritingObject
    ) throws(ManifestError) -> BindingDocument.Children? {
        guard let value = entry.value("children") else { return nil }
        let object = try ManifestObject(value)
        try object.allow(BindingKeys.children)
        try object.exclude("first", "count")
        if object.contains("first") {
            try object.exclude("first", "at")
            return .linked(
                first: try calls(try object.value("first"), comingTo: .object),
                next: try calls(try object.value("next"), comingTo: .object)
            )
        }
        try object.exclude("next", "count")
        let count = try calls(try object.value("count"), comingTo: .integer)
        let at = try calls(
            try object.value("at"),
            comingTo: .object,
            known: Self.index
        )
        return .counted(count: count, at: at)
    }

    /// The number of an element, from the first on. Calls may use it as any integer.
    static let index: [String: InvocationType] = ["index": .int32]

    // MARK: Subscriptions

    /// Reads the calls that subscribe to an event, and those that unsubscribe.
    private func subscription(
        _ entry: InheritingObject,
        _ key: String,
        _ endKey: String
    ) throws(ManifestError) -> (begin: CallSequence?, end: CallSequence?) {
        try subscription(key, endKey, entry.value(key), entry.value(endKey))
    }

    func subscription(
        _ key: String,
        _ endKey: String,
        _ begin: JSONValue?,
        _ end: JSONValue?
    ) throws(ManifestError) -> (begin: CallSequence?, end: CallSequence?) {
        guard let begin else {
            guard let end else { return (nil, nil) }
            throw ManifestError(.binding(.requires(key: endKey, other: key)), at: end)
        }
        let sequence = try calls(begin, allows: [.object, .callbacks])
        let hasCallback = sequence.calls.contains { call in
            call.arguments.contains { if case .callback = $0 { true } else { false } }
        }
        guard hasCallback else { throw ManifestError(.binding(.noCallback), at: begin) }
        guard let end else { return (sequence, nil) }
        var known = sequence.names.filter { !$0.key.hasPrefix("#") }
        known["result"] = sequence.result
        return (sequence, try calls(end, allows: .object, known: known))
    }
}

/// A class and its ancestors, itself first.
struct InheritingObject {
    private let objects: [ManifestObject]

    var own: ManifestObject { objects[0] }
    var rootFirst: ReversedCollection<[ManifestObject]> { objects.reversed() }

    private static let limit = 8

    init(
        _ object: ManifestObject,
        among classes: [String: ManifestObject]
    ) throws(ManifestError) {
        var objects = [object]
        var next = object
        while next.contains("extends") {
            let value = try next.value("extends")
            let name = try value.text()
            guard let base = classes[name] else {
                let meant = Spelling.nearest(to: name, among: classes.keys.sorted())
                throw ManifestError(.binding(.unknownBase(name, meant: meant)), at: value)
            }
            guard objects.count <= Self.limit else {
                throw ManifestError(.binding(.inheritance), at: value)
            }
            objects.append(base)
            next = base
        }
        self.objects = objects
    }

    func owner(of key: String) -> ManifestObject? { objects.first { $0.contains(key) } }

    func value(_ key: String) -> JSONValue? { owner(of: key)?.value.member(key) }
}
