internal import CRestorationSystem
internal import Glibc

/// A local socket for text between programs of one user.
final class LocalSocket: Sendable {
    private let descriptor: OwnedDescriptor

    var number: Int32 { descriptor.number }
    var isOpen: Bool { descriptor.isOpen }

    private init(_ number: Int32) { descriptor = OwnedDescriptor(number) }

    deinit {
        if isOpen { close(number) }
    }

    /// Listens at a path. Replaces a socket there; fails if another kind of file is there.
    static func listen(at path: String) throws(SessionError) -> LocalSocket {
        // Invariant: Swift passes the path as a C string that lives for the call; so below.
        try make(unsafe restoration_socket_listen(path), "Cannot listen at \(path)")
    }

    /// Connects to the listener at a path; `nil` if there is none.
    static func connect(to path: String) throws(SessionError) -> LocalSocket? {
        let number = unsafe restoration_socket_connect(path)
        guard number != -ENOENT, number != -ECONNREFUSED else { return nil }
        return try make(number, "Cannot connect to \(path)")
    }

    /// Accepts a connection; `nil` if there is none, or it is another user's.
    func accept() -> LocalSocket? { try? Self.make(restoration_socket_accept(number), "") }

    private static func make(_ number: Int32, _ what: String) throws(SessionError) -> LocalSocket {
        guard number >= 0 else { throw .system(what: what, errorNumber: -number) }
        return LocalSocket(number)
    }

    /// The next bytes that arrive, at most 4096; empty once the peer has closed the connection;
    /// `nil` after an error or a timeout.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            // Invariant (recv(2)): writes no more bytes than there is room for.
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe recv(number, $0.baseAddress, $0.count, 0)
            }
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : Array(bytes[..<count])
        }
    }

    /// Sends the whole text. After an error or a timeout, drops the rest silently.
    func send(_ text: String) {
        var text = Array(text.utf8)[...]
        while !text.isEmpty {
            // Invariant (send(2)): reads as many bytes as the buffer has.
            let count = unsafe text.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            text.removeFirst(count)
        }
    }
}
