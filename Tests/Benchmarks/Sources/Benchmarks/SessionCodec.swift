import Foundation
import RestorationKit

/// A directory of the benchmark's own, removed when it ends.
final class Sandbox {
    let root = NSTemporaryDirectory() + "restoration-benchmark-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
}

/// Times the moments of a restore that a program can see.
private final class Observer: RestorationDelegate {
    var opened: Sample?
    var watch: Stopwatch?

    func shouldRestoreState(from coder: RestorationCoder) -> Bool {
        opened = watch?.stop()
        return true
    }
}

/// A session, through its public face.
final class SessionCodec {
    private let plan: TreePlan
    private let sandbox: Sandbox
    private var session: RestorationSession
    private var root: RestorableNode

    init(_ plan: TreePlan) throws {
        self.plan = plan
        sandbox = try Sandbox()
        root = plan.build(of: RestorableNode.self)
        session = try Self.session(sandbox, nil)
        session.addRoot(root)
        try session.restore()
        try session.preserveNow()
    }

    deinit { session.close() }

    private static func session(
        _ sandbox: Sandbox,
        _ delegate: (any RestorationDelegate)?
    ) throws -> RestorationSession {
        var options = RestorationOptions()
        options.stateDirectory = sandbox.root + "/state"
        options.keyProvider = FileKeyProvider(directory: sandbox.root + "/keys")
        options.sizeBudget = .max
        options.savesAutomatically = false
        let session = try RestorationSession(
            application: "org.example.benchmark",
            delegate: delegate,
            options: options
        )
        session.register(RestorableNode.self, as: "Node")
        return session
    }

    struct Round {
        var firstCapture: Sample
        var capture: Sample
        var preservation: Sample
        var opening: Sample
        var restoration: Sample
    }

    func round() throws -> Round {
        session.close()
        let observer = Observer()
        session = try Self.session(sandbox, observer)
        root = RestorableNode(root: "root")
        session.addRoot(root)
        observer.watch = Stopwatch()
        let (report, restoration) = try measure { try session.restore() }
        precondition(report.notRestored.isEmpty, "\(report.notRestored[0])")
        plan.check(root, by: "session")
        let first = try preserve()
        let second = try preserve()
        return Round(
            firstCapture: first.capture,
            capture: second.capture,
            preservation: second.whole,
            opening: observer.opened!,
            restoration: restoration
        )
    }

    private func preserve() throws -> (capture: Sample, whole: Sample) {
        var capture: Sample?
        let watch = Stopwatch()
        session.onWillSave = { _ in capture = watch.stop() }
        try session.preserveNow()
        return (capture!, watch.stop())
    }
}
