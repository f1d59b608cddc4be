import CRestorationSystem
import Glibc
import RestorationStorage

enum HintThread {
    /// Runs a closure on a new thread, if one can be started.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        // Invariant (restoration_threads.h): the new thread releases `context`. Without a thread,
        // it is released here.
        let status = unsafe restoration_thread_start(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        guard status == 0 else {
            unsafe context.release()
            return
        }
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// Wakes a thread that waits for a socket.
@safe final class Wakeup: Sendable {
    /// Invariant: valid until `deinit`, and safe to use from all threads (restoration_events.h).
    nonisolated(unsafe) private let wakeup: OpaquePointer

    init(place: String) throws(RemoteError) {
        guard let wakeup = unsafe restoration_wakeup_make() else {
            throw .unreachable(place: place, reason: "the process has too many files open")
        }
        unsafe self.wakeup = unsafe wakeup
    }

    deinit { unsafe restoration_wakeup_free(wakeup) }

    func signal() { unsafe restoration_wakeup_signal(wakeup) }

    /// Waits for a signal, and also until a socket is readable; -1 for none. May return early.
    func wait(orFor socket: Int32, atMost duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        var entries = [
            pollfd(
                fd: unsafe restoration_wakeup_descriptor(wakeup),
                events: Int16(POLLIN),
                revents: 0
            ), pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        unsafe poll(&entries, 2, Int32(clamping: max(milliseconds, 0)))
        unsafe restoration_wakeup_clear(wakeup)
    }
}
