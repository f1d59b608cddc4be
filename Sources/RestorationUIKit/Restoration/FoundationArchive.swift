import Foundation

/// An object of Foundation's, as its keyed archiver writes it.
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

/// Keeps objects away from the archiver at which it would end the process: those of classes that it
/// cannot name, also as superclasses, and those that do not conform to `NSCoding`.
private final class ArchiveCheck: NSObject, NSKeyedArchiverDelegate {
    private let secure: Bool
    private(set) var failure: UnstorableValue?

    init(secure: Bool) { self.secure = secure }

    func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
        guard let failure = failure(for: object) else { return object }
        if self.failure == nil { self.failure = failure }
        return NSNull()
    }

    private func failure(for object: Any) -> UnstorableValue? {
        // The archiver makes an object of each value, too.
        let coded = object as AnyObject
        guard secure ? coded is any NSSecureCoding : coded is any NSCoding else {
            return UnstorableValue(
                "\(type(of: object)) does not conform to"
                    + " \(secure ? "NSSecureCoding" : "NSCoding")"
            )
        }
        for mirror in sequence(first: Mirror(reflecting: coded), next: \.superclassMirror) {
            let type = mirror.subjectType
            if StoredValue.isOfFoundation(type) { return nil }
            let name = String(reflecting: type)
            if name.split(separator: ".").count == 2, ClassName.type(named: name) == type {
                continue
            }
            return UnstorableValue(
                "\(type), which an object of Foundation's contains, is no top-level class"
            )
        }
        return nil
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
