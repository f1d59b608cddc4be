internal import Glibc

/// Listens for requests to reload plugins, on a thread of its own.
final class ReloadListener {
    private let path: String
    private let stop: WakeUpDescriptor
    private let thread: JoinedThread

    /// - Parameters:
    ///   - path: The socket's path, in a directory that only the user can change.
    ///   - receive: Called on the listener's thread.
    init(
        at path: String,
        receive: @escaping @Sendable (ReloadRequest) -> Void
    ) throws(SessionError) {
        self.path = path
        stop = try WakeUpDescriptor()
        let ear = ReloadSocket(socket: try .listen(at: path), stop: stop, receive: receive)
        thread = try JoinedThread { ear.run() }
    }

    deinit {
        // In a forked child, the thread and the path are still the parent's.
        guard thread.isInOwnProcess else { return }
        stop.signal()
        _ = unsafe unlink(path)
    }
}

private struct ReloadSocket: Sendable {
    let socket: LocalSocket
    let stop: WakeUpDescriptor
    let receive: @Sendable (ReloadRequest) -> Void

    func run() {
        // If other code has closed the socket, no request can arrive.
        while socket.isOpen, wait(for: socket) {
            guard let caller = socket.accept() else {
                // The process may have no descriptor left, which can pass.
                guard wait(for: nil, milliseconds: 100) else { return }
                continue
            }
            // A request is one short line, which arrives as a whole.
            if let line = caller.read(), let request = ReloadRequest(line, from: caller) {
                receive(request)
            }
        }
    }

    /// Waits until the socket is readable or the time is over. Returns `false` once stopped.
    private func wait(for socket: LocalSocket?, milliseconds: Int32 = -1) -> Bool {
        // poll(2) ignores negative descriptors.
        var descriptors = [socket?.number ?? -1, stop.number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            // Invariant (poll(2)): the array has two elements.
            let count = unsafe poll(&descriptors, 2, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count >= 0 && descriptors[1].revents == 0
        }
    }
}
