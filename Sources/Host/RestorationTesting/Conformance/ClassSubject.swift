import RestorationKit
import RestorationPlugins

/// A restoration class, and how test programs configure and find it.
struct CheckedClass {
    var application = "org.example.tested"
    /// The identifiers of the root, of each ancestor below it, and of the object.
    var path = ["Root", "Object"]
    var configure: (inout RestorationOptions) -> Void = { _ in }
    /// Called before the class restores values that it did not write.
    var willRestore: (WrittenClass, [String: RestorationValue]) -> Void = { _, _ in }
    /// Registers the class if it is the host's, and returns it as the session knows it.
    let find: (RestorationSession) throws -> any RestorationClass

    /// The class's name, plugin and schema version in archives. Cached, because they are constant.
    func written() throws -> WrittenClass {
        if let known = known.written { return known }
        let launch = try TestProgram(
            application: application,
            configure: configure,
            build: { try WrittenClass(find($0)) }
        ).launch()
        known.written = launch.graph
        return launch.graph
    }

    private let known = Known()

    private final class Known {
        var written: WrittenClass?
    }
}

/// An object of the class, alone in a program.
struct ClassSubject {
    let checked: CheckedClass
    let olderStates: [Int: [String: RestorationValue]]
    let parameters: [String: RestorationValue]
    let prepare: (any Restorable) throws -> Void
    let deliver: (RestorationSession) throws -> Void

    var path: String { RestorationPath.printed(checked.path) }

    func program(
        _ disk: MemoryDisk? = nil,
        configure: @escaping (inout RestorationOptions) -> Void = { _ in }
    ) -> TestProgram<ObjectHolder> {
        TestProgram(
            application: checked.application,
            store: disk.map { disk in { disk.store() } },
            configure: { options in
                checked.configure(&options)
                configure(&options)
            },
            build: { session in
                try ObjectHolder(in: session, at: checked.path, checked.find(session))
            }
        )
    }

    func launched() throws -> TestLaunch<ObjectHolder> {
        let launch = try program().launch()
        try prepare(newObject(in: launch))
        return launch
    }

    /// Makes a new object. If its class says "not yet", delivers the data and asks again.
    func newObject(in launch: TestLaunch<ObjectHolder>) throws -> any Restorable {
        func make() throws -> any Restorable {
            try launch.graph.make(parameters, in: launch.session)
        }
        do { return try make() } catch SessionError.objectNotYetAvailable {
            try deliver(launch.session)
        }
        do {
            return try make()
        } catch SessionError.objectNotYetAvailable {
            throw Nonconformance(
                "there is no new object: the class answered \"not yet\", and again"
                    + " after deliver; make its data arrive there"
            )
        }
    }

    func state(_ launch: TestLaunch<ObjectHolder>) throws -> StateSnapshot.Object {
        guard let object = try launch.snapshot()[path] else {
            throw Nonconformance("it is not part of the state: its identifier has changed")
        }
        return object
    }

    /// Relaunches with values that the class did not write.
    ///
    /// - Parameter schemaVersion: The schema version of the values; `nil` for the class's own.
    func relaunched(
        _ values: [String: RestorationValue],
        schemaVersion: Int? = nil,
        references: [String: ForeignReference] = [:],
        configure: @escaping (inout RestorationOptions) -> Void = { _ in }
    ) throws -> TestLaunch<ObjectHolder> {
        guard let application = ApplicationIdentifier(checked.application) else {
            throw TestingError.invalidApplication(checked.application)
        }
        let disk = MemoryDisk(application: application)
        var written = try checked.written()
        if let schemaVersion { written.schemaVersion = schemaVersion }
        checked.willRestore(written, values)
        let writer = TestProgram(application: checked.application, store: { disk.store() }) {
            ObjectHolder(in: $0, at: checked.path, ValueWriterClass(written))
        }
        let launch = try writer.launch()
        let object = try launch.graph.make(values, in: launch.session)
        (object as? ValueWriter)?.refer(references, holder: launch.graph)
        try launch.terminate()
        return try program(disk, configure: configure).launch()
    }

