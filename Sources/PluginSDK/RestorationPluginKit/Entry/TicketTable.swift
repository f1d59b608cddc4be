import CRestorationPlugin
import RestorationCore
import Synchronization

/// The tickets of objects that the host has been told "not yet" for, by the host's handles.
final class TicketTable: Sendable {
    /// Guarded for the compiler's sake: used on the session's thread.
    private let tickets = Mutex<[restoration_handle: RestorationTicket]>([:])

    /// The ticket of an object, made when it is first asked for.
    func ticket(of handle: restoration_handle, _ host: HostServices) -> RestorationTicket {
        tickets.withLock { tickets in
            if let known = tickets[handle] { return known }
            let ticket = RestorationTicket { ticket in
                // The host counts what is said more than once.
                ticket.takeNews()
                host.arrived(handle)
            }
            tickets[handle] = ticket
            return ticket
        }
    }

    /// Forgets a ticket: the class has answered otherwise. Who has it may still use it.
    func forget(_ handle: restoration_handle) { tickets.withLock { $0[handle] = nil } }

    /// Tells whoever gets the data that nobody waits for it.
    func cancel(_ handle: restoration_handle) {
        tickets.withLock { $0.removeValue(forKey: handle) }?.cancel()
    }
}
