public import RestorationCore

/// Decides which plugin's restoration class creates the object at a path.
///
/// The most specific route wins, component by component from the left: a literal before a partly
/// literal component, then a capture, `*` and `**`. Between equally specific routes decide the
/// host's own pins, the priority, the higher version and the plugin's identifier, so that the order
/// in which plugins were found never shows.
public struct RouteTable: Sendable {
    private let tree: RouteTree
    /// The preferred ones first, pins aside.
    private let routes: [Route]
    private let pins: [RoutePin]

    /// Makes a table of all routes that the manifests claim.
    public init(_ manifests: [PluginManifest], pins: [RoutePin] = []) {
        self.init(manifests.map { PluginSummary($0) }, pins: pins)
    }

    /// O(n log n) for n routes.
    init(_ plugins: [PluginSummary], pins: [RoutePin]) {
        let ranked = plugins.flatMap { plugin in
            plugin.routes.map { RankedRoute(Route($0, of: plugin)) }
        }.sorted { RouteRule.deciding($0, over: $1) != nil }
        var tree = RouteTree()
        var rank = 0
        for (number, next) in ranked.enumerated() {
            if number > 0, next.specificity != ranked[number - 1].specificity { rank += 1 }
            tree.insert(next.route.pattern, as: RouteTree.End(number: number, rank: rank))
        }
        self.tree = tree
        routes = ranked.map(\.route)
        self.pins = pins
    }

    /// The route that wins the path, or `nil` if none matches it. O(length of the path), however
    /// many routes begin with other identifiers.
    public func route(for path: RestorationPath) -> RouteMatch? {
        winner(of: path).map { match($0, path) }
    }

    /// The same without captures.
    package func winner(of path: RestorationPath) -> Route? {
        let (ends, _) = tree.matches(path)
        guard let rank = ends.lazy.map(\.rank).min() else { return nil }
        let equal = ends.lazy.filter { $0.rank == rank }.map(\.number).sorted().map(numbered)
        return equal.first(where: \.isPinned) ?? equal.first
    }

    /// All routes that match the path, and why all but one of them lose.
    public func explain(_ path: RestorationPath) -> RouteExplanation {
        let (ends, visitedNodes) = tree.matches(path)
        let candidates = ends.map { RankedRoute(numbered($0.number)) }
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

    private func numbered(_ number: Int) -> Route {
        var route = routes[number]
        route.isPinned = pins.contains { $0.applies(to: route) }
        return route
    }

    private func match(_ route: Route, _ path: RestorationPath) -> RouteMatch {
        RouteMatch(route: route, captures: route.pattern.captures(in: path) ?? [:])
    }
}
