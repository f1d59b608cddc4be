import Synchronization

/// Says, from any thread, that what an object has to wait for is there.
///
/// A restoration class that is asked too early takes one from the request, hands it to whoever gets
/// the data, and throws ``ObjectNotYetAvailable``. When the data has come, the session asks the
/// class again, with the same request. An object that exists may keep its ticket for the same
/// purpose: after it has thrown ``StateNotYetApplicable``, the session gives it its state once
/// more.
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
        /// Whether the session has been told and has not looked yet.
        var hasNews = false
        var isCancelled = false
        /// The record that waits, by its row in the session's set.
        var row: Int?
        var onCancel: [@Sendable () -> Void] = []
    }
    /// Guarded, because data arrives on any thread.
    private let state = Mutex(State())
    private let deliver: @Sendable (RestorationTicket) -> Void

    /// - Parameter deliver: Takes the news to the session, on the thread that has it; once until
    ///   the session looks.
    package init(_ deliver: @escaping @Sendable (RestorationTicket) -> Void) {
        self.deliver = deliver
    }

    /// Says that it is worth asking again. Any thread, any number of times; what comes before the
    /// session has looked counts once, and what comes when nobody waits any more does nothing.
    public func arrive() {
        let isNews = state.withLock { state in
            guard !state.isCancelled, !state.hasNews else { return false }
            state.hasNews = true
            return true
        }
        if isNews { deliver(self) }
    }

    /// Whether nobody waits any more: the place is taken or gone, it took too long, or the session
    /// is closed. Any thread. The state is retained where it can still come back.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Has `body` called when the wait is given up, once, on the session's thread. Does nothing
    /// after that: call it before the class says "not yet".
    public func onCancel(_ body: @escaping @Sendable () -> Void) {
        state.withLock { if !$0.isCancelled { $0.onCancel.append(body) } }
    }

    /// The row of the record that waits; `nil` while none does.
    package var row: Int? {
        get { state.withLock { $0.row } }
        set { state.withLock { $0.row = newValue } }
    }

    /// The session looks now: what arrives from here on is news again.
    package func takeNews() { state.withLock { $0.hasNews = false } }

    /// Gives the wait up.
    package func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = [] }
            return state.onCancel
        }
        for action in actions { action() }
    }
}

/// Thrown by a restoration class whose object's data is not there yet. It must have taken
/// ``CreationRequest/ticket`` before, or nobody can tell that the data has come.
///
/// The session goes on without the object, keeps its state and that of everything below it, and
/// asks again when the ticket says so. It may ask more often than that, and "not yet" is an answer
/// each time.
///
/// It waits for what a restore brings back alone. Whoever asks for a new object gets an error at
/// once: where the request's reason is ``RestorationReason/make``, create the object without its
/// data, and add it when it arrives.
///
/// No counterpart in UIKit (REST-37).
public struct ObjectNotYetAvailable: Error, Hashable, CustomStringConvertible {
    /// Creates the error; it has nothing to say but that.
    public init() {}

    public var description: String { "What the object needs is not there yet" }
}
