import RestorationTesting
import TestSupport

/// What a person does with windows in one life.
struct WindowPerson {
    private let life: WindowLife
    private let session: RestorationSession
    private var random: SeededGenerator

    init(_ life: WindowLife, _ session: RestorationSession) {
        self.life = life
        self.session = session
        random = SeededGenerator(seed: life.plan.seed &* 131 &+ UInt64(life.number))
    }

    /// Does the same to the objects and to what is expected of them.
    mutating func act(on expected: inout ExpectedWindows) throws {
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let nodes = self.nodes
            guard let node = nodes.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<15, using: &random) {
            case 0..<3: change(node, &expected)
            case 3..<5: select(in: node, &expected)
            case 5..<7: reverse(node, &expected)
            case 7..<10: try move(node, &expected)
            case 10..<12: try rename(node, &expected)
            case 12: close(node, &expected)
            case 13: closeWindow(&expected)
            default:
                expected.note("save")
                try session.preserveNow()
            }
        }
    }

    /// All that is shown, in order.
    private var nodes: [WindowNode] {
        var nodes = life.windows as [WindowNode]
        var next = 0
        while next < nodes.count {
            nodes +=
                (nodes[next] as? WindowContainer)?.children.compactMap { $0 as? WindowNode } ?? []
            next += 1
        }
        return nodes
    }

    private func change(_ node: WindowNode, _ expected: inout ExpectedWindows) {
        // What a person does to an object that waits for its state is for tests of that to say.
        guard !expected.stateless.contains(node.number) else { return }
        node.value += 100
        session.invalidate(node)
        expected.change(node.number)
    }

    private mutating func select(in node: WindowNode, _ expected: inout ExpectedWindows) {
        guard let container = node as? WindowContainer, expected.isWhole(node.number),
            let child = container.children.randomElement(using: &random) as? WindowNode
        else { return }
        container.selected = child
        session.invalidate(container)
        expected.select(child.number, in: container.number)
    }

    private func reverse(_ node: WindowNode, _ expected: inout ExpectedWindows) {
        guard let container = node as? WindowContainer, expected.isWhole(node.number),
            !container.children.isEmpty
        else { return }
        container.reverse()
        session.invalidate(container)
        expected.reverse(container.number)
    }

    /// To another container, or to another place in its own. Names that meet are told apart by the
    /// session, if classes have made the objects.
    private mutating func move(_ node: WindowNode, _ expected: inout ExpectedWindows) throws {
        let containers = nodes.compactMap { $0 as? WindowContainer }
        let number = node.number
        guard let parent = node.parent, let container = containers.randomElement(using: &random),
            expected.canMove(number, to: container.number)
        else { return }
        let isTaken = expected.isTaken(
            expected.places[number].name,
            in: container.number,
            besides: number
        )
        if !node.isMade, isTaken { return }
        if node.isMade, Bool.random(using: &random) {
            expected.note("move \(number) under \(container.number) in the session")
            let isRefused = try isRefused { try session.move(node, under: container) }
            // Where it is already, it takes nobody's place. The session knows only some places.
            let isTaken = isTaken && container !== parent
            let name = expected.places[number].name
            let isOpen = expected.mayBeFree(name, in: container.number, besides: number)
            try check(isOpen || isTaken || !isRefused, "moving \(number)")
            if isRefused, Bool.random(using: &random) { return }
        }
        // A key may be what the session would take for a number.
        let slot = ["2", "s\(number)", nil].randomElement(using: &random)!.flatMap {
            expected.isFree(slot: $0, in: container.number, for: number) ? $0 : nil
        }
        parent.remove(node)
        let index = Int.random(in: 0...container.children.count, using: &random)
        container.insert(node, at: index, in: slot)
        session.invalidate(parent)
        session.invalidate(container)
        expected.move(number, to: container.number, at: index, in: slot)
    }

    /// By a name that others may have, elsewhere or before.
    private mutating func rename(_ node: WindowNode, _ expected: inout ExpectedWindows) throws {
        guard let parent = node.parent, expected.isComplete(parent.number) else { return }
        let name = "n\(Int.random(in: 0..<life.plan.nodes.count, using: &random))"
        // It may have its own already beside another one, told apart by a number.
        let isNew = name != expected.places[node.number].name
        var isTaken =
            isNew && expected.isTaken(name, in: parent.number, besides: node.number)
        if node.isMade {
            // The session knows only some places, and tells objects apart in the others.
            let isRefused = try isRefused { try session.rename(node, to: name) }
            let isOpen = expected.mayBeFree(name, in: parent.number, besides: node.number)
            try check(isOpen || isTaken || !isRefused, "renaming \(node.number) to \(name)")
            isTaken = isRefused
        }
        guard !isTaken else { return }
        // The session alone needs to know.
        if !node.isMade || Bool.random(using: &random) { node.name = name }
        expected.rename(node.number, to: name)
    }

    private func isRefused(_ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return false
        } catch SessionError.pathTaken {
            return true
        }
    }

    private func check(_ isRight: Bool, _ act: String) throws {
        if !isRight { throw WrongRefusal(act: act) }
    }

    private func close(_ node: WindowNode, _ expected: inout ExpectedWindows) {
        // What is there without its state is not a stand-in, and its state is retained: as of something
        // that is only put away.
        guard let parent = node.parent, expected.isWhole(parent.number),
            expected.isFree(node.number),
            !expected.stateless.contains(where: { expected.isBelow($0, node.number) })
        else { return }
        let closed = nodes.filter { expected.isBelow($0.number, node.number) }
        parent.remove(node)
        // What is closed is deallocated, although its objects may reference each other in circles.
        closed.forEach { $0.letGo() }
        session.invalidate(parent)
        expected.close(node.number)
    }

    private mutating func closeWindow(_ expected: inout ExpectedWindows) {
        guard life.windows.count > 1, let window = life.windows.randomElement(using: &random),
            expected.isFree(window.number), expected.retainsOnlyItsOwn(window.number)
        else { return }
        life.close(window)
        session.removeRoot(window)
        session.invalidate(life.windows[0])
        expected.close(window.number)
    }
}

/// A session has not refused a place that is taken, or has refused one that is free.
struct WrongRefusal: Error {
    let act: String
}
