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
    mutating func act(on expected: inout ExpectedWindows) {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let nodes = self.nodes
            guard let node = nodes.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: change(node, &expected)
            case 4..<6: select(in: node, &expected)
            case 6..<8: reverse(node, &expected)
            // Objects are moved and renamed here as soon as sessions can: with the same guards,
            // and what is expected gets another parent, or another name.
            case 8: close(node, &expected)
            default: closeWindow(&expected)
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

    private func close(_ node: WindowNode, _ expected: inout ExpectedWindows) {
        guard let parent = node.parent, expected.isWhole(parent.number),
            expected.isFree(node.number)
        else { return }
        parent.remove(node)
        life.letGo(of: node.number)
        session.invalidate(parent)
        expected.close(node.number)
    }

    private mutating func closeWindow(_ expected: inout ExpectedWindows) {
        guard life.windows.count > 1, let window = life.windows.randomElement(using: &random)
        else { return }
        life.close(window)
        session.removeRoot(window)
        life.letGo(of: window.number)
        session.invalidate(life.windows[0])
        expected.close(window.number)
    }
}
