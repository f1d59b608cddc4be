import Foundation

// Values without a kind in archives are dictionaries with one entry, whose key is a tag.
extension StoredValue {
    static func object(
        _ tag: String,
        _ content: StoredValue,
        _ values: [String: StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> Any? {
        if case .text(let name)? = values[Tag.className],
            case .dictionary(let fields)? = values[Tag.values]
        {
            return try object(ofClass: name, fields, allowed, secure, outer)
        }
        switch (tag, content) {
        case (Tag.url, .text(let text)):
            try check(NSURL.self, allowed)
            return URL(string: text)
        case (Tag.indexPath, .array(let indexes)):
            try check(NSIndexPath.self, allowed)
            return IndexPath(indexes: indexes.compactMap { $0.integer.map { Int($0) } })
        case (Tag.set, .array(let elements)):
            try check(NSSet.self, allowed)
            return Set(try objects(elements, allowed, secure, outer).compactMap(hashable))
        case (Tag.orderedSet, .array(let elements)):
            try check(NSOrderedSet.self, allowed)
            let objects = try objects(elements, allowed, secure, outer)
            return NSOrderedSet(array: objects.compactMap(hashable).map(\.base))
        // Null has no contents, so it is allowed everywhere.
        case (Tag.null, _): return NSNull()
        case (Tag.dictionary, .dictionary(let entries)):
            return try dictionary(entries, allowed, secure, outer)
        case (Tag.entries, .array(let entries)):
            return try dictionary(alternating: entries, allowed, secure, outer)
        case (Tag.error, .array(let parts)):
            try check(NSError.self, allowed)
            return try error(of: objects(parts, nil, secure, outer))
        case (Tag.attributedText, .array(let parts)):
            return try attributedText(parts, allowed, secure, outer)
        case (Tag.archive, .bytes(let bytes)):
            return try archived(Data(bytes), allowed, secure)
        case (_, .array(let numbers)):
            return try structure(tag, numbers, allowed)
        default: throw unknownKind
        }
    }

    private static func error(of parts: [Any]) throws(UnstorableValue) -> NSError {
        guard parts.count == 3, let domain = parts[0] as? String,
            let code = (parts[1] as? NSNumber)?.intValue, let info = parts[2] as? [String: Any]
        else { throw unknownKind }
        return NSError(domain: domain, code: code, userInfo: info)
    }

    private static func structure(
        _ tag: String,
        _ numbers: [StoredValue],
        _ allowed: AllowedClasses?
    ) throws(UnstorableValue) -> Any {
        guard let type = NumberStructures.types.first(where: { $0.tag == tag }),
            let structure = type.init(numbers: numbers.compactMap(\.double))
        else { throw unknownKind }
        try check(NSValue.self, allowed)
        return structure
    }

    static var unknownKind: UnstorableValue {
        UnstorableValue("it is of a kind that this version does not know")
    }

    /// A dictionary with keys of any kind, from alternating keys and values.
    private static func dictionary(
        alternating values: [StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> [AnyHashable: Any] {
        try check(NSDictionary.self, allowed)
        var objects: [AnyHashable: Any] = [:]
        for index in stride(from: 0, to: values.count - 1, by: 2) {
            let key = try values[index].object(allowed, secure: secure, in: outer)
            let value = try values[index + 1].object(allowed, secure: secure, in: outer)
            if let key = key.flatMap(hashable) { objects[key] = value }
        }
        return objects
    }

    /// An element of a set. Linux's Foundation cannot hash an `NSDecimalNumber`.
    static func hashable(_ object: Any) -> AnyHashable? {
        (object as? NSDecimalNumber)?.decimalValue ?? object as? AnyHashable
    }

    private static func archived(
        _ data: Data,
        _ allowed: AllowedClasses?,
        _ secure: Bool
    ) throws(UnstorableValue) -> Any? {
        if secure, allowed == nil { throw UnstorableValue(namesNoClass) }
        do {
            guard let allowed else {
                return try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
            }
            return try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: allowed.classes,
                from: data
            )
        } catch {
            throw UnstorableValue("\(error.localizedDescription)")
        }
    }

    private static func object(
        ofClass name: String,
        _ fields: [String: StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> Any? {
        guard let type = ClassName.type(named: name) as? AnyClass else {
            throw UnstorableValue("there is no class \(name)")
        }
        try check(type, allowed)
        guard let coding = type as? any NSCoding.Type else {
            throw UnstorableValue("\(name) does not conform to NSCoding")
        }
        if secure {
            guard let securely = type as? any NSSecureCoding.Type, securely.supportsSecureCoding
            else { throw UnstorableValue("\(name) does not conform to NSSecureCoding") }
            guard allowed != nil else { throw UnstorableValue(namesNoClass) }
        }
        let inner = StateCoder(
            .readingObject(fields, allowed: allowed),
            secure: secure,
            outer: outer
        )
        return coding.init(coder: inner)
    }

    private static let namesNoClass =
        "in secure mode, an object that is stored by value is read by decodeObject(of:forKey:) alone"
}
