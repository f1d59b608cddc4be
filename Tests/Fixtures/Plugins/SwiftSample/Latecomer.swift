import Dispatch
import RestorationPluginKit
import Synchronization

/// Whether what latecomers need is there.
private let hasArrived = Atomic<Bool>(false)

/// Brings it, on another thread.
private func bring(_ ticket: RestorationTicket) {
    // Not a task: tests block the threads that tasks run on.
    DispatchQueue.global().async {
        hasArrived.store(true, ordering: .sequentiallyConsistent)
        ticket.arrive()
    }
}

/// Needs data that another thread brings: once to be created, once to take its state.
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

/// Is never there on a restore, nor anywhere else than right below the program's frame.
final class Nevercomer: RestorableObject {
    init(_ request: CreationRequest) throws {
        guard request.reason != .make || request.path.count > 2 else { return }
        request.ticket.onCancel { PluginHost.log("cancelled") }
        throw ObjectNotYetAvailable()
    }
}
