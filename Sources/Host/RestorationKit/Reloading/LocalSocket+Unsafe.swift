internal import CRestorationSystem
internal import Glibc

/// A socket of this machine, by which programs of one user exchange text.
final class LocalSocket: Sendable {
    private let descriptor: OwnDescriptor

    var number: Int32 { descriptor.number }
    /// Whether the number still stands for this socket.
    var isOpen: Bool { descriptor.isOpen }

    private init(_ number: Int32) { descriptor = OwnDescriptor(number) }

    deinit {
        if isOpen { close(number) }
    }

    /// Listens at a path, and replaces the file that is there.
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

    /// The one that connects; `nil` if there is none, or it is another user's.
    func accept() -> LocalSocket? { try? Self.make(restoration_socket_accept(number), "") }

    private static func make(_ number: Int32, _ what: String) throws(SessionError) -> LocalSocket {
        guard number >= 0 else { throw .system(what: what, errorNumber: -number) }
        return LocalSocket(number)
    }

    /// The next message of the other side; empty once it has closed the connection; `nil` if it
    /// cannot be read, or does not come in time.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            // Invariant (recv(2)): as many bytes are written as there is room for at most.
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe recv(number, $0.baseAddress, $0.count, 0)
            }
            if count < 0, errno == EINTR { continue }
            return count < 0 ? nil : Array(bytes[..<count])
        }
    }

    /// Sends text, as far as the other side takes it.
    func send(_ text: String) {
        var text = Array(text.utf8)[...]
        while !text.isEmpty {
            // Invariant (send(2)): as many bytes are read as the buffer has.
            let count = unsafe text.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            text.removeFirst(count)
        }
    }
}
