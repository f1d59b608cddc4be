import Foundation
import RestorationKit

extension StoredValue: RestorationCodable {
    /// Values are written by `write`, never by this type.
    func encode(into coder: RestorationCoder) { coder.putNull() }

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

/// The classes allowed for a value and its contents; `nil` allows all.
struct AllowedClasses {
    let classes: [AnyClass]

    init(_ classes: [AnyClass]) { self.classes = classes }

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
    /// The object that `decodeObject` returns.
    ///
    /// - Parameter allowed: Checked before any object is made (SEC-9).
    func object(
        _ allowed: AllowedClasses?,
        secure: Bool,
        in outer: StateCoder
    ) throws(UnstorableValue) -> Any? {
        switch self {
        case .null: return nil
        case .bool(let value): return try Self.number(NSNumber(value: value), allowed)
        case .integer(let value): return try Self.number(NSNumber(value: value), allowed)
        case .float(let value): return try Self.number(NSNumber(value: value), allowed)
        case .double(let value): return try Self.number(NSNumber(value: value), allowed)
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
        case .plain(.unsigned(let value)):
            return try Self.number(NSNumber(value: value), allowed)
        case .plain: return nil
        case .reference(let restorable):
            guard let object = Self.object(of: restorable) else { return nil }
            try Self.check(type(of: object), allowed)
            return object
        case .array(let values):
            try Self.check(NSArray.self, allowed)
            return try Self.objects(values, allowed, secure, outer)
        case .dictionary(let values):
            if let decimal {
                return try Self.number(NSDecimalNumber(decimal: decimal), allowed)
            }
            if let (tag, content) = values.first, tag.hasPrefix("$") {
                return try Self.object(tag, content, values, allowed, secure, outer)
            }
            return try Self.dictionary(values, allowed, secure, outer)
        }
    }

    /// Skips elements whose object no longer exists, as UIKit does.
    static func objects(
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

    static func dictionary(
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

    static func check(
        _ type: AnyClass,
        _ allowed: AllowedClasses?
    ) throws(UnstorableValue) {
        guard let allowed, !allowed.contains(type) else { return }
        throw UnstorableValue("\(type) is not among the classes that are allowed")
    }

    /// A number as an `NSNumber`, which `as?` converts to any number type, as on Darwin.
    private static func number(
        _ value: NSNumber,
        _ allowed: AllowedClasses?
    ) throws(UnstorableValue) -> Any {
        try check(value is NSDecimalNumber ? NSDecimalNumber.self : NSNumber.self, allowed)
        return value
    }

    private static func object(of restorable: (any Restorable)?) -> AnyObject? {
        guard let registered = restorable as? RegisteredObject else { return restorable }
        return MainActor.assumeIsolated { Unshared(registered.object) }.value
    }

    /// Bridges a Swift value to the requested class.
    static func bridged(_ value: Any, to type: AnyClass) -> Any? {
        switch value {
        case let text as String where type == NSString.self: NSString(string: text)
        case let bytes as Data where type == NSData.self: NSData(data: bytes)
        case let point as CGPoint: NSValue(point: point)
        case let size as CGSize: NSValue(size: size)
        case let rectangle as CGRect: NSValue(rect: rectangle)
        case let range as NSRange: NSValue(range: range)
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
