import Foundation
import RestorationKit

/// The cost of making, renaming, moving and invalidating objects in a tree of growing depth or
/// width.
struct ObjectChanges {
    enum Shape: String, CaseIterable {
        case deep = "levels"
        case wide = "siblings"
    }

    let shape: Shape
    let count: Int
    let make: Median
    let rename: Median
    let move: Median
    let invalidation: Median

    var title: String { "\(count) \(shape.rawValue)" }
    var all: [(name: String, median: Median)] {
        [("make", make), ("rename", rename), ("move", move), ("invalidate", invalidation)]
    }

    init(_ shape: Shape, count: Int, rounds: Int) throws {
        self.shape = shape
        self.count = count
        var samples: [[Sample]] = [[], [], [], []]
        for _ in 0..<rounds {
            for (number, sample) in try Self.measureChanges(shape, count).enumerated() {
                samples[number].append(sample)
            }
        }
        let medians = samples.map { Median($0, count: count, isElapsed: false) }
        (make, rename, move, invalidation) = (medians[0], medians[1], medians[2], medians[3])
    }

    private static func measureChanges(_ shape: Shape, _ count: Int) throws -> [Sample] {
        let sandbox = try Sandbox()
        let session = try RestorationSession.forBenchmark(in: sandbox.root)
        session.register(Branch.self, as: "Branch")
        let (root, other) = (Branch("root"), Branch("other"))
        session.addRoot(root)
        session.addRoot(other)
        try session.restore()
        var made: [Branch] = []
        let making = try measure {
            for number in 0..<count {
                let parent = shape == .deep ? made.last ?? root : root
                let name = "branch \(number)"
                let new = try session.make(
                    name,
                    under: parent,
                    as: Branch.self,
                    className: "Branch"
                )
                parent.branches.append(new)
                made.append(new)
            }
        }.sample
        let renaming = try measure {
            for (number, branch) in made.enumerated() {
                try session.rename(branch, to: "renamed \(number)")
            }
        }.sample
        let invalidating = measure { for branch in made { session.invalidate(branch) } }.sample
        let moving = try measure {
            for branch in made.reversed() { try session.move(branch, under: other) }
        }.sample
        session.close()
        for branch in made { branch.branches = [] }
        return [making, renaming, moving, invalidating]
    }
}

/// An object with a list of others.
private final class Branch: RestorableObject {
    let restorationIdentifier: String?
    var branches: [Branch] = []
    var restorationChildren: [any Restorable] { branches }

    init(_ identifier: String) { restorationIdentifier = identifier }
    init(_ request: CreationRequest) throws { restorationIdentifier = request.identifier }

    func encodeRestorableState(with coder: RestorationCoder) {
        coder.encode(branches, forKey: "branches")
    }
    func decodeRestorableState(with coder: RestorationCoder) throws {
        branches = try coder.decodeReferences(forKey: "branches").compactMap { $0 as? Branch }
    }
}
