internal import RestorationCore

/// Finds the patterns that match a path.
///
/// Patterns that begin with the same components share nodes. A path is walked once from the left,
/// with the set of all nodes that the components so far can lead to: so the cost is the path's
/// length times the wildcards that are alive, however many patterns begin with other literals, and
/// a node is never visited twice for the same component, however `**` are nested.
struct RouteTrie: Sendable {
    private struct Node: Sendable {
        var literals: [RestorationIdentifier: Int] = [:]
        var partials: [RoutePattern.Shape: Int] = [:]
        /// The node after a capture or `*`: they match the same.
        var one: Int?
        /// The node after `**`.
        var any: Int?
        /// Whether this is a node after `**`, which stays alive while it takes components.
        var takesAny = false
        /// The patterns that end here, in the order of their insertion.
        var ends: [Int] = []
    }

    private var nodes = [Node()]

    /// Adds a pattern under a number of its own.
    mutating func insert(_ pattern: RoutePattern, as number: Int) {
        let last = pattern.components.reduce(0) { child(of: $0, along: $1) }
        nodes[last].ends.append(number)
    }

    /// The child along a component, which is made if it does not exist yet.
    private mutating func child(of node: Int, along component: RoutePattern.Component) -> Int {
        let new = nodes.count
        let child: Int
        switch component {
        case .literal(let identifier):
            child = nodes[node].literals[identifier, default: new]
            nodes[node].literals[identifier] = child
        case .partial(let shape):
            child = nodes[node].partials[shape, default: new]
            nodes[node].partials[shape] = child
        case .capture, .one:
            child = nodes[node].one ?? new
            nodes[node].one = child
        case .any:
            child = nodes[node].any ?? new
            nodes[node].any = child
        }
        if child == new {
            nodes.append(Node())
            nodes[new].takesAny = component == .any
        }
        return child
    }

    /// The numbers of all patterns that match the path, and how many nodes it took to find them.
    func matches(_ path: RestorationPath) -> (numbers: [Int], visitedNodes: Int) {
        var visitedNodes = 0
        var live: Set<Int> = []
        enter(0, &live)
        for component in path.components {
            visitedNodes += live.count
            live = advance(live, by: component.identifier)
        }
        return (live.flatMap { nodes[$0].ends }, visitedNodes + live.count)
    }

    /// The nodes that one more identifier leads to.
    private func advance(_ live: Set<Int>, by identifier: RestorationIdentifier) -> Set<Int> {
        var next: Set<Int> = []
        for index in live {
            let node = nodes[index]
            if node.takesAny { enter(index, &next) }
            if let child = node.literals[identifier] { enter(child, &next) }
            if let child = node.one { enter(child, &next) }
            for (shape, child) in node.partials where shape.matches(identifier) {
                enter(child, &next)
            }
        }
        return next
    }

    /// Makes a node alive, and with it the node after `**`, which may stand for nothing.
    private func enter(_ node: Int, _ live: inout Set<Int>) {
        live.insert(node)
        if let any = nodes[node].any { live.insert(any) }
    }
}
