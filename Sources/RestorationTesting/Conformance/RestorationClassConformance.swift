public import RestorationKit

/// Checks that the objects of a restoration class come back as they were, and that nothing found in
/// an archive harms them. The same source may then serve in a plugin.
///
/// ```swift
/// @Test func `comes back whatever its state looks like`() {
///     let report = RestorationClassConformance.check(Editor.self) { $0.type("Half a sentence") }
///     #expect(report.hasPassed, "\(report)")
/// }
/// ```
public enum RestorationClassConformance {
    /// Runs all checks, each on an object of its own that is alone below a root.
    ///
    /// State that is not as the class wrote it may make decoding fail; what it must not do is end the
    /// program, which then ends the test, too.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - parameters: What the class needs to make a new object.
    ///   - prepare: Gives a new object state that is worth preserving.
    ///   - deliver: Lets the data arrive that the class has said "not yet" for. Such a class is judged
    ///     by what comes then.
    public static func check<Object: RestorableObject>(
        _ type: Object.Type,
        parameters: [String: RestorationValue] = [:],
        prepare: @escaping (Object) throws -> Void = { _ in },
        deliver: @escaping () throws -> Void = {}
    ) -> ConformanceReport {
        let checks = ClassSubject<Object>.comingBack + ClassSubject<Object>.strangeState
        return ConformanceCheck.report(checks) { _ in
            ClassSubject(parameters: parameters, prepare: prepare, deliver: deliver)
        }
    }
}

/// An object of the class in a program of its own.
struct ClassSubject<Object: RestorableObject> {
    let parameters: [String: RestorationValue]
    let prepare: (Object) throws -> Void
    let deliver: () throws -> Void

    static var path: String { "Root/Object" }

    /// The class in a program that knows it.
    func program() -> TestProgram<ObjectHolder> {
        TestProgram { session in
            session.register(Object.self, as: "Object")
            return ObjectHolder(in: session)
        }
    }

    /// A launch with a new object that was prepared.
    func launched() throws -> TestLaunch<ObjectHolder> {
        let launch = try program().launch()
        let root = launch.graph
        let object = try launch.session.make(
            "Object",
            under: root,
            className: "Object",
            parameters: parameters
        )
        root.held = object
        guard let object = object as? Object else {
            throw Nonconformance("the class made another object than one of its own")
        }
        try prepare(object)
        return launch
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
    /// - Returns: What became of the object.
    func restoring(
        _ values: [String: RestorationValue]
    ) throws -> RestorationReport.Entry? {
        let disk = MemoryDisk(application: ApplicationIdentifier("org.example.tested")!)
        let writer = TestProgram(store: { disk.store() }) { session in
            session.register(ValueWriter.self, as: "Object")
            return ObjectHolder(in: session)
        }
        let written = try writer.launch()
        let object = try written.session.make(
            "Object",
            under: written.graph,
            className: "Object",
            parameters: values
        )
        written.graph.held = object
        try written.terminate()
        let reader = TestProgram(store: { disk.store() }) { session in
            session.register(Object.self, as: "Object")
            return ObjectHolder(in: session)
        }
        return try outcome(reader.launch())
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

    init(in session: RestorationSession) {
        session.addRoot(self)
        session.delegate = self
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

/// Writes values that it is given, in place of an object of the class.
private final class ValueWriter: RestorableObject {
    private let values: [String: RestorationValue]
    init(_ request: CreationRequest) { values = request.parameters }

    func encodeRestorableState(with coder: RestorationCoder) {
        for (key, value) in values { coder.encode(value, forKey: key) }
    }
}
