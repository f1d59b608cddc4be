/// The tree that every codec preserves and restores, in level order. Each codec builds it from its
/// own classes, in the form that suits the codec best.
struct TreePlan {
    struct Contents {
        /// The name among its siblings.
        var identifier: String
        var count: Int
        var ratio: Double
        var isOpen: Bool
        /// 20 bytes.
        var title: String
        /// 32 bytes.
        var digest: [UInt8]
        /// Three texts of 5 bytes.
        var tags: [String]
    }

    /// The shape of a tree of `count` objects.
    enum Shape {
        /// Each object but the last ones has eight children.
        case bushy
        /// One object has all the others as children.
        case wide
        /// Each object has one child.
        case deep

        var fanOut: Int {
            switch self {
            case .bushy: 8
            case .wide: .max
            case .deep: 1
            }
        }
    }

    static let seed: UInt64 = 42
    let objects: [Contents]
    let fanOut: Int

    init(count: Int, shape: Shape = .bushy) {
        var generator = SeededGenerator(seed: Self.seed)
        let fanOut = min(shape.fanOut, max(count - 1, 1))
        self.fanOut = fanOut
        objects = (0..<count).map { position in
            Contents(
                identifier: position == 0 ? "root" : "n\((position - 1) % fanOut)",
                count: Int.random(in: -1_000_000...1_000_000, using: &generator),
                ratio: Double.random(in: 0..<1, using: &generator),
                isOpen: Bool.random(using: &generator),
                title: generator.text(count: 20),
                digest: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) },
                tags: (0..<3).map { _ in generator.text(count: 5) }
            )
        }
    }

    var count: Int { objects.count }

    func parent(of position: Int) -> Int? { position == 0 ? nil : (position - 1) / fanOut }
}

/// An object of a codec's tree.
protocol TreeObject: AnyObject {
    init(_ contents: TreePlan.Contents)
    var parentObject: Self? { get }
    var childObjects: [Self] { get }
    func adopt(_ child: Self)
    func holds(_ contents: TreePlan.Contents) -> Bool
}

extension TreePlan {
    /// Builds the tree and returns its root.
    func build<Object: TreeObject>(of type: Object.Type) -> Object { objects(of: type)[0] }

    /// The objects of the tree, in level order.
    func objects<Object: TreeObject>(of type: Object.Type) -> [Object] {
        let built = objects.map { Object($0) }
        for position in built.indices {
            if let parent = parent(of: position) { built[parent].adopt(built[position]) }
        }
        return built
    }

    /// Stops the benchmark unless the tree below `root` matches the plan: a codec that loses data
    /// would look fast.
    func check<Object: TreeObject>(_ root: Object, by codec: String) {
        var level = [root]
        var position = 0
        while !level.isEmpty {
            for object in level {
                precondition(object.holds(objects[position]), "\(codec): contents of \(position)")
                position += 1
            }
            level = level.flatMap { parent in
                let children = parent.childObjects
                precondition(
                    children.allSatisfy { $0.parentObject === parent },
                    "\(codec): parents"
                )
                return children
            }
        }
        precondition(position == count, "\(codec): \(position) objects of \(count)")
    }
}
