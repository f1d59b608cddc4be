internal import RestorationCore

/// A trie of route patterns.
///
/// Patterns with the same prefix share nodes. A path is matched in one pass from the left, with the
/// set of all reachable nodes. So the cost is the path's length times the number of reachable
/// wildcards, however many patterns begin with other literals. Each node is visited at most once
/// per component, even with nested `**`.
struct RouteTree: Sendable {
    private struct Node {
        /// Child nodes by literal, by shape, after a capture or `*`, and after `**`.
        var literals: [RestorationIdentifier: Int] = [:]
        var shapes: [RoutePattern.Shape: Int] = [:]
        var one: Int?
        var any: Int?
        var ends: [Int] = []
    }

    private var nodes = [Node()]

    mutating func insert(_ pattern: RoutePattern, as number: Int) {
        var node = 0
        for component in pattern.components { node = child(of: node, along: component) }
        nodes[node].ends.append(number)
    }

    /// Returns the child along a component, and creates it if needed.
    private mutating func child(of node: Int, along component: RoutePattern.Component) -> Int {
        let new = nodes.count
        let known: Int?
        switch component {
        case .literal(let identifier): known = nodes[node].literals[identifier]
        case .partial(let shape): known = nodes[node].shapes[shape]
        case .capture, .one: known = nodes[node].one
        case .any: known = nodes[node].any
        }
        if let known { return known }
        switch component {
        case .literal(let identifier): nodes[node].literals[identifier] = new
        case .partial(let shape): nodes[node].shapes[shape] = new
        case .capture, .one: nodes[node].one = new
        case .any: nodes[node].any = new
        }
        nodes.append(Node())
        return new
    }

    /// The numbers of all patterns that match the path, and the number of visited nodes.
    func matches(_ path: RestorationPath) -> (numbers: [Int], visitedNodes: Int) {
        var walk = Walk()
        enter(0, &walk)
        var visitedNodes = 0
        for component in path.components {
            let alive = walk.live + walk.lasting
            visitedNodes += alive.count
            walk.live.removeAll(keepingCapacity: true)
            for node in alive { advance(node, by: component.identifier, &walk) }
        }
        let last = walk.live + walk.lasting
        return (last.flatMap { nodes[$0].ends }, visitedNodes + last.count)
    }

    /// The nodes reachable by the components so far.
    private struct Walk {
        var live: [Int] = []
        /// Nodes after `**`, which stay reachable for all further components.
        var lasting: [Int] = []
        var known: Set<Int> = []
    }

    private func advance(_ node: Int, by identifier: RestorationIdentifier, _ walk: inout Walk) {
        if let child = nodes[node].literals[identifier] { enter(child, &walk) }
        if let one = nodes[node].one { enter(one, &walk) }
        for (shape, child) in nodes[node].shapes where shape.matches(identifier) {
            enter(child, &walk)
        }
    }

    /// Adds a node, and the node after its `**`, which may match nothing.
    private func enter(_ node: Int, _ walk: inout Walk) {
        walk.live.append(node)
        if let any = nodes[node].any, walk.known.insert(any).inserted { walk.lasting.append(any) }
    }
}
