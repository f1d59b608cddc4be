internal import CRestorationSystem
internal import Glibc

/// Hears who asks for plugins to be loaded anew, on a thread of its own.
final class ReloadListener {
    private let path: String
    private let thread: pthread_t
    private let stop: WakeUpDescriptor

    /// - Parameters:
    ///   - path: Where to listen: in a directory that nobody else can change.
    ///   - receive: Called on the listener's thread.
    init(
        at path: String,
        receive: @escaping @Sendable (ReloadRequest) -> Void
    ) throws(SessionError) {
        self.path = path
        stop = try WakeUpDescriptor()
        let ear = Ear(try LocalSocket.listen(at: path), stop, receive)
        var started = pthread_t()
        let context = unsafe Unmanaged.passRetained(ear)
        // Invariant (restoration_threads.h): `context` goes to the new thread, which releases it;
        // or, if there is none, is released here.
        let error = unsafe restoration_thread_start(
            &started,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Ear>.fromOpaque(context).takeRetainedValue().run()
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

    deinit {
        stop.signal()
        // Invariant (pthread_join(3)): each thread is joined once, and never by itself, as it has
        // no listener.
        pthread_join(thread, nil)
        _ = unsafe unlink(path)
    }
}

/// What the thread has.
private final class Ear: Sendable {
    private let socket: LocalSocket
    private let stop: WakeUpDescriptor
    private let receive: @Sendable (ReloadRequest) -> Void

    init(
        _ socket: LocalSocket,
        _ stop: WakeUpDescriptor,
        _ receive: @escaping @Sendable (ReloadRequest) -> Void
    ) {
        self.socket = socket
        self.stop = stop
        self.receive = receive
    }

    func run() {
        while isCalled() {
            guard let caller = socket.accept(), let line = caller.readLine(),
                let request = ReloadRequest(line, from: caller)
            else { continue }
            receive(request)
        }
    }

    /// Waits. Returns whether somebody connects; otherwise it is time to end.
    private func isCalled() -> Bool {
        var descriptors = [socket.number, stop.number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // Invariant (poll(2)): the array has two elements.
        while unsafe poll(&descriptors, 2, -1) < 0 {
            guard errno == EINTR else { return false }
        }
        return descriptors[1].revents == 0
    }
}
