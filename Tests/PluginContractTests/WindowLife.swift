import RestorationTesting
import TestSupport

/// One life of a program whose windows are random.
final class WindowLife {
    // Invariant: one test alone uses it, and a session's calls come on that test's thread.
    nonisolated(unsafe) private static var playing: WindowLife?
    static var current: WindowLife { unsafe playing! }

    let plan: RandomWindows
    let troubles: RandomWindows.Troubles
    let number: Int
    private(set) var windows: [WindowNode] = []
    private(set) var tickets: [Int: RestorationTicket] = [:]
    /// Whether what was late has come.
    var hasArrived = false
    /// All that was made, which the launch alone holds.
    private var made: [WeakNode] = []

    private struct WeakNode {
        weak var node: WindowNode?
    }

    /// - Parameter number: From 1 on.
    init(_ plan: RandomWindows, number: Int) {
        self.plan = plan
        self.number = number
        troubles = plan.lives[number - 1]
        unsafe Self.playing = self
    }

    /// The objects hold each other in circles.
    func end() {
        windows = []
        for node in made { node.node?.letGo() }
        unsafe Self.playing = nil
    }

    func close(_ window: WindowNode) { windows.removeAll { $0 === window } }

    func note(_ node: WindowNode) { made.append(WeakNode(node: node)) }

    // MARK: Building

    /// Registers the classes and makes the windows; in the first life, all that is in them.
    func build(in session: RestorationSession, _ open: [Int]) throws {
        register("Stack", WindowContainer.self, session)
        register("Plain", WindowNode.self, session)
        let (former, type): (String, any Restorable.Type) =
            troubles.isRenamed
            ? ("OldWindow", WindowContainer.self) : ("WindowContainer", OldWindow.self)
        session.alias("PluginContractTests.\(former)", for: type)
        for number in open {
            let window = troubles.isRenamed ? WindowContainer(number) : OldWindow(number)
            windows.append(window)
            session.addRoot(window, scope: Self.scope(of: window))
        }
        guard number == 1 else { return }
        var nodes = windows as [WindowNode]
        for (number, node) in plan.nodes.enumerated().dropFirst(windows.count) {
            let parent = nodes[node.parent!] as! WindowContainer
            let made = try plan.areMade ? make(number, under: parent, session) : build(number)
            parent.insert(made, at: parent.children.count, in: node.slot)
            nodes.append(made)
        }
        for (node, references) in zip(nodes, plan.references) {
            node.references = references.map { nodes[$0] }
        }
        for case let container as WindowContainer in nodes where container.number.isMultiple(of: 2)
        {
            container.selected = container.children.last
        }
    }

    private func build(_ number: Int) -> WindowNode {
        switch plan.nodes[number].kind {
        case .stack, .places: WindowContainer(number)
        case .plain: WindowNode(number)
        }
    }

    private func make(
        _ number: Int,
        under parent: WindowContainer,
        _ session: RestorationSession
    ) throws -> WindowNode {
        let made = try session.make(
            plan.nodes[number].name,
            under: parent,
            className: restorationClass(of: number),
            parameters: ["number": .integer(Int64(number))]
        )
        return made as! WindowNode
    }

    /// The class that objects of a number's kind are of.
    func restorationClass(of number: Int) -> String {
        let node = plan.nodes[number]
        let name =
            switch node.kind {
            case .stack, .places: "Stack"
            case .plain: "Plain"
            }
        return (node.isOfPlugin ? "Plugin" : "") + className(name)
    }

    private func register<Node: WindowNode>(
        _ name: String,
        _ type: Node.Type,
        _ session: RestorationSession
    ) {
        let names = [className(name), className(name, isRenamed: !troubles.isRenamed)]
        session.register(type, as: names[0], aliases: [names[1]])
        guard !troubles.isClassGone else { return }
        session.register(type, as: "Plugin\(names[0])", aliases: ["Plugin\(names[1])"])
    }

    private func className(_ name: String, isRenamed: Bool) -> String {
        isRenamed ? "\(name)2" : name
    }

    private func className(_ name: String) -> String {
        className(name, isRenamed: troubles.isRenamed)
    }

    static func scope(of window: WindowNode) -> String { "w\(window.number)" }

    // MARK: Failing

    func fault(of number: Int) -> RandomWindows.Fault { troubles.faults[number] }

