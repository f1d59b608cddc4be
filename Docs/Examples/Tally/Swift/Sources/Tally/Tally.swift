import RestorationPluginKit

/// Named counts, and a line that the user is typing. The host asks for it at Desk/Tally.
final class Tally: RestorableObject {
    private var counts: [String: Int] = [:]
    private var draft: String

    init(_ request: CreationRequest) throws {
        draft = try request.parameter("draft", as: String.self) ?? ""
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(counts, forKey: "counts")
        coder.encode(draft, forKey: "draft")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        counts = try coder.decode([String: Int].self, forKey: "counts") ?? [:]
        draft = try coder.decode(String.self, forKey: "draft") ?? ""
    }
}

let restorationPlugin = RestorationPlugin(Tally.self)
