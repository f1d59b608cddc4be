import Foundation
import RestorationTesting
import TestSupport
import Testing

/// A program with one root.
func program(
    _ delegate: Delegate? = nil,
    preset: RestorationPreset = .tested,
    configure: @escaping (inout RestorationOptions) -> Void = { _ in },
    _ build: @escaping (RestorationSession) throws -> Node
) -> TestProgram<Node> {
    TestProgram(preset: preset, configure: configure) { session in
        session.delegate = delegate
        session.registerScenarioClasses()
        let root = try build(session)
        session.addRoot(root)
        return root
    }
}

extension RestorationSession {
    /// Registers the classes of the scenarios under their names.
    func registerScenarioClasses() {
        register(Node.self, as: "Node")
        register(Late.self, as: "Late")
        register(Declining.self, as: "Declining")
        register(Failing.self, as: "Failing")
        register(Peeking.self, as: "Peeking")
    }
}

/// A program whose root saved children of a class. The text of each child is its name.
func savedProgram(
    _ names: String...,
    configure: @escaping (inout RestorationOptions) -> Void = { _ in },
    onDecode: @escaping (RestorationSession) -> Void = { _ in }
) throws -> TestProgram<Node> {
    let first = try program(configure: configure) { session in
        let root = Node("Root")
        root.onDecode = { _ in onDecode(session) }
        return root
    }.launch()
    first.graph.text = "root"
    for name in names { try first.make(name, under: first.graph).text = name }
    return try first.terminate()
}

/// A launch of a program whose root builds A with the child B. B fails to decode its saved state.
func launchWithFailingChild() throws -> TestLaunch<Node> {
    var fails = false
    let first = try program { _ in
        let child = Node("B")
        child.onDecode = { _ in if fails { throw Failing.Failure() } }
        return Node("A", [child])
    }.launch()
    first.graph.children[0].text = "typed"
    fails = true
    return try first.relaunch()
}

extension TestProgram {
    /// The paths of all saved objects, or none without a save.
    var savedPaths: [String] {
        get throws { try savedState()?.paths ?? [] }
    }
}

extension TestLaunch {
    /// Saves, and returns the issues of the save.
    func issues() throws -> [PreservationError] {
        var issues: [PreservationError] = []
        session.onSave = { issues = $0.report.issues }
        try session.preserveNow()
        return issues
    }

    /// The outcomes of objects that were not restored with their state.
    var outcomes: [String: RestorationReport.Outcome] {
        Dictionary(uniqueKeysWithValues: report.notRestored.map { ("\($0.path)", $0.outcome) })
    }
}

extension TestLaunch {
    /// Makes an object of a class below `parent`, and adds a reference to it there.
    @discardableResult
    func make(_ identifier: String, of name: String = "Node", under parent: Node) throws -> Node {
        let node = try session.make(identifier, under: parent, as: Node.self, className: name)
        parent.add(node)
        return node
    }
}

/// A temporary directory for state files, removed on deinit.
final class StateDirectory {
    let path = NSTemporaryDirectory() + "restoration-rules-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func program(
        preset: RestorationPreset = .tested,
        _ build: @escaping () -> Node
    ) -> TestProgram<Node> {
        let path = path
        return TestProgram(
            preset: preset,
            store: {
                try ArchiveStore(
                    application: ApplicationIdentifier("org.example.tested")!,
                    directory: path + "/state",
                    keys: FileKeyProvider(directory: path + "/keys")
                )
            },
            build: { session in
                let root = build()
                session.addRoot(root)
                return root
            }
        )
    }

    /// Compiles a plugin of `Tests/Fixtures/Plugins` into the directory.
    func addPlugin(_ fixture: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        try ContractPlugin.compile(fixture, into: path)
    }

    /// The contents of every state file, by name.
    func files() throws -> [String: Data] {
        let folder = path + "/state"
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
        }
        return files
    }

    /// Overwrites a state file.
    func replace(_ name: String, by bytes: Data) throws {
        try bytes.write(to: URL(filePath: "\(path)/state/\(name)"))
    }
}
