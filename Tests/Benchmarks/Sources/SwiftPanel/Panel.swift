import RestorationPluginKit

/// A minimal class. The benchmark copies its plugin under many ids.
final class Panel: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

let restorationPlugin = RestorationPlugin(Panel.self)
