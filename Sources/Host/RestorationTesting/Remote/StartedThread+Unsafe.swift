import Glibc

/// A thread that runs a closure.
final class StartedThread {
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread,
            nil,
            { context in
                // Invariant: `context` is the retained body, and only this thread takes it.
                unsafe Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            },
            context
        )
        precondition(status == 0, "A thread cannot be started.")
    }

    /// Waits until the closure has returned. Call it once.
    func join() { pthread_join(thread, nil) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Runs a closure in several threads at once, and waits for all.
func inThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let threads = (0..<count).map { index in StartedThread { body(index) } }
    for thread in threads { thread.join() }
}
