import RestorationPluginKit

/// As small as they come. The benchmark copies it under many ids.
final class Panel: RestorableObject {
    init(_ request: CreationRequest) throws {}
}

let restorationPlugin = RestorationPlugin(Panel.self)
