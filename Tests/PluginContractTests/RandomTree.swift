import RestorationCore
import RestorationKit
import TestSupport

/// A tree of objects that is the same for the same seed: containers, references, circles, objects
/// without identifiers, equal identifiers, classes that go, objects that are declined or that fail to
/// decode, objects of plugins.
struct RandomTree {
    enum Kind: String {
        case stack, places, plain
        /// What a plugin in Swift, or in C, recreates.
        case swiftPlugin, cPlugin

        var isContainer: Bool { self == .stack || self == .places }
        var isPlugin: Bool { self == .swiftPlugin || self == .cPlugin }
    }

    /// What becomes of the object in the second life.
    enum Fault: String {
        case none, declined, classGone, failing
    }

    struct Node {
        let parent: Int?
        let kind: Kind
        let name: String?
        let slot: String?
        let fault: Fault
        var references: [Int] = []
    }

    private(set) var nodes: [Node]

    /// - Parameter limit: The most objects.
    init(seed: UInt64, limit: Int) {
        var random = SeededGenerator(seed: seed)
        let isLarge = Int.random(in: 0..<20, using: &random) == 0
        let count = Int.random(in: 1...(isLarge ? limit : min(limit, 40)), using: &random)
        nodes = [Node(parent: nil, kind: .stack, name: "Root", slot: nil, fault: .none)]
        while nodes.count < count { nodes.append(Self.node(among: nodes, &random)) }
        for number in nodes.indices where !nodes[number].kind.isPlugin {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                nodes[number].references.append(nodes.indices.randomElement(using: &random)!)
            }
        }
    }

    private static func node(among nodes: [Node], _ random: inout SeededGenerator) -> Node {
        var parent = nodes.indices.randomElement(using: &random)!
        while nodes[parent].kind.isPlugin { parent = nodes[parent].parent! }
        let number = nodes.count
        let isSlotted = nodes[parent].kind == .places && Int.random(in: 0..<3, using: &random) == 0
        // Below an object without an identifier, which is not there in the next life, equal names of
        // different branches could meet.
        let isHidden = ancestors(of: parent, nodes).contains { nodes[$0].name == nil }
        return Node(
            parent: parent,
            kind: pick(
                [(.stack, 3), (.places, 3), (.plain, 4), (.swiftPlugin, 1), (.cPlugin, 1)],
                &random
            ),
            name: pick(
                [("n\(number)", 16), (isHidden ? "n\(number)" : "d", 3), (nil, 1)],
                &random
            ),
            slot: isSlotted ? "s\(number)" : nil,
            fault: pick([(.none, 32), (.declined, 1), (.classGone, 2), (.failing, 2)], &random)
        )
    }

    private static func ancestors(of number: Int, _ nodes: [Node]) -> [Int] {
        Array(sequence(first: number) { nodes[$0].parent })
    }

    private static func pick<Choice>(
        _ choices: [(Choice, weight: Int)],
        _ random: inout SeededGenerator
    ) -> Choice {
        var rest = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &random)
        for (choice, weight) in choices {
            if rest < weight { return choice }
            rest -= weight
        }
        return choices[0].0
    }

    func children(of number: Int) -> [Int] {
        nodes.indices.filter { nodes[$0].parent == number }
    }

    /// A plugin's objects neither go nor fail here.
    func fault(of number: Int) -> Fault {
        nodes[number].kind.isPlugin ? .none : nodes[number].fault
    }
}

/// What the rules say about a tree, without any code of the product: who is preserved where, and
/// what becomes of each in the second life.
struct ExpectedTree {
    typealias Path = [String]

    let tree: RandomTree
    private let children: [[Int]]
    private let steps: [Path]
    /// The path of each object that has a record.
    private(set) var paths: [Int: Path] = [:]
    private var owners: [Path: Int] = [:]
    private(set) var outcomes: [Path: RestorationReport.Outcome] = [:]
    /// The paths of the objects that were there when others decoded, whatever became of them.
    private(set) var present: Set<Path> = []

    init(_ tree: RandomTree) {
        self.tree = tree
        var children = [[Int]](repeating: [], count: tree.nodes.count)
        for (number, node) in tree.nodes.enumerated() {
            if let parent = node.parent { children[parent].append(number) }
        }
        self.children = children
        steps = Self.steps(tree, children)
        preserve()
        restore()
    }

