internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationInvocation

final class BoundProperty {
    /// The limit of a list; more values count as a mistake of the library or the binding.
    static let listLimit = 262_144

    let key: String
    let shape: BindingDocument.Shape
    let isList: Bool
    let isSensitive: Bool
    let omitsDefault: Bool
    let declaredDefault: BoundValue?
    let canBeSet: Bool
    /// The keys of the properties to be set before.
    let predecessors: [String]
    let changes: BoundNotification?
    /// Notifies when a refused value may be accepted.
    let ready: BoundNotification?

    private let get: CallRunner
    private let set: CallRunner?
    private let base: CallRunner?
    private let shows: CallRunner?
    private let list: List?
    /// The parts of a value, with their numbers.
    private let parts: [Part]

    private struct List {
        let from: Int64
        let count: CallRunner?
        let clear: CallRunner?
        let getIndex: Int?
        let setIndex: Int?
    }

    private struct Part {
        let name: String
        let get: Int?
        let set: Int?
    }

    init(
        _ declared: BindingDocument.Property,
        _ prepare: (CallSequence) throws(InvocationError) -> CallRunner
    ) throws(InvocationError) {
        key = declared.key
        shape = declared.shape
        isList = declared.list != nil
        isSensitive = declared.isSensitive
        omitsDefault = declared.omitsDefault
        declaredDefault = declared.default.flatMap { value in
            BoundValue(value, declared.shape, isList: declared.list != nil, from: nil)
        }
        let get = try prepare(declared.get)
        let set: CallRunner? = if let calls = declared.set { try prepare(calls) } else { nil }
        self.get = get
        self.set = set
        canBeSet = set != nil
        predecessors = declared.after
        base = if let calls = declared.base { try prepare(calls) } else { nil }
        shows = if let calls = declared.shows { try prepare(calls) } else { nil }
        changes = try BoundNotification(declared.changed, declared.unchanged, prepare)
        ready = try BoundNotification(declared.ready, declared.unready, prepare)
        if case .named(let types) = declared.shape {
            parts = types.keys.sorted().map { name in
                Part(name: name, get: get.number(of: name), set: set?.number(of: name))
            }
        } else {
            parts = []
        }
        guard let list = declared.list else {
            self.list = nil
            return
        }
        let count: CallRunner? = if let calls = list.count { try prepare(calls) } else { nil }
        let clear: CallRunner? = if let calls = list.clear { try prepare(calls) } else { nil }
        self.list = List(
            from: list.from,
            count: count,
            clear: clear,
            getIndex: get.number(of: "index"),
            setIndex: set?.number(of: "index")
        )
    }

    // MARK: Reading

    func read(_ object: BoundLife) throws(CallRunner.Failure) -> BoundValue {
        guard object.isAlive else { throw get.gone }
        if let list { return .list(try read(list, object)) }
        guard !parts.isEmpty else { return .single(try get.value(of: object)) }
        var values = get.values(of: object)
        try get.run(&values)
        return element(values)
    }

    private func read(_ list: List, _ object: BoundLife) throws(CallRunner.Failure) -> [BoundValue]
    {
        var end = Int64.max
        if let count = list.count {
            // An implausible count is an error of the library.
            guard case .integer(let count) = try count.value(of: object),
                (0...Int64(Self.listLimit)).contains(count)
            else { throw get.endless }
            end = list.from + count
        }
        var elements: [BoundValue] = []
        var index = list.from
        while index < end {
            guard elements.count < Self.listLimit else {
                throw get.endless
            }
            var values = get.values(of: object)
            if let number = list.getIndex { values[number] = .integer(index) }
            try get.run(&values)
            if list.count == nil, values.first?.isNullPointer ?? true { break }
            elements.append(element(values))
            index += 1
        }
        return elements
    }

    private func element(_ values: CallRunner.Values) -> BoundValue {
        guard !parts.isEmpty else { return .single(values.last) }
        var fields: [String: InvocationValue] = [:]
        for part in parts { fields[part.name] = part.get.flatMap { values[$0] } ?? .null }
        return .named(fields)
    }

    // MARK: Digests

    /// Whether the property has a base: a person's value is restored only over the program's value
    /// that the person had changed.
    var hasBase: Bool { base != nil }

    /// The digest of the value that a person has changed; `nil` for a value of the program.
    func base(of object: BoundLife, salt: String) throws(CallRunner.Failure) -> String? {
        try base?.digest(of: object, salt)
    }

    /// The digest of the present value; empty if nothing can be put back at present, and `nil` if
    /// nothing can be put back any more.
    func shown(by object: BoundLife, salt: String) throws(CallRunner.Failure) -> String? {
        try shows?.digest(of: object, salt)
    }

    /// Whether the library reports that the user has used the object.
    var tellsUse: Bool { shows != nil }

    /// Whether a refused value is still wanted, although the property has changed: the user has not
    /// used the object yet.
    func isUnused(_ object: BoundLife) -> Bool {
        shows != nil && (try? shown(by: object, salt: object.common.salt)) != nil
    }

    // MARK: Writing

    func write(_ value: BoundValue, to object: BoundLife) throws(CallRunner.Failure) {
        guard let set else { return }
        switch value {
        case .single(let value): try set.apply(value, to: object)
        case .named(let fields):
            var values = set.values(of: object)
            fill(&values, fields)
            try set.run(&values)
        case .list(let elements): try write(elements, to: object, set)
        }
    }

    private func write(
        _ elements: [BoundValue],
        to object: BoundLife,
        _ set: CallRunner
    ) throws(CallRunner.Failure) {
        if let clear = list?.clear {
            var values = clear.values(of: object)
            try clear.run(&values)
        }
        for (offset, element) in elements.enumerated() {
            var values = set.values(of: object)
            if let number = list?.setIndex {
                values[number] = .integer((list?.from ?? 0) + Int64(offset))
            }
            switch element {
            case .single(let value): values.value = value
            case .named(let fields): fill(&values, fields)
            case .list: continue
            }
            try set.run(&values)
        }
    }

    private func fill(_ values: inout CallRunner.Values, _ fields: [String: InvocationValue]) {
        for part in parts {
            if let number = part.set { values[number] = fields[part.name] }
        }
    }
}

extension CallRunner {
    fileprivate func digest(of object: BoundLife, _ salt: String) throws(Failure) -> String? {
        guard object.isAlive else { throw gone }
        var values = values(of: object, value: .string(salt))
        try run(&values)
        if case .string(let digest) = values.last { return digest }
        return nil
    }
}

extension InvocationValue {
    var isNothing: Bool {
        switch self {
        case .null, .string(nil), .bytes(nil), .object(0), .pointer(0), .integer(0), .bool(false):
            true
        default: false
        }
    }

    /// Whether it is null of any type.
    var isNullPointer: Bool {
        switch self {
        case .null, .string(nil), .bytes(nil), .object(0), .pointer(0): true
        default: false
        }
    }
}
