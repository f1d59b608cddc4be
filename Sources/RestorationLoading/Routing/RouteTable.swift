public import RestorationCore

/// Decides which plugin's restoration class creates the object at a path.
///
/// The most specific route wins, component by component from the left: a literal before a partly
/// literal component, then a capture, `*` and `**`. Between equally specific routes decide the
/// host's own pins, the priority, the higher version and the plugin's identifier, so that the order
/// in which plugins were found never shows.
public struct RouteTable: Sendable {
    private let trie: RouteTrie
    private let routes: Routes
    /// What the host has pinned.
    private let pins: [RoutePin]

    /// Where the routes stand, by their numbers: the preferred ones first, pins aside.
    private enum Routes: Sendable {
        case listed([Route])
        case indexed(PluginIndex)

        subscript(number: Int) -> Route? {
            switch self {
            case .listed(let routes): routes.indices.contains(number) ? routes[number] : nil
            case .indexed(let index): index.route(number)
            }
        }
    }

    /// Makes a table of all routes that the manifests claim.
    public init(_ manifests: [PluginManifest], pins: [RoutePin] = []) {
        let ranking = RouteRanking(manifests.flatMap(Route.routes(of:)))
        trie = ranking.trie
        routes = .listed(ranking.routes)
        self.pins = pins
    }

    /// Uses the table of an index.
    init(_ index: PluginIndex, pins: [RoutePin]) {
        let index = index.hasRoutes ? index : index.addingRoutes()
        trie = index.trie
        routes = .indexed(index)
        self.pins = pins
    }

    /// The route that wins the path, or `nil` if none matches it.
    public func route(for path: RestorationPath) -> RouteMatch? {
        number(for: path).flatMap(numbered).map { match($0, path) }
    }

    /// Where an index has the plugin and the class whose route wins the path.
    func place(for path: RestorationPath) -> (file: Int, classNumber: Int)? {
        guard case .indexed(let index) = routes else { return nil }
        return number(for: path).flatMap(index.place)
    }

    /// The number of the route that wins the path.
    private func number(for path: RestorationPath) -> Int? {
        var winners: [Int] = []
        var rank = Int.max
        trie.forEachMatch(path) { end in
            guard end.rank <= rank else { return }
            if end.rank < rank { winners.removeAll() }
            rank = end.rank
            winners.append(end.number)
        }
        guard !pins.isEmpty else { return winners.min() }
        let sorted = winners.sorted()
        return sorted.first { numbered($0)?.isPinned == true } ?? sorted.first
    }

    /// All routes that match the path, and why all but one of them lose.
    public func explain(_ path: RestorationPath) -> RouteExplanation {
        let (ends, visitedNodes) = trie.matches(path)
        let candidates = ends.compactMap { numbered($0.number).map(RankedRoute.init) }
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

    private func numbered(_ number: Int) -> Route? {
        guard var route = routes[number] else { return nil }
        route.isPinned = pins.contains { $0.applies(to: route) }
        return route
    }

    private func match(_ route: Route, _ path: RestorationPath) -> RouteMatch {
        RouteMatch(route: route, captures: route.pattern.captures(in: path) ?? [:])
    }
}

/// Routes in the order in which they are preferred where the host pins nothing.
struct RouteRanking {
    let routes: [Route]
    /// The places that the routes had before.
    let places: [Int]
    let trie: RouteTrie
    /// The flat form of the trie.
    let image: [UInt8]

    init(_ routes: [Route]) {
        let ranked = routes.map(RankedRoute.init)
        places = ranked.indices.sorted { RouteRule.deciding(ranked[$0], over: ranked[$1]) != nil }
        let sorted = places.map { ranked[$0] }
        var builder = RouteTrieBuilder()
        var rank = 0
        for (number, ranked) in sorted.enumerated() {
            if number > 0, ranked.specificity != sorted[number - 1].specificity { rank += 1 }
            builder.insert(ranked.route.pattern, as: RouteTrie.End(number: number, rank: rank))
        }
        self.routes = sorted.map(\.route)
        image = builder.image()
        trie = RouteTrie(FlatBytes(image))
    }
}
