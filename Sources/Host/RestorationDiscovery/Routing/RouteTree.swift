internal import RestorationCore

/// Finds the patterns that match a path.
///
/// Patterns that begin with the same components share nodes. A path is walked once from the left,
/// with all nodes that the components so far can lead to: so the cost is the path's length times
/// the wildcards that are alive, however many patterns begin with other literals. A node is never
/// visited twice for one component, however `**` are nested.
struct RouteTree: Sendable {
    private struct Node {
        /// Its children, by their numbers: along literals, along shapes, after a capture or `*`,
        /// and after `**`.
        var literals: [RestorationIdentifier: Int] = [:]
        var shapes: [RoutePattern.Shape: Int] = [:]
        var one: Int?
        var any: Int?
        /// The patterns that end here, by the numbers under which they were added.
        var ends: [Int] = []
    }

    private var nodes = [Node()]

    /// Adds a pattern.
    mutating func insert(_ pattern: RoutePattern, as number: Int) {
        var node = 0
        for component in pattern.components { node = child(of: node, along: component) }
        nodes[node].ends.append(number)
    }

    /// The child along a component, which is made if it does not exist yet.
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

    /// All patterns that match the path, and how many nodes it took to find them.
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

    /// The nodes that the components so far can lead to.
    private struct Walk {
        var live: [Int] = []
        /// Nodes after `**`, which stay alive while they take components.
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

    /// Makes a node alive, and with it the node after `**`, which may stand for nothing.
    private func enter(_ node: Int, _ walk: inout Walk) {
        walk.live.append(node)
        if let any = nodes[node].any, walk.known.insert(any).inserted { walk.lasting.append(any) }
    }
}
