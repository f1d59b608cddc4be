import Foundation

enum FoundationArchive {
    static func bytes(of object: Any, secure: Bool) throws(UnstorableValue) -> [UInt8] {
        let archiver = NSKeyedArchiver(requiringSecureCoding: secure)
        let check = ArchiveCheck(secure: secure)
        archiver.delegate = check
        archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        if let failure = check.failure { throw failure }
        guard archiver.error == nil else {
            throw UnstorableValue("\(type(of: object)) cannot be archived")
        }
        return [UInt8](archiver.encodedData)
    }
}

/// Withholds objects that would make the archiver end the process: those without `NSCoding`, and
/// those whose class or superclass is nested in another type.
private final class ArchiveCheck: NSObject, NSKeyedArchiverDelegate {
    private let secure: Bool
    private(set) var failure: UnstorableValue?

    init(secure: Bool) { self.secure = secure }

    func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
        guard let failure = failure(for: object) else { return object }
        if self.failure == nil { self.failure = failure }
        return NSNull()
    }

    private func failure(for value: Any) -> UnstorableValue? {
        // The archiver boxes every value, too.
        let object = value as AnyObject
        let type: AnyClass = type(of: object)
        let isSecure = (type as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false
        guard secure ? isSecure : object is any NSCoding else {
            // NSArray returns the Swift value, which gives the message the type's own name.
            let name = NSArray(object: value).firstObject.map { Swift.type(of: $0) }
            return UnstorableValue(
                "\(name ?? type) does not conform to \(secure ? "NSSecureCoding" : "NSCoding")"
            )
        }
        guard !StoredValue.isOfFoundation(type) else { return nil }
        var current: AnyClass = type
        while isTopLevel(current) {
            guard let superclass = _getSuperclass(current) else { return nil }
            current = superclass
        }
        return UnstorableValue(
            "\(current), which an object of Foundation's contains, is not a top-level class"
        )
    }

    private func isTopLevel(_ type: AnyClass) -> Bool {
        let name = String(reflecting: type)
        return name.split(separator: ".").count == 2 && ClassName.type(named: name) == type
    }

    func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
    func archiver(
        _ archiver: NSKeyedArchiver,
        willReplace object: Any?,
        withObject newObject: Any?
    ) {}
    func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
    func archiverDidFinish(_ archiver: NSKeyedArchiver) {}
}
