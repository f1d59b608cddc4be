import RestorationTesting

/// Decodes two values in order, so that decoding can fail between them.
final class TwoTexts: RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    var title = "new title"
    var text = "new text"

    init(_ identifier: String) { restorationIdentifier = identifier }

    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(title, forKey: "title")
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        title = try coder.decode(String.self, forKey: "title") ?? ""
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}
