import RestorationKit
import Testing

@Suite struct `A large tree` {
    private let sandbox = Sandbox(isInMemory: true)

    private func life(
        _ root: Node,
        _ body: () -> Void = {}
    ) throws -> (report: RestorationReport, duration: Duration) {
        let session = try sandbox.session { $0.sizeBudget = .max }
        session.register(Node.self, as: "Node")
        session.addRoot(root)
        var report: RestorationReport?
        let duration = try ContinuousClock().measure {
            report = try session.restore()
            body()
            try session.preserveNow()
        }
        session.close()
        return (try #require(report), duration)
    }

    /// A chain of so many objects, whose state is their depth.
    private func chain(_ depth: Int) -> Node {
        let root = Node("n")
        var last = root
        for number in 1..<depth {
            let next = Node("n")
            next.number = number
            last.restorationSlots = [RestorationSlot(next)]
            next.restorationParent = last
            last = next
        }
        return root
    }

    @Test func `comes back from a depth of 10,000`() throws {
        let root = chain(10_000)
        _ = try life(root)
        root.takeApart()

        let after = Node("n")
        let (report, _) = try life(after)

        var count = 0
        var next: Node? = after
        while let node = next {
            #expect(node.number == count)
            count += 1
            next = node.restorationSlots.first?.child as? Node
        }
        #expect(count == 10_000)
        #expect(report.count(of: .restored) == 10_000)
        after.takeApart()
    }

    @Test func `costs twice as much with twice the children`() throws {
        func measure(_ width: Int) throws -> Duration {
            let root = Node("wide")
            root.restorationSlots = (0..<width).map { number in
                let child = Node("n\(number)")
                child.number = number
                child.restorationParent = root
                return RestorationSlot(child)
            }
            _ = try life(root)
            let after = Node("wide")
            let (report, duration) = try life(after)
            #expect(report.count(of: .restored) == width + 1)
            #expect(after.restorationSlots.count == width)
            return duration
        }
        let small = try measure(2_000)

        let large = try measure(16_000)

        // Eight times the objects; 64 times the work if it were quadratic.
        #expect(large < small * 32)
    }
}

private final class Node: RestorableContainer, RestorableObject {
    let restorationIdentifier: String?
    var restorationClass: String? { restorationParent == nil ? nil : "Node" }
    weak var restorationParent: (any Restorable)?
    var restorationSlots: [RestorationSlot] = []
    var number = 0

    init(_ identifier: String) { restorationIdentifier = identifier }
    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(number, forKey: "number")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        number = try coder.decode(Int.self, forKey: "number") ?? 0
    }

    func attachRestored(_ slots: [RestorationSlot], selecting: (any Restorable)?) {
        restorationSlots = slots
        for slot in slots { (slot.child as? Node)?.restorationParent = self }
    }

    /// Lets go of one after the other: the end of a long chain would end each inside the other.
    func takeApart() {
        var waiting = restorationSlots
        restorationSlots = []
        while let slot = waiting.popLast() {
            guard let node = slot.child as? Node else { continue }
            waiting += node.restorationSlots
            node.restorationSlots = []
        }
    }
}