    func checkCreation(_ number: Int, _ request: CreationRequest) throws {
        switch fault(of: number) {
        case .creationFails: throw BrokenNode()
        case .late where hasArrived: break
        case .late, .lateForEver:
            tickets[number] = request.ticket
            throw ObjectNotYetAvailable()
        default: break
        }
    }

    func checkDecoding(_ number: Int) throws {
        switch fault(of: number) {
        case .decodingFails: throw BrokenNode()
        case .notYet where hasArrived: break
        case .notYet, .neverReady: throw StateNotYetApplicable()
        default: break
        }
    }

    /// Lets all that is late come, in an order that the seed says.
    func letArrive(_ launch: TestLaunch<Void>) {
        hasArrived = true
        var random = SeededGenerator(seed: plan.seed &+ UInt64(number))
        for (number, ticket) in tickets.sorted(by: { $0.key < $1.key }).shuffled(using: &random)
        where fault(of: number) == .late {
            ticket.arrive()
            if Bool.random(using: &random) { launch.settle() }
        }
        launch.settle()
        for node in made.compactMap(\.node) where fault(of: node.number) == .notYet {
            launch.session.applyAwaitedState(to: node)
        }
    }
}

/// An object in a window.
class WindowNode: RestorableObject {
    let number: Int
    /// What the object calls itself.
    var name: String
    /// Whether a class has made it, rather than the program.
    let isMade: Bool
    weak var parent: WindowContainer?
    var references: [any Restorable] = []
    var value: Int

    /// A value of an object that has not got its state.
    static let none = -1

    var node: RandomWindows.Node { WindowLife.current.plan.nodes[number] }

    init(_ number: Int) {
        let life = WindowLife.current
        self.number = number
        let node = life.plan.nodes[number]
        name = node.parent == nil ? "Window" : node.name
        isMade = false
        value = life.number == 1 ? number : Self.none
        life.note(self)
    }

    /// Several may have one name: their state says which of them it is.
    required init(_ request: CreationRequest) throws {
        let life = WindowLife.current
        let state = try request.coder?.decode(Int.self, forKey: "number")
        guard let number = try state ?? request.parameter("number", as: Int.self) else {
            throw BrokenNode()
        }
        self.number = number
        name = request.identifier
        isMade = true
        value = request.reason == .make ? number : Self.none
        try life.checkCreation(number, request)
        life.note(self)
    }

    var restorationIdentifier: String? { name }
    var restorationParent: (any Restorable)? { parent }
    var restorationClass: String? {
        node.parent == nil ? nil : WindowLife.current.restorationClass(of: number)
    }
    var restorationChildren: [any Restorable] { [] }
    func restorationDiscriminator(of child: any Restorable) -> String? { nil }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(number, forKey: "number")
        coder.encode(value, forKey: "value")
        coder.encode(references, forKey: "references")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        try WindowLife.current.checkDecoding(number)
        guard try coder.decode(Int.self, forKey: "number") == number else { throw BrokenNode() }
        value = try coder.decode(Int.self, forKey: "value") ?? Self.none
        references = try coder.decodeReferences(forKey: "references")
    }

    func letGo() {
        references = []
        parent = nil
    }
}

/// A stack, or places.
class WindowContainer: WindowNode, RestorableContainer {
    private(set) var restorationSlots: [RestorationSlot] = []
    var selected: (any Restorable)?
    var restorationSelection: (any Restorable)? { selected }
    var restorationArrangement: RestorationArrangement { node.kind == .stack ? .stack : .places }
    override var restorationChildren: [any Restorable] { children }
    var children: [any Restorable] { restorationSlots.map(\.child) }

    override func restorationDiscriminator(of child: any Restorable) -> String? {
        restorationSlots.first { $0.child === child }?.key
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
        selected = selection
        for case let child as WindowNode in children { child.parent = self }
    }

    func insert(_ child: WindowNode, at index: Int, in slot: String?) {
        restorationSlots.insert(RestorationSlot(child, key: slot), at: index)
        child.parent = self
    }

    func remove(_ child: any Restorable) {
        restorationSlots.removeAll { $0.child === child }
        if selected === child { selected = nil }
    }

    func reverse() { restorationSlots.reverse() }

    override func letGo() {
        super.letGo()
        restorationSlots = []
        selected = nil
    }
}

/// What windows are called in every other life.
final class OldWindow: WindowContainer {}

struct BrokenNode: Error {}
