import RestorationCore
import RestorationKit
import TestSupport

/// A tree of objects that is the same for the same seed: containers, references, circles, objects
/// without identifiers, equal identifiers, classes that go, objects that are declined, objects that
/// fail to decode or whose data arrives late or never, objects of plugins, of which one may be
/// gone, objects that the program makes in every life, of which some are registered and no child,
/// and elements.
struct RandomTree {
    enum Kind: String {
        case stack, places, plain
        /// What a plugin in Swift, or in C, recreates.
        case swiftPlugin, cPlugin

        var isContainer: Bool { self == .stack || self == .places }
        var isPlugin: Bool { self == .swiftPlugin || self == .cPlugin }

        /// What carries the objects of a plugin.
        var language: CarrierLanguage? {
            switch self {
            case .swiftPlugin: .swiftPlugin
            case .cPlugin: .cPlugin
            case .stack, .places, .plain: nil
            }
        }
    }

    /// What becomes of the object in the second life.
    enum Fault: String {
        case none, declined, classGone, failing, late
    }

    /// Who makes the object in the later lives.
    enum Maker: String {
        /// A restoration class, if it has a record.
        case restorationClass = "made"
        /// The program.
        case program = "own"
        /// The program, which does not make it a child of its parent, but registers it.
        case registering = "registered"
        /// Its owner, of which it is an element.
        case owner = "element"
    }

    struct Node {
        let parent: Int?
        let kind: Kind
        let name: String?
        let slot: String?
        var maker = Maker.restorationClass
        let fault: Fault
        /// When the data of a late object arrives; `nil` for never.
        var arrival: Int?
        var references: [Int] = []
    }

    /// How many times something arrives.
    static let arrivalCount = 3

    private(set) var nodes: [Node]
    /// The plugin that is not installed in the second life, if one is not.
    let missingPlugin: Kind?

    /// - Parameter limit: The most objects.
    init(seed: UInt64, limit: Int) {
        var random = SeededGenerator(seed: seed)
        let isLarge = Int.random(in: 0..<20, using: &random) == 0
        let count = Int.random(in: 1...(isLarge ? limit : min(limit, 40)), using: &random)
        // By numbers of its own, so that a seed has the tree that it had before plugins could go.
        var other = SeededGenerator(seed: ~seed)
        missingPlugin = Self.pick([(nil, 2), (.swiftPlugin, 1), (.cPlugin, 1)], &other)
        nodes = [Node(parent: nil, kind: .stack, name: "Root", slot: nil, fault: .none)]
        // In one tree both would make it depend on the moment of each arrival who has decoded when
        // a stack ends below it.
        let trouble: Fault = Bool.random(using: &random) ? .late : .failing
        if count > 1, Bool.random(using: &random) {
            // The lowest member of the stack, so that it is there whatever else is.
            nodes.append(
                Node(
                    parent: 0,
                    kind: .places,
                    name: "own",
                    slot: nil,
                    maker: .program,
                    fault: .none
                )
            )
        }
        while nodes.count < count { nodes.append(Self.node(among: nodes, trouble, &random)) }
        for number in nodes.indices where !nodes[number].kind.isPlugin {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let target = nodes.indices.randomElement(using: &random)!
                refer(from: number, to: target)
            }
        }
        for number in nodes.indices where nodes[number].kind.isPlugin {
            for _ in 0..<Int.random(in: 0...2, using: &other) {
                refer(from: number, to: nodes.indices.randomElement(using: &other)!)
            }
        }
    }

    /// Elements decode when all else has, so that nobody refers to one.
    private mutating func refer(from number: Int, to target: Int) {
        nodes[number].references.append(
            nodes[target].maker == .owner ? nodes[target].parent! : target
        )
    }

    /// - Parameter trouble: A fault that the tree has.
    private static func node(
        among nodes: [Node],
        _ trouble: Fault,
        _ random: inout SeededGenerator
    ) -> Node {
        var parent = nodes.indices.randomElement(using: &random)!
        while nodes[parent].isLeaf { parent = nodes[parent].parent! }
        let number = nodes.count
        if let own = own(number, under: parent, nodes[parent], trouble, &random) { return own }
        if Int.random(in: 0..<12, using: &random) == 0 {
            return Node(
                parent: parent,
                kind: .plain,
                name: "n\(number)",
                slot: nil,
                maker: .owner,
                fault: .none
            )
        }
        let isSlotted = nodes[parent].kind == .places && Int.random(in: 0..<3, using: &random) == 0
        // Below an object without an identifier, which is not there in the next life, equal names
        // of different branches could meet.
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
            fault: pick([(.none, 32), (.declined, 1), (.classGone, 2), (trouble, 3)], &random),
            arrival: pick([(0, 2), (1, 2), (2, 2), (nil, 1)], &random)
        )
    }

    /// An object that the program makes in every life, if that is to be.
    private static func own(
        _ number: Int,
        under parent: Int,
        _ above: Node,
        _ trouble: Fault,
        _ random: inout SeededGenerator
    ) -> Node? {
        guard above.maker == .program else { return nil }
        let makers: [(Maker, weight: Int)] = [
            (.program, 3), (.registering, 1), (.restorationClass, 4),
        ]
        let maker = pick(makers, &random)
        if maker == .restorationClass { return nil }
        let kind = pick([(Kind.places, 1), (.plain, 1)], &random)
        let fault = trouble == .failing ? pick([(Fault.none, 2), (.failing, 1)], &random) : .none
        return Node(
            parent: parent,
            kind: maker == .registering ? .plain : kind,
            name: "n\(number)",
            slot: nil,
            maker: maker,
            fault: fault
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

    /// A plugin's objects go with their plugin, or fail; the others are always there.
    func fault(of number: Int) -> Fault {
        let node = nodes[number]
        guard node.kind.isPlugin else { return node.fault }
        if node.kind == missingPlugin { return .classGone }
        return node.fault == .failing ? .failing : .none
    }

    func isNeverThere(_ number: Int) -> Bool {
        fault(of: number) == .late && nodes[number].arrival == nil
    }

    func elements(of number: Int) -> [Int] {
        nodes.indices.filter { nodes[$0].isElement && nodes[$0].parent == number }
    }

    /// What arrives at a time, in no order.
    func arrivals(at time: Int) -> [Int] {
        nodes.indices.filter { fault(of: $0) == .late && nodes[$0].arrival == time }
            .sorted { $0 * 7919 % 1009 < $1 * 7919 % 1009 }
    }

    var isLate: Bool { nodes.indices.contains { fault(of: $0) == .late } }
}

extension RandomTree.Node {
    var isRegistered: Bool { maker == .registering }
    var isElement: Bool { maker == .owner }
    var isOwn: Bool { maker == .program || maker == .registering }
    var isChild: Bool { !isRegistered && !isElement }
    var isLeaf: Bool { kind.isPlugin || !isChild }
}

extension RandomTree: CustomStringConvertible {
    /// A line for each of the first objects.
    var description: String {
        (missingPlugin.map { "without \($0)\n" } ?? "")
            + nodes.prefix(60).enumerated().map { number, node in
                let name = (node.name ?? "-") + (node.slot.map { "#\($0)" } ?? "")
                let time = node.arrival.map { "at \($0)" } ?? "never"
                let fault =
                    fault(of: number) == .late ? "late, \(time)" : fault(of: number).rawValue
                return "\(number) in \(node.parent ?? 0): \(name), \(node.kind),"
                    + " \(node.maker.rawValue), \(fault),"
                    + " refers to \(node.references)"
            }.joined(separator: "\n")
    }
}
