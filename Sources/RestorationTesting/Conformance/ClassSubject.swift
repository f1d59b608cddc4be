import RestorationKit

/// A restoration class, and the program that knows it.
struct CheckedClass {
    var application = "org.example.tested"
    var directories: [String] = []
    /// Makes the class known to a session, where it is the host's, and finds it there.
    let find: (RestorationSession) throws -> any RestorationClass

    /// What archives say of the class.
    func written() throws -> WrittenClass {
        let launch = try TestProgram(
            application: application,
            configure: { $0.pluginDirectories = directories },
            build: { try WrittenClass(find($0)) }
        ).launch()
        return launch.graph
    }
}

/// An object of the class in a program of its own.
struct ClassSubject {
    let checked: CheckedClass
    let olderStates: [Int: [String: RestorationValue]]
    let parameters: [String: RestorationValue]
    let prepare: (any Restorable) throws -> Void
    let deliver: () throws -> Void

    static var path: String { "Root/Object" }

    /// The class in a program that knows it.
    private func program(_ disk: MemoryDisk? = nil) -> TestProgram<ObjectHolder> {
        TestProgram(
            application: checked.application,
            store: disk.map { disk in { disk.store() } },
            configure: { $0.pluginDirectories = checked.directories },
            build: { session in try ObjectHolder(in: session, checked.find(session)) }
        )
    }

    /// A launch with a new object that was prepared.
    func launched() throws -> TestLaunch<ObjectHolder> {
        let launch = try program().launch()
        try prepare(newObject(in: launch))
        return launch
    }

    /// A new object. A session waits for none: what the class waits for is let arrive, and the
    /// object asked for again.
    private func newObject(in launch: TestLaunch<ObjectHolder>) throws -> any Restorable {
        func make() throws -> any Restorable {
            try launch.graph.make(parameters, in: launch.session)
        }
        do { return try make() } catch SessionError.objectNotYetAvailable { try deliver() }
        do {
            return try make()
        } catch SessionError.objectNotYetAvailable {
            throw Nonconformance(
                "a new object is not there: the class has said \"not yet\", and again after deliver;"
                    + " let its data arrive there"
            )
        }
    }

    /// The object's own lines.
    func state(_ launch: TestLaunch<ObjectHolder>) throws -> StateSnapshot.Object {
        guard let object = try launch.snapshot()[Self.path] else {
            throw Nonconformance("it is not part of the state: its identifier has changed")
        }
        return object
    }

    /// Restores the class from values that it has not written itself.
    ///
    /// - Parameter schemaVersion: Of the class that is to have written them; `nil` for its own.
    func relaunched(
        _ values: [String: RestorationValue],
        schemaVersion: Int? = nil
    ) throws -> TestLaunch<ObjectHolder> {
        guard let application = ApplicationIdentifier(checked.application) else {
            throw TestingError.invalidApplication(checked.application)
        }
        let disk = MemoryDisk(application: application)
        var written = try checked.written()
        if let schemaVersion { written.schemaVersion = schemaVersion }
        let writer = TestProgram(application: checked.application, store: { disk.store() }) {
            ObjectHolder(in: $0, ValueWriterClass(written))
        }
        let launch = try writer.launch()
        _ = try launch.graph.make(values, in: launch.session)
        try launch.terminate()
        return try program(disk).launch()
    }

    /// What becomes of the object if it is restored from values that it has not written itself.
    func restoring(
        _ values: [String: RestorationValue],
        schemaVersion: Int? = nil
    ) throws -> RestorationReport.Entry? {
        try outcome(relaunched(values, schemaVersion: schemaVersion))
    }

    /// What has become of the object, when late data has arrived.
    func outcome(_ launch: TestLaunch<ObjectHolder>) throws -> RestorationReport.Entry? {
        if launch.report.count(of: .awaited) > 0 {
            try deliver()
            launch.settle()
        }
        return launch.session.report?.entries.first { $0.path.description == Self.path }
    }
}

/// The root that holds the object.
final class ObjectHolder: Restorable, RestorationDelegate {
    let restorationIdentifier: String? = "Root"
    var held: (any Restorable)?
    private let restorationClassOfHeld: any RestorationClass

    init(in session: RestorationSession, _ restorationClass: any RestorationClass) {
        restorationClassOfHeld = restorationClass
        session.addRoot(self)
        session.delegate = self
    }

    /// Holds a new object of the class.
    func make(
        _ parameters: [String: RestorationValue],
        in session: RestorationSession
    ) throws -> any Restorable {
        let object = try session.make("Object", under: self, parameters: parameters) { _ in
            restorationClassOfHeld
        }
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

/// What archives say of a class.
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

/// Has records of values as the class that is checked would write them.
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

/// Writes values that it is given, in place of an object of the class.
private final class ValueWriter: Restorable {
    private let values: [String: RestorationValue]
    init(_ values: [String: RestorationValue]) { self.values = values }

    func encodeRestorableState(with coder: RestorationCoder) {
        for (key, value) in values { coder.encode(value, forKey: key) }
    }
}
