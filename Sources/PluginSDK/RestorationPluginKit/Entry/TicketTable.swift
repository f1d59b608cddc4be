import CRestorationPlugin
import RestorationCore
import Synchronization

/// The tickets of deferred objects, by the host's handles.
final class TicketTable: Sendable {
    /// The lock satisfies the compiler. Used only on the session's thread.
    private let tickets = Mutex<[restoration_handle: RestorationTicket]>([:])

    func ticket(of handle: restoration_handle, _ host: HostServices) -> RestorationTicket {
        tickets.withLock { tickets in
            if let known = tickets[handle] { return known }
            let ticket = RestorationTicket { ticket in
                // The host itself handles repeated arrivals.
                ticket.acknowledge()
                host.arrived(handle)
            }
            tickets[handle] = ticket
            return ticket
        }
    }

    /// Drops a ticket after the class has returned another status. Code that holds it may still use
    /// it.
    func forget(_ handle: restoration_handle) { tickets.withLock { $0[handle] = nil } }

    /// Tells the holder of the ticket that the object is no longer deferred.
    func cancel(_ handle: restoration_handle) {
        tickets.withLock { $0.removeValue(forKey: handle) }?.cancel()
    }
}
