import RestorationTesting
import Synchronization

/// What objects wait for that are restored late. Objects that a restoration class makes know of
/// none, so it is that of the task.
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

    /// What those hear who would have brought something.
    var cancelled: [String] { state.withLock { $0.cancelled } }

    func ticket(_ name: String) -> RestorationTicket? { state.withLock { $0.tickets[name] } }

    /// Decides what the class says of an object from now on, and says that it is worth asking.
    func deliver(_ names: String..., as answer: Answer = .object) {
        for name in names {
            let ticket = state.withLock { state in
                state.answers[name] = answer
                return state.tickets[name]
            }
            ticket?.arrive()
        }
    }

    /// Lets everything be late again, as in a new process.
    func forget() { state.withLock { $0 = State() } }

    /// What a restoration class that may be late does first: on a restore, it throws what was decided.
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

    /// Runs a part of a test with deliveries of its own.
    static func run<Result>(_ body: (Deliveries) throws -> Result) rethrows -> Result {
        let deliveries = Deliveries()
        return try $current.withValue(deliveries) { try body(deliveries) }
    }
}

/// Those of the test that runs.
var deliveries: Deliveries { Deliveries.current }

/// Is there on a restore only when it has been delivered.
final class Late: Node {
    required init(_ request: CreationRequest) throws {
        try super.init(request)
        try deliveries.answer(request)
    }
}
