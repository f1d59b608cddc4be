import Foundation
import RestorationKit

/// A tree whose last objects are retained, because their class is no longer registered. Measures
/// the cost of writing retained state in each save.
struct RetainedState {
    let liveCount: Int
    let retainedCount: Int
    /// Per object, live or retained.
    let capture: Median
    /// Per object, live or retained.
    let restore: Median
    /// Per call of `invalidate` with a live object.
    let invalidation: Median

    var title: String { "\(liveCount) live, \(retainedCount) retained" }

    init(live liveCount: Int, retained retainedCount: Int, rounds: Int) throws {
        self.liveCount = liveCount
        self.retainedCount = retainedCount
        let count = liveCount + retainedCount
        let sandbox = try Sandbox()
        let saved = sandbox.root.appending(path: "saved")
        try Self.save(TreePlan(count: count), gone: retainedCount, in: saved)

        let copy = sandbox.root.appending(path: "copy")
        try FileManager.default.copyItem(at: saved, to: copy)
        let root = RestorableNode(identifier: "root")
        let running = try Self.session(root, in: copy)
        let report = try running.restore()
        precondition(report.count(of: .retained) == retainedCount, "Others are retained")
        let live = Self.live(from: root)
        precondition(live.count == liveCount, "\(live.count) objects are there")

        var samples: (capture: [Sample], restore: [Sample], calls: [Sample]) = ([], [], [])
        let repetitions = max(1, Self.leastCalls / liveCount)
        for _ in 0..<rounds {
            samples.capture.append(try running.measureSave().capture)
            let starting = try Self.session(RestorableNode(identifier: "root"), in: saved)
            samples.restore.append(try measure { try starting.restore() }.sample)
            starting.close()
            samples.calls.append(
                measure {
                    for _ in 0..<repetitions { for object in live { running.invalidate(object) } }
                }.sample
            )
        }
        running.close()
        capture = Median(samples.capture, count: count, isElapsed: false)
        restore = Median(samples.restore, count: count, isElapsed: false)
        invalidation = Median(samples.calls, count: repetitions * liveCount, isElapsed: false)
    }

    /// The fewest calls per sample, because a single call is too short to measure.
    private static let leastCalls = 10_000

    private static func save(_ plan: TreePlan, gone: Int, in directory: URL) throws {
        let objects = plan.objects(of: RestorableNode.self)
        for object in objects.suffix(gone) { object.className = "Gone" }
        let session = try session(objects[0], in: directory)
        session.register(RestorableNode.self, as: "Gone")
        try session.restore()
        try session.preserveNow()
        session.close()
    }

    /// A session that registers only the class of the live objects.
    private static func session(
        _ root: RestorableNode,
        in directory: URL
    ) throws -> RestorationSession {
        let session = try RestorationSession.forBenchmark(in: directory)
        session.register(RestorableNode.self, as: "Node")
        session.addRoot(root)
        return session
    }

    private static func live(from root: RestorableNode) -> [RestorableNode] {
        var objects = [root]
        var next = 0
        while next < objects.count {
            objects += objects[next].childObjects
            next += 1
        }
        return objects
    }
}
