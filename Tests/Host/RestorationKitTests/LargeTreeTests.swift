import RestorationKit
import Testing

@Suite struct `A large tree` {
    private let sandbox = Sandbox(isInMemory: true)

    @discardableResult
    private func life(_ root: any Restorable) throws -> RestorationReport {
        let session = try sandbox.session {
            $0.sizeBudget = .max
            $0.objectSizeBudget = .max
        }
        session.register(Node.self, as: "Node")
        session.addRoot(root)
        let report = try session.restore()
        try session.preserveNow()
        session.close()
        return report
    }

    /// A chain of objects, whose state is their depth.
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
        try life(root)
        root.takeApart()

        let after = Node("n")
        let report = try life(after)

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

    // Quadratic work would take longer than minutes here. The benchmark measures it.
    @Test func `comes back with 30,000 children of one object`() throws {
        let root = Node("wide")
        root.restorationSlots = (0..<30_000).map { number in
            let child = Node("n\(number)")
            child.number = number
            child.restorationParent = root
            return RestorationSlot(child)
        }
        try life(root)

        let after = Node("wide")
        let report = try life(after)

        #expect(report.count(of: .restored) == 30_001)
        let numbers = after.restorationSlots.map { ($0.child as? Node)?.number ?? -1 }
        #expect(numbers == Array(0..<30_000))
    }

    @Test(arguments: [10, 1_000])
    func `asks a container for its slots equally often, however many there are`(count: Int) throws {
        let shelf = Shelf(count)
        try life(shelf)
        let after = Shelf(count)

        let report = try life(after)

        #expect(report.count(of: .restored) == count + 1)
        #expect(after.requestCount < 10)
    }
}

/// A container of objects that the program builds.
private final class Shelf: RestorableContainer {
    private final class Book: Restorable {
        let restorationIdentifier: String?
        init(_ identifier: String) { restorationIdentifier = identifier }
        func encodeRestorableState(with coder: RestorationCoder) { coder.encode(1, forKey: "page") }
    }

    let restorationIdentifier: String? = "shelf"
    private let slots: [RestorationSlot]
    private(set) var requestCount = 0
    var restorationSlots: [RestorationSlot] {
        requestCount += 1
        return slots
    }

    init(_ count: Int) { slots = (0..<count).map { RestorationSlot(Book("book\($0)")) } }

    func attachRestored(_ slots: [RestorationSlot], selecting: (any Restorable)?) {}
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

    /// Releases the nodes one by one, since releasing a long chain would recurse.
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
