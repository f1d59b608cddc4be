import RestorationPluginKit

/// A class of the same name as one of the other sample, in a plugin built without strict settings.
final class Talker: RestorableObject {
    init(_ request: CreationRequest) throws {}

    deinit { PluginHost.log("The other Talker ended") }

    func restorationDidFinish() { invalidateRestorableState() }
}

let restorationPlugin = RestorationPlugin(Talker.self)
