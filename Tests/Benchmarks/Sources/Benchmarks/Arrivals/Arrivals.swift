import Foundation
import RestorationKit

/// Objects whose data arrives after the restore, 100 in each container.
struct Arrivals {
    static let groupSize = 100
    /// The number of awaited objects.
    let count: Int
    private(set) var oneByOne: Median
    /// All arrivals in one turn of the session.
    private(set) var together: Median

    init(count: Int, rounds: Int) throws {
        self.count = count
        let sandbox = try Sandbox()
        let built = Self.groups(count)
        for group in built { group.fill(count: Self.groupSize) }
        let first = try Self.session(built, in: sandbox.root)
        try first.restore()
        try first.preserveNow()
        first.close()
        var samples: (oneByOne: [Sample], together: [Sample]) = ([], [])
        for _ in 0..<rounds {
            samples.oneByOne.append(
                try Self.measureArrivals(count, in: sandbox.root) { session, tickets in
                    for ticket in tickets {
                        ticket.arrive()
                        session.runPending()
                    }
                }
            )
            samples.together.append(
                try Self.measureArrivals(count, in: sandbox.root) { session, tickets in
                    for ticket in tickets { ticket.arrive() }
                    session.runPending()
                }
            )
        }
        oneByOne = Median(samples.oneByOne, count: count, isElapsed: false)
        together = Median(samples.together, count: count, isElapsed: false)
    }

    /// Restores with all objects deferred, delivers their data, and checks that each is in its
    /// place.
    private static func measureArrivals(
        _ count: Int,
        in directory: URL,
        arriving: (RestorationSession, [RestorationTicket]) -> Void
    ) throws -> Sample {
        let groups = groups(count)
        let session = try session(groups, in: directory)
        let tickets = try LateObject.waitDuring { try session.restore() }
        precondition(tickets.count == count, "\(tickets.count) objects wait, not \(count)")
        let sample = measure { arriving(session, tickets) }.sample
        precondition(groups.allSatisfy { $0.isFull(count: groupSize) }, "Some have not come")
        session.close()
        return sample
    }

    private static func groups(_ count: Int) -> [LateGroup] {
        (0..<(count / groupSize)).map { LateGroup("group\($0)") }
    }

    private static func session(
        _ groups: [LateGroup],
        in directory: URL
    ) throws -> RestorationSession {
        let session = try RestorationSession.forBenchmark(
            in: directory,
            waitingWithoutLimit: true
        )
        session.register(LateObject.self, as: "Late")
        for group in groups { session.addRoot(group) }
        return session
    }
}
