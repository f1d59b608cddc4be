import Foundation
import RestorationKit

/// Sessions, through their public face alone: a program that runs and saves, and one that starts.
///
/// - capture: from the call of `preserveNow()` to `onWillSave`, which comes right before the disk.
/// - preserve: the whole of `preserveNow()`, until the device has the sealed file.
/// - restore: the whole of `restore()`: reading and opening the sealed file, look-up, creation
///   through the registered class, decoding, report.
final class SessionContestant: Contestant {
    private let plan: TreePlan
    private let sandbox: Sandbox
    private let running: RestorationSession
    private let sizeInBytes: Int

    init(_ plan: TreePlan) throws {
        self.plan = plan
        sandbox = try Sandbox()
        let first = sandbox.root.appending(path: "first")
        let built = try Self.session(plan.build(of: RestorableNode.self), in: first)
        try built.restore()
        try built.preserveNow()
        built.close()

        // What runs has been restored, so that its session knows every object.
        let second = sandbox.root.appending(path: "second")
        try FileManager.default.copyItem(at: first, to: second)
        running = try Self.session(RestorableNode(identifier: "root"), in: second)
        try running.restore()
        let archive = first.appending(path: "state/archive")
        sizeInBytes = try Data(contentsOf: archive).count
    }

    deinit { running.close() }

    func round(_ results: inout Results) throws {
        let (capture, preserving) = try running.measureSave()

        let root = RestorableNode(identifier: "root")
        let starting = try Self.session(root, in: sandbox.root.appending(path: "first"))
        let (report, restoring) = try measure { try starting.restore() }
        precondition(report.notRestored.isEmpty, "\(report.notRestored[0])")
        plan.check(root, by: "session")
        // Waits for the report, which is written meanwhile and would disturb who comes next.
        starting.close()
        results.add(.session, capture, restoring, sizeInBytes: sizeInBytes)
        results.add(.sealedSession, preserving, restoring)
    }

    private static func session(
        _ root: RestorableNode,
        in directory: URL
    ) throws -> RestorationSession {
        let session = try RestorationSession.forBenchmark(in: directory)
        session.register(RestorableNode.self, as: "Node")
        session.addRoot(root)
        return session
    }
}
