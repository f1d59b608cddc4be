public import RestorationCore

/// A restoration class's claim to the paths that a pattern matches.
public struct Route: Hashable, Sendable {
    /// The claimed paths.
    public let pattern: RoutePattern
    /// The plugin of the class.
    public let plugin: PluginIdentifier
    /// The plugin's version.
    public let version: PluginVersion
    /// The name of the restoration class within the plugin.
    public let className: String
    /// Decides between equally specific routes: the higher number wins.
    public let priority: Int32
    /// Whether the host pinned the route.
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

/// A path's winning route.
public struct RouteMatch: Hashable, Sendable {
    /// The winning route.
    public let route: Route
    /// The identifiers that the pattern captured with `{name}`, by name.
    public let captures: [String: String]
}

/// The first rule by which two routes differ, in order of precedence.
@nonexhaustive
public enum RouteRule: Hashable, Sendable {
    /// The pattern is less specific, from this component on (the first is 0).
    case specificity(component: Int)
    /// The host has pinned the other route.
    case pin
    /// The priority is lower.
    case priority
    /// The plugin's version is lower.
    case version
    /// The plugin's identifier sorts later.
    case pluginIdentifier
    /// Within one plugin: the class name sorts later.
    case className
    /// Within one class: the pattern's text sorts later.
    case pattern
}

extension RouteRule {
    /// The rule by which `winner` precedes `loser`, or `nil` if it does not.
    ///
    /// Only this function defines the precedence of routes. The order is total, so directory order
    /// has no influence.
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

/// A route with its cached specificity, for comparisons.
struct RankedRoute {
    let route: Route
    let specificity: RoutePattern.Specificity

    init(_ route: Route) {
        self.route = route
        specificity = route.pattern.specificity
    }
}
