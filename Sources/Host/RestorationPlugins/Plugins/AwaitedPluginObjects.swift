internal import RestorationCore

/// The objects that plugins have deferred, by handle. Belongs to the session's thread.
final class AwaitedPluginObjects {
    private struct Waiting {
        let ticket: RestorationTicket
        let pluginClass: PluginClass
        let path: [String]
    }

    private var waiting: [UInt64: Waiting] = [:]
    private var handles: [ObjectIdentifier: UInt64] = [:]
    /// Cheaper than asking a dictionary, for each object of a restore.
    private(set) var isEmpty = true

    func ticket(of handle: UInt64) -> RestorationTicket? { waiting[handle]?.ticket }

    /// The handle of an earlier attempt.
    func handle(of ticket: RestorationTicket) -> UInt64? { handles[ObjectIdentifier(ticket)] }

    func hasAny(ofPlugin identifier: String) -> Bool {
        waiting.values.contains { $0.pluginClass.plugin == identifier }
    }

    func wait(
        for ticket: RestorationTicket,
        as handle: UInt64,
        of pluginClass: PluginClass,
        at path: [String]
    ) {
        guard waiting[handle] == nil else { return }
        waiting[handle] = Waiting(ticket: ticket, pluginClass: pluginClass, path: path)
        handles[ObjectIdentifier(ticket)] = handle
        isEmpty = false
        ticket.onCancel { [reference = pluginClass.context.mailbox.reference] in
            reference.mailbox?.context?.awaited.cancel(handle)
        }
    }

    /// Ends the wait after success or failure.
    func end(_ handle: UInt64) {
        guard let ended = waiting.removeValue(forKey: handle) else { return }
        handles[ObjectIdentifier(ended.ticket)] = nil
        isEmpty = waiting.isEmpty
    }

    private func cancel(_ handle: UInt64) {
        guard let cancelled = waiting[handle] else { return }
        end(handle)
        cancelled.pluginClass.cancelWait(for: handle, at: cancelled.path)
    }
}
