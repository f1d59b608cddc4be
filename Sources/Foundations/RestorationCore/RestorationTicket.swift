import Synchronization

/// Reports, from any thread, that the data of a deferred object has arrived.
///
/// A restoration class that is asked too early takes a ticket from the request, passes it to its
/// data source, and throws ``ObjectNotYetAvailable``. When the ticket reports the arrival, the
/// session asks the class again with the same request. An existing object can use the ticket in the
/// same way: after ``StateNotYetApplicable``, the session applies its state again.
///
/// ```swift
/// init(_ request: CreationRequest) throws {
///     guard let rows = cache.rows else {
///         let ticket = request.ticket
///         let download = cache.load { ticket.arrive() }
///         ticket.onCancel { download.cancel() }
///         throw ObjectNotYetAvailable()
///     }
///     self.rows = rows
/// }
/// ```
///
/// No counterpart in UIKit (REST-37).
public final class RestorationTicket: Sendable {
    private struct State {
        /// Whether an arrival was delivered that the session has not handled.
        var isPending = false
        var isCancelled = false
        /// The row of the deferred record in the session's set.
        var row: Int?
        var onCancel: [@Sendable () -> Void] = []
    }
    /// A lock, because data arrives on any thread.
    private let state = Mutex(State())
    private let deliver: @Sendable (RestorationTicket) -> Void

    /// - Parameter deliver: notifies the session on the reporting thread, once until the session
    ///   handles it.
    package init(_ deliver: @escaping @Sendable (RestorationTicket) -> Void) {
        self.deliver = deliver
    }

    /// Reports an arrival, so that the session asks again.
    ///
    /// Any thread, any number of times. Reports before the session's next check count once. A
    /// report after cancellation does nothing.
    public func arrive() {
        let isFirst = state.withLock { state in
            guard !state.isCancelled, !state.isPending else { return false }
            state.isPending = true
            return true
        }
        if isFirst { deliver(self) }
    }

    /// Whether the wait was cancelled: the place is taken or no longer exists, the time limit
    /// passed, or the session closed. Any thread. The state is retained if it can still be
    /// restored.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Registers a handler that runs once, on the session's thread, if the wait is cancelled. Call
    /// it before the class answers "not yet"; it does nothing after the cancellation.
    public func onCancel(_ body: @escaping @Sendable () -> Void) {
        state.withLock { if !$0.isCancelled { $0.onCancel.append(body) } }
    }

    package var row: Int? {
        get { state.withLock { $0.row } }
        set { state.withLock { $0.row = newValue } }
    }

    /// Marks the arrival as handled; the next one is delivered again.
    package func acknowledge() { state.withLock { $0.isPending = false } }

    package func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = [] }
            return state.onCancel
        }
        for action in actions { action() }
    }
}

/// Thrown by a restoration class whose object's data has not arrived. Take
/// ``CreationRequest/ticket`` before, because only the ticket can report the arrival.
///
/// The session continues without the object, retains its state and that of its descendants, and
/// asks again after an arrival. It may ask more often; the class may answer "not yet" each time.
///
/// Only restored objects can wait. The caller that asks for a new object receives an error at once:
/// for ``RestorationReason/make``, create the object without its data, and add the data when it
/// arrives.
///
/// No counterpart in UIKit (REST-37).
public struct ObjectNotYetAvailable: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    public var description: String { "Its data is not available yet" }
}
