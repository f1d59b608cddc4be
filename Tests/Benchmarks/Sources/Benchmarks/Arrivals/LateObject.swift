import RestorationKit
import Synchronization

/// An object that a restore defers until its ticket arrives.
final class LateObject: RestorableObject {
    let restorationIdentifier: String?
    weak var restorationParent: (any Restorable)?
    let restorationClass: String? = "Late"
    var count = 0

    init(identifier: String, count: Int, in group: LateGroup) {
        restorationIdentifier = identifier
        self.count = count
        restorationParent = group
    }

    init(_ request: CreationRequest) throws {
        restorationIdentifier = request.identifier
        let isLate = Self.waiting.withLock { waiting in
            if waiting.isLate { waiting.tickets.append(request.ticket) }
            return waiting.isLate
        }
        if isLate { throw ObjectNotYetAvailable() }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(count, forKey: "count")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        count = try coder.decode(Int.self, forKey: "count") ?? 0
    }

    /// The tickets of all deferred objects. Guarded by a lock, because the class is not bound to a
    /// thread.
    private static let waiting = Mutex(Waiting())

    private struct Waiting {
        var isLate = false
        var tickets: [RestorationTicket] = []
    }

    /// Runs `body` while all data is missing, and returns the tickets of the objects that it
    /// deferred.
    static func waitDuring(_ body: () throws -> Void) rethrows -> [RestorationTicket] {
        waiting.withLock { $0 = Waiting(isLate: true) }
        defer { waiting.withLock { $0 = Waiting() } }
        try body()
        return waiting.withLock { $0.tickets }
    }
}

/// A container that the program builds on every launch.
final class LateGroup: RestorableContainer {
    let restorationIdentifier: String?
    private(set) var restorationSlots: [RestorationSlot] = []

    init(_ identifier: String) { restorationIdentifier = identifier }

    func fill(count: Int) {
        restorationSlots = (0..<count).map { number in
            RestorationSlot(LateObject(identifier: "n\(number)", count: number, in: self))
        }
    }

    /// Whether it contains `count` objects, in order and with their values.
    func isFull(count: Int) -> Bool {
        restorationSlots.map { ($0.child as? LateObject)?.count ?? -1 }.elementsEqual(0..<count)
    }

    func attachRestored(_ slots: [RestorationSlot], selecting selection: (any Restorable)?) {
        restorationSlots = slots
    }
}
