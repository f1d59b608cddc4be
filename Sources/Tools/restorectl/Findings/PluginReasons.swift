import RestorationCore
import RestorationDiscovery

/// Why a search used a plugin, by the rules of `Docs/Discovery.md` in order.
struct PluginReason {
    /// The deciding rule, or the only one that applied.
    let rule: String
    let text: String

    /// - Parameter isElsewhere: Whether a plugin with the same id exists for another ABI.
    init(
        _ plugin: DiscoveredPlugin,
        among rejectedPlugins: [RejectedPlugin],
        isElsewhere: Bool,
        for application: ApplicationIdentifier
    ) {
        let namesIt = plugin.manifest.applications.applications.contains(application)
        let scope =
            namesIt
            ? "it names \(application)" : "it is for every application, and this one opted in"
        let rivals = rejectedPlugins.filter { passed in
            passed.plugin.manifest.identifier == plugin.manifest.identifier
        }
        let older = rivals.filter { $0.reason.rule == "version" }.count
        let later = rivals.filter { $0.reason.rule == "order" }.count
        // Plugins that other rules exclude are not rivals.
        let hasOthers = rivals.contains { !["version", "order", "name"].contains($0.reason.rule) }
        let usable = hasOthers || isElsewhere ? " that it may use" : ""
        if older > 0 {
            rule = "version"
            text = "\(scope), and its version is the highest of \(older + later + 1)\(usable)"
        } else if later > 0 {
            rule = "order"
            text = "\(scope), and it is the first of \(later + 1) of its version\(usable)"
        } else {
            rule = namesIt ? "scope" : "every"
            text = "\(scope), and no other\(usable) has its id"
        }
    }
}

extension RejectedPlugin.Reason {
    var rule: String {
        switch self {
        case .disabled: "sidecar"
        case .otherApplication: "scope"
        case .everyApplication: "every"
        case .older: "version"
        case .later: "order"
        case .sameFile: "name"
        @unknown default: "other"
        }
    }
}

extension PluginDirectory.Rule {
    /// The rule that adds the directory to the search.
    var text: String {
        switch self {
        case .host: "the host's"
        case .environment: "RESTORATION_PLUGIN_PATH"
        case .home: "XDG_DATA_HOME"
        case .shared: "XDG_DATA_DIRS"
        case .program: "beside the program"
        }
    }
}
