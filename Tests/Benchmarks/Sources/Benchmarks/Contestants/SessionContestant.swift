import Foundation
import RestorationKit

/// Sessions, through public API only: a running program that saves, and one that launches.
///
/// - capture: from the call of `preserveNow()` to `onWillSave`, right before the disk access.
/// - preserve: all of `preserveNow()`, until the device has stored the sealed file.
/// - restore: all of `restore()`: reading and opening the sealed file, lookup, creation through the
///   registered class, decoding, report.
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

        // The running program has restored its objects, so its session knows all of them.
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
        // Waits until the session has written its report, which would disturb the next contestant.
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
