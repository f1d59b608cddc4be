import RestorationTesting
import Testing

/// A program that saved a container with children. Children whose names begin with "late" are
/// deferred in later launches.
///
/// - Parameters:
///   - selected: The name of the selected child.
///   - keys: The slots of children, by name.
///   - presented: The name of the presented object.
func lateProgram(
    _ arrangement: RestorationArrangement = .places,
    _ names: String...,
    selecting selected: String? = nil,
    keys: [String: String] = [:],
    presenting presented: String? = nil,
    configure: @escaping (inout RestorationOptions) -> Void = { _ in }
) throws -> TestProgram<Stack> {
    let program = stackProgram(arrangement, configure: configure)
    let first = try program.launch()
    for name in names {
        let node = try first.make(name)
        first.graph.add(node, in: keys[name])
        if name == selected { first.graph.restorationSelection = node }
    }
    first.graph.restorationPresented = try presented.map { try first.make($0) }
    return try first.terminate(.clean)
}

extension TestLaunch where Graph: RestorableContainer {
    /// Makes a child of a class. It is deferred in later launches if its name begins with "late".
    func make(_ name: String) throws -> Node {
        let className = name.hasPrefix("late") ? "Late" : "Node"
        let node = try session.make(name, under: graph, as: Node.self, className: className)
        node.text = "of \(name)"
        return node
    }
}

extension TestLaunch {
    /// An object's current entry in the report.
    func entry(_ path: String) -> RestorationReport.Entry? {
        session.report?[path]
    }
}
