import RestorationCore
import RestorationEngine

/// Where the news of a session's tickets come in.
final class SessionArrivals: ArrivalSource {
    private let mailbox: Mailbox<SessionMail>
    private let descriptor: WakeUpDescriptor
    private let classes: ClassDirectory
    private let clock: any RestorationClock
    private let gracePeriod: Duration
    /// When the restore itself goes on; known when it first waits.
    private var end: ContinuousClock.Instant?

    init(_ session: RestorationSession) {
        mailbox = session.mailbox
        descriptor = session.descriptor
        classes = session.classes
        clock = session.options.clock
        gracePeriod = session.options.arrivalGracePeriod
    }

    func makeTicket() -> RestorationTicket {
        // The session may be gone when the data arrives.
        RestorationTicket { [weak mailbox] ticket in
            mailbox?.post { $0.arrived.append(ticket) }
        }
    }

    func nextArrivals() -> Set<ObjectIdentifier>? {
        guard gracePeriod > .zero else { return nil }
        let end = end ?? clock.now + gracePeriod
        self.end = end
        while true {
            descriptor.clear()
            // What has changed while objects are being restored comes from their own decoding.
            _ = classes.runPending()
            let tickets = mailbox.take().arrived
            for ticket in tickets { ticket.takeNews() }
            if !tickets.isEmpty { return Set(tickets.map { ObjectIdentifier($0) }) }
            guard clock.now < end else { break }
            clock.wait(until: end, orReadable: descriptor.number)
        }
        // What woke it may have been a signal, which the program's loop has yet to see.
        descriptor.signal()
        return nil
    }
}
