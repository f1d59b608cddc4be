import RestorationPluginKit

/// The manifest also lists a class that the code lacks.
final class Here: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

let restorationPlugin = RestorationPlugin(Here.self)
