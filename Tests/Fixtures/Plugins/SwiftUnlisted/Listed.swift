import RestorationPluginKit

final class Listed: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

/// The manifest does not list this class.
final class Unlisted: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

let restorationPlugin = RestorationPlugin(Listed.self, Unlisted.self)
