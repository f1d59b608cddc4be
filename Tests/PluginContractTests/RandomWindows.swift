import TestSupport

/// Windows with trees of objects, the same for the same seed, and what goes wrong with them in each
/// of five lives.
struct RandomWindows {
    enum Kind { case stack, places, plain }

    /// What becomes of an object in one life.
    enum Fault {
        case none, creationFails, decodingFails
        /// Its data comes when the restore has returned, or does not come in this life.
        case late, lateForEver
        /// It takes its state when the restore has returned, or not in this life.
        case notYet, neverReady
    }

    struct Node {
        /// In the beginning, as is where it is.
        let name: String
        let kind: Kind
        /// `nil` of a window.
        let parent: Int?
        var slot: String?
        /// One of the classes that may be gone.
        var isOfPlugin = false

        var isContainer: Bool { kind == .stack || kind == .places }
    }

    /// What goes wrong in one life.
    struct Troubles {
        var faults: [Fault]
        var isClassGone = false
        /// Whether the classes, and the type of the windows, have other names than in the life
        /// before.
        var isRenamed = false
    }

    static let lifeCount = 5

    let seed: UInt64
    let isStrict: Bool
    /// Whether classes make the objects of the first life, or the program builds them.
    var areMade: Bool { seed.isMultiple(of: 2) }
    private(set) var nodes: [Node] = []
    /// What each refers to, in its own window, in the beginning.
    private(set) var references: [[Int]] = []
    private(set) var lives: [Troubles] = []

    init(seed: UInt64, limit: Int) {
        self.seed = seed
        var random = SeededGenerator(seed: seed &* 31 &+ 7)
        isStrict = Int.random(in: 0..<4, using: &random) == 0
        for number in 0..<Int.random(in: 1...3, using: &random) {
            let kind: Kind = Bool.random(using: &random) ? .stack : .places
            nodes.append(Node(name: "Window#w\(number)", kind: kind, parent: nil))
        }
        let count = nodes.count + Int.random(in: 1...limit, using: &random)
        while nodes.count < count { nodes.append(node(&random)) }
        references = nodes.indices.map { number in
            let targets = nodes.indices.filter {
                window(of: $0) == window(of: number) && nodes[$0].parent != nil
            }
            guard !targets.isEmpty else { return [] }
            return (0..<Int.random(in: 0...2, using: &random)).map { _ in
                targets.randomElement(using: &random)!
            }
        }
        lives = (1...Self.lifeCount).map { troubles(in: $0, &random) }
    }

    private func node(_ random: inout SeededGenerator) -> Node {
        let containers = nodes.indices.filter { nodes[$0].isContainer }
        let parent = containers.randomElement(using: &random)!
        let kinds: [Kind] = [.stack, .places, .places, .plain, .plain, .plain]
        var node = Node(
            name: "n\(nodes.count)",
            kind: kinds.randomElement(using: &random)!,
            parent: parent
        )
        if nodes[parent].kind == .places, Int.random(in: 0..<3, using: &random) == 0 {
            node.slot = "s\(nodes.count)"
        }
        node.isOfPlugin = Int.random(in: 0..<8, using: &random) == 0
        return node
    }

    /// The first life has nothing to restore, and in the last one all is well.
    private func troubles(in life: Int, _ random: inout SeededGenerator) -> Troubles {
        var troubles = Troubles(faults: nodes.map { _ in .none })
        troubles.isRenamed = Bool.random(using: &random)
        guard life > 1, life < Self.lifeCount else { return troubles }
        troubles.isClassGone = Int.random(in: 0..<3, using: &random) == 0
        let weight = Int.random(in: 0...3, using: &random)
        for (number, node) in nodes.enumerated() where node.parent != nil {
            guard Int.random(in: 0..<12, using: &random) < weight else { continue }
            troubles.faults[number] = fault(of: number, &random)
        }
        return troubles
    }

    private func fault(of number: Int, _ random: inout SeededGenerator) -> Fault {
        let node = nodes[number]
        var faults: [Fault] = [.creationFails]
        // A container that fails to decode leaves its children to nobody; what becomes of them is
        // in the trees that live three times. Under the preset uikit, what others refer to when
        // that is found out is there for them, and saved again: an object that fails, and all
        // above it in a stack.
        let isInStack = nodes[node.parent!].kind == .stack
        let isReferred = references.contains { $0.contains(number) }
        let isOutOfScope = isStrict && (isInStack || isReferred)
        if !node.isContainer, !isOutOfScope { faults += [.decodingFails] }
        // Under the preset uikit, nothing is waited for in these trees.
        if !isStrict { faults += [.late, .late, .lateForEver] }
        if !isStrict, !node.isContainer { faults += [.notYet, .neverReady] }
        return faults.randomElement(using: &random)!
    }

    /// Whether an object, wherever it is moved, must not get into a stack: see ``fault(of:_:)``.
    func isKeptOutOfStacks(_ number: Int) -> Bool {
        isStrict && lives.contains { $0.faults[number] == .decodingFails }
    }

    /// In the beginning.
    private func window(of number: Int) -> Int {
        var number = number
        while let parent = nodes[number].parent { number = parent }
        return number
    }
}

extension RandomWindows: CustomStringConvertible {
    /// A line for each object.
    var description: String {
        (isStrict ? "uikit\n" : "") + (areMade ? "made\n" : "")
            + lives.enumerated().map { number, life in
                let faults = life.faults.enumerated().filter { $0.element != .none }
                    .map { "\($0.offset) \($0.element)" }
                return "life \(number + 1):\(life.isClassGone ? " class gone" : "")"
                    + "\(life.isRenamed ? " renamed" : "") \(faults.joined(separator: ", "))\n"
            }.joined()
            + nodes.enumerated().map { number, node in
                "\(number) in \(node.parent ?? -1): \(node.name), \(node.kind)"
                    + (node.slot.map { ", slot \($0)" } ?? "")
                    + (node.isOfPlugin ? ", of the class that may be gone" : "")
                    + ", refers to \(references[number])"
            }.joined(separator: "\n")
    }
}