    /// The object's entry after a restore from values that the class did not write.
    func restoring(
        _ values: [String: RestorationValue],
        schemaVersion: Int? = nil,
        references: [String: ForeignReference] = [:]
    ) throws -> RestorationReport.Entry? {
        try outcome(
            relaunched(values, schemaVersion: schemaVersion, references: references)
        )
    }

    /// The object's entry, after the delivery of deferred data.
    func outcome(_ launch: TestLaunch<ObjectHolder>) throws -> RestorationReport.Entry? {
        if launch.report.count(of: .awaited) > 0 {
            try deliver(launch.session)
            launch.settle()
        }
        return launch.session.report?[path]
    }
}

/// The parent of the object: a root, or the last of a chain of ancestors.
final class ObjectHolder: Restorable, RestorationDelegate {
    let restorationIdentifier: String?
    var held: (any Restorable)?
    private let restorationClassOfHeld: any RestorationClass
    private let identifierOfHeld: String
    private var above: [PathHolder] = []

    /// - Parameter path: At least two identifiers.
    init(
        in session: RestorationSession,
        at path: [String],
        _ restorationClass: any RestorationClass
    ) {
        restorationClassOfHeld = restorationClass
        identifierOfHeld = path[path.count - 1]
        restorationIdentifier = path[path.count - 2]
        above = path.dropLast(2).map { PathHolder($0) }
        for (holder, child) in zip(above, above.dropFirst()) { holder.child = child }
        above.last?.child = self
        session.addRoot(above.first ?? self)
        session.delegate = self
    }

    deinit { above.last?.child = nil }

    func make(
        _ parameters: [String: RestorationValue],
        in session: RestorationSession
    ) throws -> any Restorable {
        let object = try session.make(
            identifierOfHeld,
            under: self,
            parameters: parameters
        ) { _ in restorationClassOfHeld }
        held = object
        return object
    }

    var restorationChildren: [any Restorable] { held.map { [$0] } ?? [] }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(held, forKey: "held")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        held = try coder.decodeReference(forKey: "held")
    }

    func didRestoreAwaited(_ objects: [any Restorable]) { held = objects.first }
}

private final class PathHolder: Restorable {
    let restorationIdentifier: String?
    /// Weak, because the holder retains its ancestors.
    weak var child: (any Restorable)?

    init(_ identifier: String) { restorationIdentifier = identifier }

    var restorationChildren: [any Restorable] { child.map { [$0] } ?? [] }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(child, forKey: "child")
    }
}

/// The target of a reference among values that the class did not write.
enum ForeignReference: Hashable {
    /// Null, as if the target were deallocated.
    case nothing
    case itself
    case holder
    case list([ForeignReference])
}

/// The class as archives name it.
struct WrittenClass {
    let name: String
    let plugin: String?
    var schemaVersion: Int

    init(_ restorationClass: any RestorationClass) {
        name = restorationClass.name
        plugin = restorationClass.plugin
        schemaVersion = restorationClass.schemaVersion
    }
}

private final class ValueWriterClass: RestorationClass {
    let name: String
    let plugin: String?
    let schemaVersion: Int

    init(_ written: WrittenClass) {
        name = written.name
        plugin = written.plugin
        schemaVersion = written.schemaVersion
    }

    func createObject(_ request: consuming CreationRequest) throws -> any Restorable {
        ValueWriter(request.parameters)
    }
}

/// Encodes given values in place of an object of the checked class.
private final class ValueWriter: Restorable {
    private let values: [String: RestorationValue]
    private var references: [String: ForeignReference] = [:]
    private weak var holder: ObjectHolder?

    init(_ values: [String: RestorationValue]) { self.values = values }

    func refer(_ references: [String: ForeignReference], holder: ObjectHolder) {
        self.references = references
        self.holder = holder
    }

    func encodeRestorableState(with coder: RestorationCoder) {
        for (key, value) in values { coder.encode(value, forKey: key) }
        for (key, reference) in references {
            if case .list(let elements) = reference {
                coder.encode(elements.map { RestorationReference(object($0)) }, forKey: key)
            } else {
                coder.encode(object(reference), forKey: key)
            }
        }
    }

    private func object(_ reference: ForeignReference) -> (any Restorable)? {
        switch reference {
        case .nothing, .list: nil
        case .itself: self
        case .holder: holder
        }
    }
}
