public import RestorationCore

/// A host's choice of the plugin for a route.
///
/// A pin takes precedence over priority and version, but only among equally specific routes. It has
/// no effect if the plugin has no such route.
public struct RoutePin: Hashable, Sendable {
    /// The plugin that wins.
    public let plugin: PluginIdentifier
    /// The class that wins; `nil` for any class of the plugin.
    public let className: String?
    /// The pinned route, regardless of capture names; `nil` for all routes of the plugin.
    public let route: RoutePattern?

    /// Pins a plugin, or one of its classes, for one route or all.
    public init(
        _ plugin: PluginIdentifier,
        className: String? = nil,
        route: RoutePattern? = nil
    ) {
        self.plugin = plugin
        self.className = className
        self.route = route
    }

    func applies(to candidate: Route) -> Bool {
        guard plugin == candidate.plugin else { return false }
        if let className, !className.utf8.elementsEqual(candidate.className.utf8) { return false }
        return isSame(candidate.pattern)
    }

    package func applies(to manifest: PluginManifest) -> Bool {
        guard plugin == manifest.identifier else { return false }
        return manifest.classes.contains { candidate in
            if let className, !className.utf8.elementsEqual(candidate.name.utf8) { return false }
            return route == nil || candidate.routes.contains(where: isSame)
        }
    }

    private func isSame(_ pattern: RoutePattern) -> Bool {
        guard let route else { return true }
        return route.components.count == pattern.components.count
            && zip(route.components, pattern.components).allSatisfy(Self.matchSame)
    }

    private static func matchSame(
        _ left: RoutePattern.Component,
        _ right: RoutePattern.Component
    ) -> Bool {
        if case (.capture, .capture) = (left, right) { return true }
        return left == right
    }
}

extension RoutePin: CustomStringConvertible {
    /// `org.example.notes`, `org.example.notes:Note@Tabs/*/Note`.
    public var description: String {
        plugin.rawValue + (className.map { ":\($0)" } ?? "") + (route.map { "@\($0)" } ?? "")
    }
}
