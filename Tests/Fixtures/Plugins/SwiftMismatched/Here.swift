import RestorationPluginKit

/// The manifest lists another class beside this one, which the code does not have.
final class Here: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

let restorationPlugin = RestorationPlugin(Here.self)
