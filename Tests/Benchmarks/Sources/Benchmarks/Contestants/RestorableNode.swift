import RestorationKit

/// The tree as a program with RestorationKit would write it.
final class RestorableNode: RestorableObject, TreeObject {
    let restorationIdentifier: String?
    weak var parent: RestorableNode?
    /// The restored children, including stand-ins for objects whose plugin is missing.
    var children: [any Restorable] = []
    var count = 0
    var ratio = 0.0
    var isOpen = false
    var title = ""
    var digest: [UInt8] = []
    var tags: [String] = []

    var className: StaticString = "Node"

    /// Restoration creates every object but the root.
    var restorationClass: String? { parent == nil ? nil : "\(className)" }
    var restorationParent: (any Restorable)? { parent }
    var restorationChildren: [any Restorable] { children }

    /// Creates an object that the program builds on every launch.
    init(identifier: String) { restorationIdentifier = identifier }

    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(count, forKey: "count")
        coder.encode(ratio, forKey: "ratio")
        coder.encode(isOpen, forKey: "isOpen")
        coder.encode(title, forKey: "title")
        coder.encode(digest, forKey: "digest")
        coder.encode(tags, forKey: "tags")
        coder.encode(parent, forKey: "parent")
        coder.encode(children, forKey: "children")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        count = try coder.decode(Int.self, forKey: "count") ?? 0
        ratio = try coder.decode(Double.self, forKey: "ratio") ?? 0
        isOpen = try coder.decode(Bool.self, forKey: "isOpen") ?? false
        title = try coder.decode(String.self, forKey: "title") ?? ""
        digest = try coder.decode([UInt8].self, forKey: "digest") ?? []
        tags = try coder.decode([String].self, forKey: "tags") ?? []
        parent = try coder.decode(RestorableNode.self, forKey: "parent")
        children = try coder.decodeReferences(forKey: "children")
    }

    // MARK: TreeObject

    init(_ contents: TreePlan.Contents) {
        restorationIdentifier = contents.identifier
        count = contents.count
        ratio = contents.ratio
        isOpen = contents.isOpen
        title = contents.title
        digest = contents.digest
        tags = contents.tags
    }

    var parentObject: RestorableNode? { parent }
    var childObjects: [RestorableNode] { children.compactMap { $0 as? RestorableNode } }

    func adopt(_ child: RestorableNode) {
        child.parent = self
        children.append(child)
    }

    func holds(_ contents: TreePlan.Contents) -> Bool {
        restorationIdentifier == contents.identifier && count == contents.count
            && ratio == contents.ratio && isOpen == contents.isOpen && title == contents.title
            && digest == contents.digest && tags == contents.tags
    }
}
