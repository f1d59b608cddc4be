import Dispatch
import RestorationPluginKit
import Synchronization

/// Whether the data of all latecomers has arrived.
private let hasArrived = Atomic<Bool>(false)

/// Delivers the data on another thread.
private func bring(_ ticket: RestorationTicket) {
    // Not a task, because tests block the threads of tasks.
    DispatchQueue.global().async {
        hasArrived.store(true, ordering: .sequentiallyConsistent)
        ticket.arrive()
    }
}

/// Needs data from another thread, once to be created and once to decode its state.
final class Latecomer: RestorableObject {
    private let ticket: RestorationTicket
    private var isReady = false

    init(_ request: CreationRequest) throws {
        ticket = request.ticket
        guard request.reason != .make else { return }
        if !hasArrived.load(ordering: .sequentiallyConsistent) {
            bring(ticket)
            throw ObjectNotYetAvailable()
        }
    }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(7, forKey: "number")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        guard try coder.decode(Int.self, forKey: "number") == 7 else { throw CreationDeclined() }
        guard !isReady else { return }
        isReady = true
        bring(ticket)
        throw StateNotYetApplicable()
    }

    func restorationDidFinish() { PluginHost.log("finished") }
}

/// Is never available in a restore, and can be made only directly below the program's frame.
final class Nevercomer: RestorableObject {
    init(_ request: CreationRequest) throws {
        guard request.reason != .make || request.path.count > 2 else { return }
        request.ticket.onCancel { PluginHost.log("cancelled") }
        throw ObjectNotYetAvailable()
    }
}
