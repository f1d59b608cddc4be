import RestorationTesting
import Synchronization

/// The deliveries that deferred objects wait for. They are task-local, because restoration classes
/// get no other reference to them.
final class Deliveries: Sendable {
    enum Answer: Sendable {
        case object, notYet, declined, failed
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var tickets: [String: RestorationTicket] = [:]
        var cancelled: [String] = []
    }

    @TaskLocal static var current = Deliveries()
    private let state = Mutex(State())

    /// The names of the objects whose tickets were cancelled.
    var cancelled: [String] { state.withLock { $0.cancelled } }

    func ticket(_ name: String) -> RestorationTicket? { state.withLock { $0.tickets[name] } }

    /// Sets the answer of an object's class, and completes the object's ticket.
    func deliver(_ names: String..., as answer: Answer = .object) {
        for name in names {
            let ticket = state.withLock { state in
                state.answers[name] = answer
                return state.tickets[name]
            }
            ticket?.arrive()
        }
    }

    /// Defers all objects again, as in a new process.
    func forget() { state.withLock { $0 = State() } }

    /// The first step of a class with deferred objects. In a restore, it throws unless the answer
    /// is an object.
    func answer(_ request: CreationRequest) throws {
        guard request.reason != .make else { return }
        let name = request.identifier
        let answer = state.withLock { $0.answers[name] ?? .notYet }
        switch answer {
        case .object: return
        case .declined: throw CreationDeclined()
        case .failed: throw Failing.Failure()
        case .notYet: break
        }
        let ticket = request.ticket
        let isNew = state.withLock { state in
            defer { state.tickets[name] = ticket }
            return state.tickets[name] !== ticket
        }
        if isNew {
            ticket.onCancel { self.state.withLock { $0.cancelled.append(name) } }
        }
        throw ObjectNotYetAvailable()
    }

    /// Runs a body with its own deliveries.
    static func run<Result>(_ body: (Deliveries) throws -> Result) rethrows -> Result {
        let deliveries = Deliveries()
        return try $current.withValue(deliveries) { try body(deliveries) }
    }
}

/// The deliveries of the running test.
var deliveries: Deliveries { Deliveries.current }

/// Deferred in a restore until it is delivered.
final class Late: Node {
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        try deliveries.answer(request)
    }
}
