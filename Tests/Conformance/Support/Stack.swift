import RestorationTesting

/// A container of the scenarios, which may also present an object. It encodes values only through a
/// scenario's closure.
class Stack: RestorableContainer, RestorablePresenter {
    let restorationIdentifier: String?
    let restorationArrangement: RestorationArrangement
    var distinguishesChildrenByPosition: Bool { restorationArrangement == .stack }
    private(set) var restorationSlots: [RestorationSlot] = []
    var restorationSelection: (any Restorable)?
    var restorationPresented: (any Restorable)?
    var onEncode: (RestorationCoder) throws -> Void = { _ in }
    var onDecode: (RestorationCoder) throws -> Void = { _ in }
    /// The number of calls that attached children.
    private(set) var attachCount = 0

    init(_ identifier: String?, _ arrangement: RestorationArrangement = .stack) {
        restorationIdentifier = identifier
        restorationArrangement = arrangement
    }

    var members: [Node] { restorationSlots.compactMap { $0.child as? Node } }
    var names: [String] { members.map(\.name) }

    func add(_ child: Node, in slot: String? = nil) {
        child.restorationParent = self
        restorationSlots.append(RestorationSlot(child, key: slot))
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        attachCount += 1
        restorationSlots = slots
        if let selection { restorationSelection = selection }
    }

    func presentRestored(_ object: any Restorable) { restorationPresented = object }

    func encodeRestorableState(with coder: RestorationCoder) throws { try onEncode(coder) }

    func decodeRestorableState(with coder: RestorationCoder) throws { try onDecode(coder) }
}

/// A program with a container as its root.
///
/// - Parameter register: Registers the test's own classes.
func stackProgram(
    _ arrangement: RestorationArrangement = .stack,
    delegate: Delegate? = nil,
    preset: RestorationPreset = .tested,
    _ build: @escaping (Stack) -> Void = { _ in },
    configure: @escaping (inout RestorationOptions) -> Void = { _ in },
    registering register: @escaping (RestorationSession) -> Void = { _ in }
) -> TestProgram<Stack> {
    TestProgram(preset: preset, configure: configure) { session in
        session.delegate = delegate
        session.registerScenarioClasses()
        register(session)
        let stack = Stack("Stack", arrangement)
        build(stack)
        session.addRoot(stack)
        return stack
    }
}

extension TestLaunch<Stack> {
    /// Pushes members that their class restores.
    func push(_ names: String..., declining: String? = nil) throws {
        for name in names {
            let className = name == declining ? "Declining" : "Node"
            let made = try session.make(name, under: graph, className: className)
            if let node = made as? Node {
                node.text = "of \(name)"
                graph.add(node)
            }
        }
    }
}
