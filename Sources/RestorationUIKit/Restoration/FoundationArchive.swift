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

/// Keeps objects away from the archiver at which it would end the process: those of nested, private
/// and local classes, and those that do not conform to `NSCoding`.
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
        let type = type(of: object)
        guard type is AnyClass, !StoredValue.isOfFoundation(type) else { return nil }
        guard secure ? object is any NSSecureCoding : object is any NSCoding else {
            return UnstorableValue(
                "\(type) does not conform to \(secure ? "NSSecureCoding" : "NSCoding")"
            )
        }
        let name = String(reflecting: type)
        guard name.split(separator: ".").count != 2 || ClassName.type(named: name) != type else {
            return nil
        }
        return UnstorableValue(
            "\(type), which an object of Foundation's contains, is no top-level class"
        )
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
