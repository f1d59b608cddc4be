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
        while socket.isOpen, wait(for: socket, nil) != .stopped {
            guard let caller = socket.accept() else {
                // The process may have no descriptor left, which can pass.
                guard wait(for: nil, .now + .milliseconds(100)) != .stopped else { return }
                continue
            }
            if let line = line(from: caller), let request = ReloadRequest(line, from: caller) {
                receive(request)
            }
        }
    }

    /// A caller's request; `nil` if it does not come within a second.
    private func line(from caller: LocalSocket) -> String? {
        let deadline = ContinuousClock.now + .seconds(1)
        var text: [UInt8] = []
        while text.count < 1 << 12, wait(for: caller, deadline) == .ready {
            guard let bytes = caller.read(), !bytes.isEmpty else { return nil }
            text += bytes
            if text.last == UInt8(ascii: "\n") {
                return String(decoding: text.dropLast(), as: UTF8.self)
            }
        }
        return nil
    }

    private enum Event {
        case ready, late, stopped
    }

    private func wait(for other: LocalSocket?, _ deadline: ContinuousClock.Instant?) -> Event {
        // poll(2) ignores negative descriptors.
        var descriptors = [other?.number ?? -1, stop.number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            let time = deadline.map { ContinuousClock.now.milliseconds(until: $0) } ?? -1
            // Invariant (poll(2)): the array has two elements.
            let count = unsafe poll(&descriptors, 2, time)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, descriptors[1].revents == 0 else { return .stopped }
            return count > 0 ? .ready : .late
        }
    }
}
