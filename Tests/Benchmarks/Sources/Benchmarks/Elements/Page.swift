import RestorationKit

/// An object with all of its state in its elements.
final class Page: RestorableObject, RestorableElementOwner {
    let restorationIdentifier: String?
    let restorationClass: String? = "Page"
    private(set) weak var parent: RestorableNode?
    var restorationParent: (any Restorable)? { parent }
    private let fields = (0..<ElementPages.elementCount).map { Field("field\($0)") }
    var restorationElements: [any RestorableElement]? { fields }

    init(identifier: String, number: Int, below parent: RestorableNode) {
        restorationIdentifier = identifier
        self.parent = parent
        for (index, field) in fields.enumerated() { field.position = number + index }
    }

    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(parent, forKey: "parent")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        parent = try coder.decode(RestorableNode.self, forKey: "parent")
    }

    /// The page number, if all elements agree on it.
    var number: Int? {
        let number = fields[0].position
        return fields.indices.allSatisfy { fields[$0].position == number + $0 } ? number : nil
    }
}

final class Field: RestorableElement {
    let restorationIdentifier: String?
    var position = -1
    private var isSelected = false
    private var text = "unchanged"

    init(_ identifier: String) { restorationIdentifier = identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(position, forKey: "position")
        coder.encode(isSelected, forKey: "isSelected")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        position = try coder.decode(Int.self, forKey: "position") ?? -1
        isSelected = try coder.decode(Bool.self, forKey: "isSelected") ?? false
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}
