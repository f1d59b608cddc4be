import Foundation
import Glibc
import Synchronization

/// A network between clients on the loopback interface and a server's socket, with faults.
final class Proxy: Sendable {
    enum Mode: Equatable {
        case passing
        /// After this number of bytes in both directions, the client sees the end of the stream.
        case ending(after: Int)
        /// After this number of bytes in both directions, the client sees a reset.
        case resetting(after: Int)
        /// Nothing is forwarded, and connections stay open.
        case stalling
        /// The server's next answer is not forwarded, and the client sees the end of the stream.
        case droppingAnswers
        /// The server's next answer is not forwarded, and the client sees a reset.
        case resettingAnswers
        /// The client's next message is not forwarded, and the client sees a reset.
        case resettingRequests

        fileprivate var limit: Int? {
            switch self {
            case .ending(let count), .resetting(let count): count
            default: nil
            }
        }

        fileprivate mutating func subtract(_ count: Int) {
            switch self {
            case .ending(let left): self = .ending(after: max(left - count, 0))
            case .resetting(let left): self = .resetting(after: max(left - count, 0))
            default: break
            }
        }
    }

    /// The port of 127.0.0.1 to connect to.
    let port: UInt16
    private let listener: Int32
    private let server: String
    private let state = Mutex(Mode.passing)

    init(to server: String) throws {
        self.server = server
        let listener = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Invariant: a sockaddr_in is a sockaddr of this length.
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length)
                _ = listen(listener, 64)
                unsafe getsockname(listener, pointer, &length)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        Thread.detachNewThread {
            while case let client = accept(self.listener, nil, nil), client >= 0 {
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    /// Ends the acceptance of connections.
    func close() { _ = shutdown(listener, Int32(SHUT_RDWR)) }

    var mode: Mode {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private func serve(_ client: Int32) {
        let upstream = Self.connect(server)
        var isReset = false
        defer {
            if isReset {
                // Closing then discards all data and sends a reset.
                var linger = linger(l_onoff: 1, l_linger: 0)
                _ = unsafe setsockopt(
                    client,
                    SOL_SOCKET,
                    SO_LINGER,
                    &linger,
                    socklen_t(MemoryLayout<Glibc.linger>.size)
                )
            }
            _ = Glibc.close(client)
            _ = Glibc.close(upstream)
        }
        while true {
            var entries = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: upstream, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&entries, 2, 100)
            let mode = mode
            if mode == .stalling {
                _ = sched_yield()
                continue
            }
            if case .resetting = mode { isReset = true }
            guard mode.limit != 0 else { return }
            if entries[0].revents != 0 {
                if mode == .resettingRequests {
                    isReset = true
                    return
                }
                guard forward(client, upstream, atMost: mode.limit) else { return }
            }
            if entries[1].revents != 0 {
                if mode == .droppingAnswers { return }
                if mode == .resettingAnswers {
                    isReset = true
                    return
                }
                guard forward(upstream, client, atMost: mode.limit) else { return }
            }
        }
    }

    private func forward(_ source: Int32, _ target: Int32, atMost limit: Int?) -> Bool {
        var buffer = [UInt8](repeating: 0, count: min(limit ?? .max, 65_536))
        let count = unsafe read(source, &buffer, buffer.count)
        guard count > 0 else { return false }
        state.withLock { $0.subtract(count) }
        return unsafe send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count && count != limit
    }

    private static func connect(_ path: String) -> Int32 {
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Invariant: the path is shorter than sun_path, whose last byte stays zero.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe Glibc.connect(
                    descriptor,
                    pointer,
                    socklen_t(MemoryLayout<sockaddr_un>.size)
                )
            }
        }
        return descriptor
    }
}
