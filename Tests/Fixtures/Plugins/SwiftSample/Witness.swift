import RestorationPluginKit

/// Encodes the request that created it.
final class Witness: RestorableObject {
    private let request: CreationRequest
    private let stateSeen: String?
    private var hasFinished = false

    init(_ request: CreationRequest) throws {
        self.request = request
        stateSeen = try request.coder?.decode(String.self, forKey: "state")
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(request.path, forKey: "path")
        coder.encode(request.identifier, forKey: "identifier")
        coder.encode(request.reason.rawValue, forKey: "reason")
        coder.encode(request.parameters, forKey: "parameters")
        coder.encode(request.captures, forKey: "captures")
        coder.encode(stateSeen, forKey: "state")
        coder.encode(hasFinished, forKey: "finished")
        coder.encode(PluginHost.application, forKey: "application")
    }

    func restorationDidFinish() { hasFinished = true }
}
