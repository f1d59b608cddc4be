internal import CRestorationSystem
internal import Glibc

/// A thread that is joined on deinit.
///
/// A forked child has no copy of the thread, and joins nothing.
final class JoinedThread {
    private let thread: pthread_t
    private let process = getpid()

    /// Starts the thread.
    ///
    /// - Parameter body: Runs on the thread, and must not retain this object.
    init(_ body: @escaping @Sendable () -> Void) throws(SessionError) {
        var started = pthread_t()
        let context = unsafe Unmanaged.passRetained(Body(body))
        // Invariant (restoration_threads.h): the new thread releases `context`. Without a thread,
        // it is released here.
        let error = unsafe restoration_thread_start(
            &started,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        guard error == 0 else {
            unsafe context.release()
            throw .system(what: "No thread can be started", errorNumber: error)
        }
        thread = started
    }

    var isInOwnProcess: Bool { process == getpid() }

    deinit {
        // Invariant (pthread_join(3)): each thread is joined once, and never by itself.
        if isInOwnProcess { pthread_join(thread, nil) }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
