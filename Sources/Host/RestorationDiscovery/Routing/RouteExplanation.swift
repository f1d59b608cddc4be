public import RestorationCore

/// The winning route of a path, with reasons why other matching routes lost.
public struct RouteExplanation: Sendable {
    /// The path.
    public let path: RestorationPath
    /// The winner, or `nil` if no route matches.
    public let winner: RouteMatch?
    /// The other matching routes, in order of precedence.
    public let outrankedRoutes: [OutrankedRoute]
    /// The number of nodes visited in the search: its cost.
    public let visitedNodes: Int

    /// A matching route that lost.
    public struct OutrankedRoute: Hashable, Sendable {
        /// The route.
        public let route: Route
        /// The rule by which the winner precedes it.
        public let rule: RouteRule
        /// The rule as text: `'*' is less specific than 'Details', component 2`.
        public let reason: String
    }
}

extension RouteExplanation.OutrankedRoute {
    init(_ loser: RankedRoute, behind winner: RankedRoute) {
        route = loser.route
        // Two routes of one class with the same pattern are equal.
        rule = RouteRule.deciding(winner, over: loser) ?? .pattern
        reason = Self.reason(rule, loser.route, behind: winner.route)
    }

    private static func reason(
        _ rule: RouteRule,
        _ loser: Route,
        behind winner: Route
    ) -> String {
        switch rule {
        case .specificity(let component):
            let words = [loser, winner].map { route in
                route.pattern.components.dropFirst(component).first.map { "'\($0)'" } ?? "the end"
            }
            return "\(words[0]) is less specific than \(words[1]), component \(component + 1)"
        case .pin:
            return "the host has pinned \(winner.plugin)"
        case .priority:
            return "priority \(loser.priority) is below \(winner.priority)"
        case .version:
            return "version \(loser.version) is below \(winner.version)"
        case .pluginIdentifier:
            return "\(loser.plugin) comes after \(winner.plugin)"
        case .className:
            return "class \(loser.className) comes after \(winner.className)"
        case .pattern:
            return "the route comes after '\(winner.pattern)'"
        }
    }
}
