import RestorationKit

/// What a seed is about: a tree of objects, and whatever does not change from life to life.
struct Script {
    /// What an object is.
    enum Kind: Int, CaseIterable {
        /// An object whose children it encodes itself.
        case part
        /// A container.
        case box
        /// A presenter.
        case sheet
        /// An owner of elements.
        case page
        /// A container, presenter and owner.
        case desk

        var isContainer: Bool { self == .box || self == .desk }
        var isPresenter: Bool { self == .sheet || self == .desk }
        var isOwner: Bool { self == .page || self == .desk }
    }

    /// How an object belongs to its parent.
    enum Role { case root, child, presented, element, referenced }

    /// Who makes the object on a restore.
    enum Maker {
        case restorationClass
        /// Whoever makes the parent.
        case program
        /// The program, which registers it below its parent.
        case registering
        /// The delegate, where its record names no class.
        case delegate
        /// A class that returns what the program has made beforehand.
        case shelf
    }

    struct Node {
        var name: String?
        var parent: Int?
        var kind = Kind.part
        var role = Role.child
        var maker = Maker.restorationClass
        var slot: String?
        var scope: String?
        var arrangement = RestorationArrangement.places
        var countsPositions = false
        /// Whether it tells what it belongs to.
        var namesParent = true
        var isSecret = false
        /// Whether it lists its children only if it is a container.
        var listsChildren = true
        var references: [Int] = []
        /// What it refers to by type.
        var friend: Int?
        var holdsReferences = false
    }

    let seed: UInt64
    let preset: RestorationPreset
    let savesAutomatically: Bool
    let hasDelegate: Bool
    let waitsWithoutLimit: Bool
    private(set) var nodes: [Node] = []
    /// The nodes below which nobody has put anything: the person does.
    private(set) var spares: [Int] = []
    private var numbers: [String: Int] = [:]

    var roots: [Int] { nodes.indices.filter { nodes[$0].role == .root } }

    static let lifeCount = 5

    init(seed: UInt64) {
        var random = SeededGenerator(seed, 1)
        self.seed = seed
        preset = random.chance(20) ? .uikit : .granular
        savesAutomatically = preset == .granular && random.chance(50)
        hasDelegate = random.chance(60)
        waitsWithoutLimit = random.chance(30)
        let scopes: [String?] = random.pick([[nil], [nil], ["a", "b"], ["a", "b", "c"]])
        for scope in scopes { nodes.append(Self.root(scope, &random)) }
        let count = nodes.count + Int.random(in: 2...22, using: &random)
        while nodes.count < count { addNode(&random) }
        for _ in 0..<6 {
            spares.append(nodes.count)
            nodes.append(shape(Node(name: "x\(nodes.count)", role: .referenced), &random))
        }
        for number in nodes.indices where nodes[number].role != .element { refer(number, &random) }
        // Of equal names, none is looked up: what comes back under one is told by its class alone.
        for number in nodes.indices {
            guard let name = nodes[number].name, name != "d" else { continue }
            numbers[nodes[number].role == .root ? "\(name)#\(nodes[number].scope ?? "")" : name] =
                number
        }
    }

    private static func root(_ scope: String?, _ random: inout SeededGenerator) -> Node {
        var node = Node(name: "Window", kind: random.pick([.box, .desk]), role: .root)
        node.maker = .program
        node.scope = scope
        node.arrangement = random.pick([.stack, .places])
        return node
    }

    private mutating func addNode(_ random: inout SeededGenerator) {
        let number = nodes.count
        var parent = Int.random(in: nodes.indices, using: &random)
        while nodes[parent].role == .element { parent = nodes[parent].parent! }
        let above = nodes[parent]
        var node = Node(name: "n\(number)", parent: parent)
        node.role = role(below: parent, &random)
        if node.role == .element {
            node.isSecret = random.chance(8)
            nodes.append(node)
            return
        }
        node = shape(node, &random)
        let isProgramsOwn = above.maker == .program
        node.maker = random.pick(
            [
                (.restorationClass, 10), (.program, isProgramsOwn ? 6 : 2),
                (.registering, isProgramsOwn ? 1 : 0), (.delegate, hasDelegate ? 1 : 0),
                (.shelf, 1),
            ]
        )
        // What is found by itself is told apart by its name.
        if node.maker == .restorationClass, node.role == .child {
            node.name = random.pick([(node.name, 14), ("d", 2), (nil, 1)])
        }
        if above.kind.isContainer, node.role == .child, random.chance(30) {
            node.slot = "s\(random.chance(80) ? number : 0)"
        }
        nodes.append(node)
    }

    private func role(below parent: Int, _ random: inout SeededGenerator) -> Role {
        let kind = nodes[parent].kind
        let isPresenting = nodes.contains { $0.parent == parent && $0.role == .presented }
        return random.pick(
            [
                (.child, 8), (.presented, kind.isPresenter && !isPresenting ? 8 : 0),
                (.element, kind.isOwner ? 8 : 0), (.referenced, 1),
            ]
        )
    }

    private func shape(_ plain: Node, _ random: inout SeededGenerator) -> Node {
        var node = plain
        node.kind = random.pick(
            [(.part, 5), (.box, 5), (.sheet, 2), (.page, 3), (.desk, 2)]
        )
        node.arrangement = random.pick([.stack, .places])
        node.countsPositions = random.chance(40)
        node.namesParent = !random.chance(15)
        node.listsChildren = !random.chance(10)
        node.holdsReferences = random.chance(40)
        return node
    }

    private mutating func refer(_ number: Int, _ random: inout SeededGenerator) {
        let targets = nodes.indices.filter { nodes[$0].role != .element && !spares.contains($0) }
        for _ in 0..<random.pick([(0, 5), (1, 4), (2, 1)]) {
            nodes[number].references.append(random.pick(targets))
        }
        // What is only referred to is saved if something refers to it.
        if nodes[number].role == .referenced, let parent = nodes[number].parent, random.chance(85) {
            nodes[parent].references.append(number)
        }
        if random.chance(20) { nodes[number].friend = random.pick(targets) }
    }

    func children(of number: Int) -> [Int] { nodes.indices.filter { nodes[$0].parent == number } }

    /// The node of a name; `nil` of one that several have, or that the script does not know.
    func number(of name: String) -> Int? { numbers[name] }
}
