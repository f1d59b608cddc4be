import Foundation

/// The tree in the form that suits NSKeyedArchiver on Linux best.
///
/// It avoids NSArray: the archiver looks objects up by value, and arrays of equal length have equal
/// hashes, which makes it quadratic. Each parent links its children: the unarchiver registers an
/// object only after its `init(coder:)` returns, so a back reference would recurse endlessly.
final class KeyedArchiverNode: NSObject, NSCoding, TreeObject {
    let identifier: String
    weak var parent: KeyedArchiverNode?
    var children: [KeyedArchiverNode] = []
    let number: Int
    let ratio: Double
    let isOpen: Bool
    let title: String
    let digest: Data
    let tags: [String]

    private static let childKeys = (0..<8).map { "child\($0)" }
    private static let tagKeys = (0..<3).map { "tag\($0)" }

    func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(number, forKey: "count")
        coder.encode(ratio, forKey: "ratio")
        coder.encode(isOpen, forKey: "isOpen")
        coder.encode(title as NSString, forKey: "title")
        coder.encode(digest as NSData, forKey: "digest")
        for (tag, key) in zip(tags, Self.tagKeys) { coder.encode(tag as NSString, forKey: key) }
        coder.encode(children.count, forKey: "children")
        for (child, key) in zip(children, Self.childKeys) { coder.encode(child, forKey: key) }
    }

    init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(forKey: "identifier") as? NSString,
            let title = coder.decodeObject(forKey: "title") as? NSString,
            let digest = coder.decodeObject(forKey: "digest") as? NSData
        else { return nil }
        self.identifier = identifier as String
        self.title = title as String
        self.digest = digest as Data
        number = coder.decodeInteger(forKey: "count")
        ratio = coder.decodeDouble(forKey: "ratio")
        isOpen = coder.decodeBool(forKey: "isOpen")
        tags = Self.tagKeys.compactMap { coder.decodeObject(forKey: $0) as? NSString as String? }
        super.init()
        for key in Self.childKeys.prefix(coder.decodeInteger(forKey: "children")) {
            guard let child = coder.decodeObject(forKey: key) as? KeyedArchiverNode else {
                return nil
            }
            adopt(child)
        }
    }

    // MARK: TreeObject

    init(_ contents: TreePlan.Contents) {
        identifier = contents.identifier
        number = contents.count
        ratio = contents.ratio
        isOpen = contents.isOpen
        title = contents.title
        digest = Data(contents.digest)
        tags = contents.tags
    }

    var parentObject: KeyedArchiverNode? { parent }
    var childObjects: [KeyedArchiverNode] { children }

    func adopt(_ child: KeyedArchiverNode) {
        child.parent = self
        children.append(child)
    }

    func holds(_ contents: TreePlan.Contents) -> Bool {
        identifier == contents.identifier && number == contents.count && ratio == contents.ratio
            && isOpen == contents.isOpen && title == contents.title
            && digest.elementsEqual(contents.digest) && tags == contents.tags
    }
}
