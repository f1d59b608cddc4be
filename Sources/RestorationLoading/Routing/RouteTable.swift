public import RestorationCore

/// Decides which plugin's restoration class creates the object at a path.
///
/// The most specific route wins, component by component from the left: a literal before a partly
/// literal component, then a capture, `*` and `**`. Between equally specific routes decide the
/// host's own preference, the priority, the higher version and the plugin's identifier, so that the
/// order in which plugins were found never shows.
public struct RouteTable: Sendable {
    /// All routes, the preferred ones first. Their indices are their numbers in the trie.
    private let routes: [RankedRoute]
    private let trie: RouteTrie

    /// Makes a table of all routes that the manifests claim.
    ///
    /// - Parameter pinned: the plugins that the host prefers where routes are equally specific.
    public init(_ manifests: [PluginManifest], pinned: Set<PluginIdentifier> = []) {
        let routes = manifests.flatMap { manifest in
            manifest.classes.flatMap { restorationClass in
                restorationClass.routes.map { pattern in
                    Route(
                        pattern: pattern,
                        plugin: manifest.identifier,
                        version: manifest.version,
                        className: restorationClass.name,
                        priority: restorationClass.priority,
                        isPinned: pinned.contains(manifest.identifier)
                    )
                }
            }
        }
        self.init(routes: routes)
    }

    init(routes: [Route]) {
        let sorted = routes.map(RankedRoute.init).sorted {
            RouteRule.deciding($0, over: $1) != nil
        }
        var trie = RouteTrie()
        for (number, ranked) in sorted.enumerated() {
            trie.insert(ranked.route.pattern, as: number)
        }
        self.routes = sorted
        self.trie = trie
    }

    /// The route that wins the path, or `nil` if none matches it.
    public func route(for path: RestorationPath) -> RouteMatch? {
        trie.matches(path).numbers.min().map { match(routes[$0].route, path) }
    }

    /// All routes that match the path, and why all but one of them lose.
    public func explain(_ path: RestorationPath) -> RouteExplanation {
        let (numbers, visitedNodes) = trie.matches(path)
        let candidates = numbers.sorted().map { routes[$0] }
        return RouteExplanation(
            path: path,
            winner: candidates.first.map { match($0.route, path) },
            losers: candidates.dropFirst().map { loser in
                RouteExplanation.Loser(loser, behind: candidates[0])
            },
            visitedNodes: visitedNodes
        )
    }

    private func match(_ route: Route, _ path: RestorationPath) -> RouteMatch {
        RouteMatch(route: route, captures: route.pattern.captures(in: path) ?? [:])
    }
}
