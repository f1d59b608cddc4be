import Foundation
import RestorationKit

extension StoredValue: RestorationCodable {
    /// Values are written by `write`; one that was read is never written again.
    func encode(into coder: RestorationCoder) { coder.putNull() }

    /// A value that refers to nothing.
    init(_ value: RestorationValue) {
        self =
            switch value {
            case .integer(let value): .integer(value)
            case .string(let text): .text(text)
            default: .plain(value)
            }
    }

    static func decode(from coder: RestorationCoder) throws(CoderError) -> StoredValue {
        switch try coder.kindOfValue() {
        case .reference: return .reference(try coder.takeReference())
        case .array:
            var values: [StoredValue] = []
            try coder.takeArray(reserving: { values.reserveCapacity($0) }) {
                () throws(CoderError) in values.append(try decode(from: coder))
            }
            return .array(values)
        case .dictionary:
            var values: [String: StoredValue] = [:]
            try coder.takeDictionary { key throws(CoderError) in
                values[key] = try decode(from: coder)
            }
            return .dictionary(values)
        case .null:
            try coder.takeNull()
            return .null
        case .bool: return .bool(try coder.takeBool())
        case .float: return .float(try coder.takeFloat())
        case .double: return .double(try coder.takeDouble())
        case .string: return .text(try coder.takeString())
        case .bytes: return .bytes(try coder.takeBytes())
        case .integer, .date, .uuid: return StoredValue(try RestorationValue.decode(from: coder))
        }
    }
}

/// Which classes a value may be of, it and all that it holds; `nil` allows all.
struct AllowedClasses {
    let classes: [AnyClass]

    init(_ classes: [AnyClass]) { self.classes = classes }

    /// What a property list consists of.
    static var propertyList: AllowedClasses {
        AllowedClasses([
            NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self,
            NSDictionary.self,
        ])
    }

    func contains(_ type: AnyClass) -> Bool {
        var candidate: AnyClass? = type
        while let current = candidate {
            if classes.contains(where: { $0 == current }) { return true }
            candidate = _getSuperclass(current)
        }
        return false
    }
}

extension StoredValue {
    /// The value as `decodeObject` returns it.
    ///
    /// - Parameter allowed: Checked before anything is made (SEC-9).
    func object(
        _ allowed: AllowedClasses?,
        secure: Bool,
        in outer: StateCoder
    ) throws(UnstorableValue) -> Any? {
        switch self {
        case .null: return nil
        case .bool(let value): return try Self.number(value, allowed)
        case .integer(let value): return try Self.number(Int(value), allowed)
        case .float(let value): return try Self.number(value, allowed)
        case .double(let value): return try Self.number(value, allowed)
        case .text(let text):
            try Self.check(NSString.self, allowed)
            return text
        case .bytes(let bytes):
            try Self.check(NSData.self, allowed)
            return Data(bytes)
        case .plain(.date(let moment)):
            try Self.check(NSDate.self, allowed)
            return Date(moment)
        case .plain(.uuid(let identifier)):
            try Self.check(NSUUID.self, allowed)
            return UUID(identifier)
        case .plain(.unsigned(let value)): return try Self.number(UInt(value), allowed)
        case .plain: return nil
        case .reference(let restorable):
            guard let object = Self.object(of: restorable) else { return nil }
            try Self.check(type(of: object), allowed)
            return object
        case .array(let values):
            try Self.check(NSArray.self, allowed)
            return try Self.objects(values, allowed, secure, outer)
        case .dictionary(let values):
            if let (tag, content) = values.first, tag.hasPrefix("$") {
                return try Self.object(tag, content, values, allowed, secure, outer)
            }
            return try Self.dictionary(values, allowed, secure, outer)
        }
    }

    /// An element that is not there any more is passed over in arrays, as in UIKit's.
    private static func objects(
        _ values: [StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> [Any] {
        var objects: [Any] = []
        for value in values {
            guard let object = try value.object(allowed, secure: secure, in: outer) else {
                continue
            }
            objects.append(object)
        }
        return objects
    }

    private static func dictionary(
        _ values: [String: StoredValue],
        _ allowed: AllowedClasses?,
        _ secure: Bool,
        _ outer: StateCoder
    ) throws(UnstorableValue) -> [String: Any] {
        try check(NSDictionary.self, allowed)
        var objects: [String: Any] = [:]
        for (key, value) in values {
            objects[key] = try value.object(allowed, secure: secure, in: outer)
        }
        return objects
    }

    private static func check(
        _ type: AnyClass,
        _ allowed: AllowedClasses?
    ) throws(UnstorableValue) {
        guard let allowed, !allowed.contains(type) else { return }
        throw UnstorableValue("\(type) is not among the classes that are allowed")
    }

    private static func number<Number>(
        _ value: Number,
        _ allowed: AllowedClasses?
    ) throws(UnstorableValue) -> Any {
        try check(NSNumber.self, allowed)
        return value
    }

    /// What a dictionary of one entry stands for.
    private static func object(
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
            let objects = try objects(elements, allowed, secure, outer)
            return Set(objects.compactMap { $0 as? AnyHashable })
        case (Tag.dictionary, .dictionary(let entries)):
            return try dictionary(entries, allowed, secure, outer)
        case (Tag.archive, .bytes(let bytes)):
            return try archived(Data(bytes), allowed, secure)
        default: throw UnstorableValue("it is of a kind that this version does not know")
        }
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
        guard let type = RestorationTypes.type(named: name) else {
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

    /// The object that the program knows, of one that the engine refers to.
    private static func object(of restorable: (any Restorable)?) -> AnyObject? {
        guard let registered = restorable as? RegisteredObject else { return restorable }
        return MainActor.assumeIsolated { Unshared(registered.object) }.value
    }

    /// A value as the class that was asked for, where the value is one of Swift's.
    static func bridged(_ value: Any, to type: AnyClass) -> Any? {
        switch value {
        case let text as String where type == NSString.self: NSString(string: text)
        case let bytes as Data where type == NSData.self: NSData(data: bytes)
        default: value as AnyObject
        }
    }
}

extension Date {
    init(_ moment: Timestamp) {
        self.init(
            timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1e9
        )
    }
}

extension UUID {
    init?(_ identifier: UniqueIdentifier) { self.init(uuidString: identifier.description) }
}
