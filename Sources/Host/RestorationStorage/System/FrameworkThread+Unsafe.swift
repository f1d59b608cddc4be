import CRestorationSystem
import Glibc

/// A thread of the framework. It leaves signals to the program's own threads.
package struct FrameworkThread: Sendable {
    private let thread: pthread_t

    /// Starts the thread. Join or detach it once.
    ///
    /// - Throws: The error number, if no thread can be started.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
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
            throw SystemError(code: error)
        }
        thread = started
    }

    /// Waits until the thread has ended.
    package func join() { pthread_join(thread, nil) }

    /// Frees the thread's resources when it ends.
    package func detach() { pthread_detach(thread) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