    /// Where each object would be: objects without an identifier add no step.
    private static func steps(_ tree: RandomTree, _ children: [[Int]]) -> [Path] {
        var steps = [Path](repeating: [], count: tree.nodes.count)
        steps[0] = ["Root"]
        for parent in tree.nodes.indices {
            var seen: [String: Int] = [:]
            for child in children[parent] {
                let node = tree.nodes[child]
                steps[child] = steps[parent]
                guard let name = node.name else { continue }
                var key = node.slot
                if key == nil, tree.nodes[parent].kind == .stack {
                    seen[name, default: 0] += 1
                    if seen[name]! > 1 { key = String(seen[name]!) }
                }
                steps[child].append(key.map { "\(name)#\($0)" } ?? name)
            }
        }
        return steps
    }

    // MARK: The first life

    private mutating func preserve() {
        var queue: [Int] = []
        func meet(_ number: Int, _ state: inout ExpectedTree) {
            let path = state.steps[number]
            guard state.tree.nodes[number].name != nil, state.paths[number] == nil,
                state.owners[path] == nil
            else { return }
            state.paths[number] = path
            state.owners[path] = number
            queue.append(number)
        }
        meet(0, &self)
        var next = 0
        while next < queue.count {
            for child in children[queue[next]] { meet(child, &self) }
            for target in tree.nodes[queue[next]].references { meet(target, &self) }
            next += 1
        }
    }

    /// The children that a record refers to, in order.
    func savedChildren(of number: Int) -> [Int] { children[number].filter { paths[$0] != nil } }

    /// Whether the object is in, or below, a stack whose record was kept, above a member that was
    /// declined: that one is gone from the record, so the stack ends there in the third life (CONT-3).
    func isAboveHole(_ number: Int) -> Bool {
        var member = number
        while let stack = tree.nodes[member].parent {
            let isKept = paths[stack].map { outcomes[$0] == .retained } ?? false
            if tree.nodes[stack].kind == .stack, isKept {
                let before = savedChildren(of: stack).prefix { $0 != member }
                if before.contains(where: { outcomes[paths[$0]!] == .skipped }) { return true }
            }
            member = stack
        }
        return false
    }

    // MARK: The second life

    private enum Fate {
        case abandoned, retained
    }

    private mutating func restore() {
        var fates: [Path: Fate] = [:]
        let records = paths.sorted { $0.value.count < $1.value.count }
        for (number, path) in records {
            outcomes[path] = .restored
            if let fate = fate(above: path, fates) {
                outcomes[path] = fate == .abandoned ? .skipped : .retained
                continue
            }
            switch tree.fault(of: number) {
            case .declined: (outcomes[path], fates[path]) = (.skipped, .abandoned)
            case .classGone: (outcomes[path], fates[path]) = (.retained, .retained)
            case .none, .failing: break
            }
        }
        closeGaps { tree, number in tree.outcomes[tree.paths[number]!] == .restored }
        let live = outcomes
        present = Set(live.filter { $0.value == .restored }.keys)
        for (number, path) in records
        where tree.fault(of: number) == .failing && outcomes[path] == .restored && number != 0 {
            outcomes[path] = .retained
        }
        closeGaps(live) { tree, number in tree.outcomes[tree.paths[number]!] == .restored }
    }

    private func fate(above path: Path, _ fates: [Path: Fate]) -> Fate? {
        for length in stride(from: path.count - 1, to: 0, by: -1) {
            if let fate = fates[Array(path[..<length])] { return fate }
        }
        return nil
    }

    /// Leaves out what lies above a gap in a stack.
    ///
    /// - Parameter live: Whether a stack itself is there, if that is not what its outcome says.
    private mutating func closeGaps(
        _ live: [Path: RestorationReport.Outcome]? = nil,
        isThere: (ExpectedTree, Int) -> Bool
    ) {
        var fates: [Path: Fate] = [:]
        for (number, path) in paths
        where tree.nodes[number].kind == .stack && (live ?? outcomes)[path] == .restored {
            let members = savedChildren(of: number)
            guard let gap = members.firstIndex(where: { !isThere(self, $0) }) else { continue }
            let isWaiting = outcomes[paths[members[gap]]!] == .retained
            for member in members[(gap + 1)...]
            where outcomes[paths[member]!] == .restored {
                fates[paths[member]!] = isWaiting ? .retained : .abandoned
            }
        }
        for (number, path) in paths where (live ?? outcomes)[path] == .restored {
            guard let fate = fates[path] ?? fate(above: path, fates) else { continue }
            let isFailed = tree.fault(of: number) == .failing && outcomes[path] == .retained
            if fate == .retained || isFailed {
                outcomes[path] = .retained
            } else {
                outcomes[path] = .skipped
            }
        }
    }
}
