import Foundation

/// The tree as Codable classes. JSON cannot represent cycles, so each parent links its children
/// after decoding them.
final class JSONNode: TreeObject, Codable {
    let identifier: String
    weak var parent: JSONNode?
    var children: [JSONNode] = []
    let count: Int
    let ratio: Double
    let isOpen: Bool
    let title: String
    let digest: Data
    let tags: [String]

    private enum CodingKeys: CodingKey {
        case identifier, children, count, ratio, isOpen, title, digest, tags
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try container.decode(String.self, forKey: .identifier)
        children = try container.decode([JSONNode].self, forKey: .children)
        count = try container.decode(Int.self, forKey: .count)
        ratio = try container.decode(Double.self, forKey: .ratio)
        isOpen = try container.decode(Bool.self, forKey: .isOpen)
        title = try container.decode(String.self, forKey: .title)
        digest = try container.decode(Data.self, forKey: .digest)
        tags = try container.decode([String].self, forKey: .tags)
        for child in children { child.parent = self }
    }

    // MARK: TreeObject

    init(_ contents: TreePlan.Contents) {
        identifier = contents.identifier
        count = contents.count
        ratio = contents.ratio
        isOpen = contents.isOpen
        title = contents.title
        digest = Data(contents.digest)
        tags = contents.tags
    }

    var parentObject: JSONNode? { parent }
    var childObjects: [JSONNode] { children }

    func adopt(_ child: JSONNode) {
        child.parent = self
        children.append(child)
    }

    func holds(_ contents: TreePlan.Contents) -> Bool {
        identifier == contents.identifier && count == contents.count && ratio == contents.ratio
            && isOpen == contents.isOpen && title == contents.title
            && digest.elementsEqual(contents.digest) && tags == contents.tags
    }
}
