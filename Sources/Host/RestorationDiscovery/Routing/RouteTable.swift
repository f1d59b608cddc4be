public import RestorationCore

/// Determines the restoration class that creates the object at a path.
///
/// The most specific route wins, compared component by component from the left: a literal precedes
/// a partly literal component, then follow a capture, `*` and `**`. Equally specific routes are
/// ordered by the host's pins, the priority, the higher version and the plugin's identifier. So the
/// order of discovery has no influence.
public struct RouteTable: Sendable {
    private let tree: RouteTree
    private let routes: [Route]
    private let pins: [RoutePin]

    /// Creates a table of all routes in the manifests.
    ///
    /// O(n) for n routes.
    public init(_ manifests: some Sequence<PluginManifest>, pins: [RoutePin] = []) {
        var routes: [Route] = []
        var tree = RouteTree()
        for manifest in manifests {
            for declared in manifest.classes {
                for pattern in declared.routes {
                    tree.insert(pattern, as: routes.count)
                    routes.append(Route(pattern, of: declared, in: manifest))
                }
            }
        }
        self.routes = routes
        self.tree = tree
        self.pins = pins
    }

    /// The winning route of the path, or `nil` without a match. O(length of the path), however many
    /// routes begin with other identifiers.
    public func route(for path: RestorationPath) -> RouteMatch? {
        winner(of: path).map { match($0, path) }
    }

    /// As ``route(for:)``, without captures.
    package func winner(of path: RestorationPath) -> Route? {
        let (numbers, _) = tree.matches(path)
        // The common case.
        if numbers.count == 1 { return route(numbers[0]) }
        return numbers.lazy.map { RankedRoute(route($0)) }
            .min { RouteRule.deciding($0, over: $1) != nil }?.route
    }

    /// All matching routes of the path, with the reasons why all but one lose.
    public func explain(_ path: RestorationPath) -> RouteExplanation {
        let (numbers, visitedNodes) = tree.matches(path)
        let candidates = numbers.map { RankedRoute(route($0)) }
            .sorted { RouteRule.deciding($0, over: $1) != nil }
        return RouteExplanation(
            path: path,
            winner: candidates.first.map { match($0.route, path) },
            outrankedRoutes: candidates.dropFirst().map { loser in
                RouteExplanation.OutrankedRoute(loser, behind: candidates[0])
            },
            visitedNodes: visitedNodes
        )
    }

    /// Routes of two plugins with the same pattern, if neither a pin nor a priority decides. O(n
    /// log n) for n routes.
    package func conflictingRoutes() -> [(winner: Route, loser: Route)] {
        let equal = Dictionary(grouping: routes.indices) { routes[$0].pattern.description }
        return equal.sorted { $0.key.precedesByBytes($1.key) }.compactMap { _, numbers in
            guard numbers.count > 1 else { return nil }
            let ranked = numbers.map { RankedRoute(route($0)) }
                .sorted { RouteRule.deciding($0, over: $1) != nil }
            let loser = ranked.first { $0.route.plugin != ranked[0].route.plugin }
            guard let loser else { return nil }
            switch RouteRule.deciding(ranked[0], over: loser) {
            case .version, .pluginIdentifier: return (ranked[0].route, loser.route)
            default: return nil
            }
        }
    }

    private func route(_ number: Int) -> Route {
        var route = routes[number]
        route.isPinned = pins.contains { $0.applies(to: route) }
        return route
    }

    private func match(_ route: Route, _ path: RestorationPath) -> RouteMatch {
        RouteMatch(route: route, captures: route.pattern.captures(in: path) ?? [:])
    }
}
