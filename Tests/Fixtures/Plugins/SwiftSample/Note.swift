import RestorationPluginKit

final class Note: RestorableObject {
    private var text = ""

    init(_ request: CreationRequest) throws {}

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(text, forKey: "text")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        text = try coder.decode(String.self, forKey: "text") ?? ""
    }
}

let restorationPlugin = RestorationPlugin(Note.self)
