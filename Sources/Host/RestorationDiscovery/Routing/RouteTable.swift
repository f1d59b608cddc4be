public import RestorationCore

/// Decides which plugin's restoration class creates the object at a path.
///
/// The most specific route wins, component by component from the left: a literal before a partly
/// literal component, then a capture, `*` and `**`. Between equally specific routes decide the
/// host's own pins, the priority, the higher version and the plugin's identifier, so that the order
/// in which plugins were found never shows.
public struct RouteTable: Sendable {
    private let tree: RouteTree
    private let routes: [Route]
    private let pins: [RoutePin]

    /// Makes a table of all routes that the manifests claim.
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

    /// The route that wins the path, or `nil` if none matches it. O(length of the path), however
    /// many routes begin with other identifiers.
    public func route(for path: RestorationPath) -> RouteMatch? {
        winner(of: path).map { match($0, path) }
    }

    /// The same without captures.
    package func winner(of path: RestorationPath) -> Route? {
        let (numbers, _) = tree.matches(path)
        // Mostly there is one.
        if numbers.count == 1 { return route(numbers[0]) }
        return numbers.lazy.map { RankedRoute(route($0)) }
            .min { RouteRule.deciding($0, over: $1) != nil }?.route
    }

    /// All routes that match the path, and why all but one of them lose.
    public func explain(_ path: RestorationPath) -> RouteExplanation {
        let (numbers, visitedNodes) = tree.matches(path)
        let candidates = numbers.map { RankedRoute(route($0)) }
            .sorted { RouteRule.deciding($0, over: $1) != nil }
        return RouteExplanation(
            path: path,
            winner: candidates.first.map { match($0.route, path) },
            losers: candidates.dropFirst().map { loser in
                RouteExplanation.Loser(loser, behind: candidates[0])
            },
            visitedNodes: visitedNodes
        )
    }

    /// Routes of two plugins with one pattern, between which neither a pin nor a priority decides,
    /// the one that wins first. O(n log n) for n routes.
    package func contested() -> [(winner: Route, loser: Route)] {
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
