public import RestorationCore

/// The claim of a plugin's restoration class to the paths that a pattern matches.
public struct Route: Hashable, Sendable {
    /// The paths.
    public let pattern: RoutePattern
    /// The plugin.
    public let plugin: PluginIdentifier
    /// The plugin's version.
    public let version: PluginVersion
    /// The name of the restoration class within the plugin.
    public let className: String
    /// Decides between equally specific routes: the higher number wins.
    public let priority: Int32
    /// Whether the host has pinned it.
    public internal(set) var isPinned: Bool

    init(_ pattern: RoutePattern, of declared: PluginManifest.Class, in plugin: PluginManifest) {
        self.pattern = pattern
        self.plugin = plugin.identifier
        version = plugin.version
        className = declared.name
        priority = declared.priority
        isPinned = false
    }
}

/// A route that has won a path.
public struct RouteMatch: Hashable, Sendable {
    /// The route.
    public let route: Route
    /// The identifiers that the pattern captured with `{name}`, by name.
    public let captures: [String: String]
}

/// The first rule by which two routes differ, in the order in which they are asked.
@nonexhaustive
public enum RouteRule: Hashable, Sendable {
    /// The pattern is less specific, from this component on (the first is 0).
    case specificity(component: Int)
    /// The host has pinned the other one.
    case pin
    /// The priority is lower.
    case priority
    /// The plugin's version is lower.
    case version
    /// The plugin's identifier comes later.
    case pluginIdentifier
    /// Within one plugin: the name of the class comes later.
    case className
    /// Within one class: the text of the pattern comes later.
    case pattern
}

extension RouteRule {
    /// The rule that puts `loser` behind `winner`, or `nil` if nothing does.
    ///
    /// This is the one place that says in which order routes are preferred: what it compares is
    /// total, so that no directory order shows through.
    static func deciding(_ winner: RankedRoute, over loser: RankedRoute) -> RouteRule? {
        let (first, second) = (winner.route, loser.route)
        if winner.specificity != loser.specificity {
            guard winner.specificity < loser.specificity else { return nil }
            return winner.specificity.firstDifference(from: loser.specificity)
                .map(RouteRule.specificity)
        }
        if first.isPinned != second.isPinned { return first.isPinned ? .pin : nil }
        if first.priority != second.priority {
            return first.priority > second.priority ? .priority : nil
        }
        if first.version != second.version {
            return first.version > second.version ? .version : nil
        }
        if first.plugin != second.plugin {
            return first.plugin < second.plugin ? .pluginIdentifier : nil
        }
        if first.className != second.className {
            return first.className.precedesByBytes(second.className) ? .className : nil
        }
        let (text, other) = (first.pattern.description, second.pattern.description)
        return text.precedesByBytes(other) ? .pattern : nil
    }
}

/// A route with what is compared again and again while a table is built.
struct RankedRoute {
    let route: Route
    let specificity: RoutePattern.Specificity

    init(_ route: Route) {
        self.route = route
        specificity = route.pattern.specificity
    }
}
